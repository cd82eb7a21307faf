// Small helpers: elements, requests.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list" && key !== "form" && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...there(children));
  return element;
}

const there = children => children.flat().filter(child => child !== null && child !== undefined);

export const fill = (element, ...children) => element.replaceChildren(...there(children));

export const version = document.querySelector('meta[name="version"]').content;

export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", body: JSON.stringify(body), headers: {"content-type": "application/json"},
  };
  const answer = await fetch(path, options);
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.error ?? `${answer.status}`);
  return data;
}

// Says something to those who listen to the page.
export function say(words) {
  const place = document.getElementById("said");
  place.textContent = "";
  setTimeout(() => { place.textContent = words; }, 30);
}

export function banner(words, ...more) {
  const place = document.getElementById("banner");
  place.replaceChildren(...(words ? [h("p", {}, words), ...more] : []));
}

export const remembered = (key, usual) => {
  try { return JSON.parse(localStorage.getItem(key)) ?? usual; } catch { return usual; }
};
export const remember = (key, value) => {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* then it is forgotten */ }
};
