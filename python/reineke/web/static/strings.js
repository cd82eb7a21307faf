// The page's words, in the reader's language.
import {remember, remembered, version} from "./dom.js";
import {translator} from "./translate.js";

export const languages = {en: "English", de: "Deutsch"};
const tables = {}, translators = {};
let language = "en";

// All tables at once: a page that is older than its server can still change its language.
export async function begin() {
  for (const name of Object.keys(languages)) tables[name] = await (await fetch(`/static/${version}/${name}.json`)).json();
  const usual = navigator.language.startsWith("de") ? "de" : "en";
  speak(remembered("language", usual));
}

export function speak(name) {
  language = name in languages ? name : "en";
  document.documentElement.lang = language;
  document.getElementById("skip").textContent = t("skip");
  remember("language", language);
}

export const spoken = () => language;

// The string of a key, with {names} filled in; a key that is not in the table is a text of the server's.
export function t(key, values = {}) {
  const found = tables[language]?.[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// Words of a game, as far as the table knows them.
export const w = text => (translators[language] ??= translator(tables[language] ?? {}))(text);

export const number = (value, digits = 2) => value === null || value === undefined ? "–"
  : Math.abs(value) >= 1e6 ? (value > 0 ? "+∞" : "−∞")
  : value.toLocaleString(language, {maximumFractionDigits: digits});
export const moment = seconds => new Date(1000 * seconds).toLocaleString(language, {dateStyle: "medium", timeStyle: "short"});
