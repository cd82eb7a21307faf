// Sentences and drawings of games in another language, made of the words and phrases of its table. The server speaks
// English to all windows alike.

const SEPARATORS = ["; ", " → ", ", ", ": "];
const MOST = 5000;

// A phrase such as "{who} uses {MOVE}." as a pattern; what fits a place is translated too, unless its name is in capitals.
function pattern([english, said]) {
  const source = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
  return [new RegExp(`^${source}$`), said];
}

const capital = words => words[0].toUpperCase() + words.slice(1);

export function translator({words = {}, phrases = {}}) {
  const patterns = Object.entries(phrases).map(pattern), memory = new Map();

  function translate(text) {
    if (!/[a-zA-Z]/.test(text)) return text;
    if (!memory.has(text)) {
      if (memory.size > MOST) memory.clear();
      memory.set(text, known(text) ?? later(text) ?? pieces(text));
    }
    return memory.get(text);
  }

  function known(text) {
    if (Object.hasOwn(words, text)) return words[text];
    for (const [fits, said] of patterns) {
      const found = fits.exec(text);
      if (found) return said.replace(/\{(\w+)\}/g, (_, name) => /^[A-Z]+$/.test(name) ? found.groups[name] : translate(found.groups[name]));
    }
    const parts = text.split(/([a-z][a-z-]*)/);
    return parts.length > 1 && parts.every((part, index) => index % 2 ? Object.hasOwn(words, part) : !/[A-Z]/.test(part))
      ? parts.map((part, index) => index % 2 ? words[part] : part).join("") : null;
  }

  // What begins a sentence has a capital.
  function later(text) {
    if (!/^[A-Z]/.test(text)) return null;
    const found = known(text[0].toLowerCase() + text.slice(1));
    return found === null ? null : capital(found);
  }

  function pieces(text) {
    const separator = SEPARATORS.find(one => text.includes(one));
    return separator ? text.split(separator).map(translate).join(separator) : text;
  }

  return text => {
    const said = translate(text);
    return said !== text && /^[A-Z]/.test(text) ? capital(said) : said;
  };
}
