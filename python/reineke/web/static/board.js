// The drawing of a position: a whole SVG at first, then changes by id. It lives in a shadow tree, so that its ids and
// styles are its own.

import {w} from "./strings.js";

const SVG = "http://www.w3.org/2000/svg";
const OWN = `
:host { display: block; }
svg { display: block; width: 100%; height: auto; max-height: var(--tall, 78vh); margin: 0 auto; }
.can { cursor: pointer; pointer-events: all; }
.can:hover { filter: brightness(0.9); }
svg .an-turn { cursor: pointer; }
svg .an-turn:hover { opacity: 0.07; }
svg .an-turn.now { opacity: 0.14; }
`;

export class Board {
  constructor(host, choose) {
    this.root = host.attachShadow({mode: "open"});
    this.own = new CSSStyleSheet();
    this.own.replaceSync(OWN);
    this.legal = new Set();
    this.said = new WeakMap();
    this.root.addEventListener("click", event => {
      const actions = this.actionsAt(event.clientX, event.clientY);
      if (actions.length) choose(actions);
    });
  }

  // Shows a board as the server sends it; false if it has to be sent whole.
  show(board) {
    if (board.full !== undefined) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(board.css);
      this.root.adoptedStyleSheets = [sheet, this.own];
      this.root.replaceChildren(document.importNode(parse(board.full), true));
      this.translate();
      return true;
    }
    if (!this.root.firstChild) return false;
    const known = board.changes.every(change => this.change(change));
    this.translate();
    return known;
  }

  // Words in the drawing, in the reader's language; the server draws once for all readers.
  translate() {
    for (const words of this.root.querySelectorAll("text, title")) {
      if (words.textContent === this.said.get(words)) continue;
      const said = w(words.textContent);
      this.said.set(words, said);
      if (said !== words.textContent) words.textContent = said;
    }
  }

  clear() { this.root.replaceChildren(); }

  change([kind, id, first, second]) {
    const element = this.root.getElementById(id);
    if (!element) return false;
    if (kind === "set") {
      for (const [name, value] of Object.entries(first)) {
        if (value === null) element.removeAttribute(name); else element.setAttribute(name, value);
      }
    } else if (kind === "text") element.textContent = first;
    else if (kind === "cut") element.remove();
    else if (kind === "put") element.replaceWith(fragment(first));
    else {
      const before = first ? this.root.getElementById(first) : null;
      if (first && !before) return false;
      if (before) before.after(fragment(second)); else element.prepend(fragment(second));
    }
    return true;
  }

  // Marks what can be clicked.
  offer(actions) {
    this.legal = new Set(actions);
    for (const element of this.root.querySelectorAll("[data-action], [data-actions]")) {
      element.classList.toggle("can", meant(element).some(action => this.legal.has(action)));
    }
  }

  actionsAt(x, y) {
    for (const hit of this.root.elementsFromPoint(x, y)) {
      const element = hit.closest("[data-action], [data-actions]");
      const actions = element ? meant(element).filter(action => this.legal.has(action)) : [];
      if (actions.length) return actions;
    }
    return [];
  }
}

const meant = element => (element.dataset.action ?? element.dataset.actions).split(" ").filter(Boolean).map(Number);
const parse = text => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
const fragment = text => document.importNode(parse(`<svg xmlns="${SVG}">${text}</svg>`), true).firstChild;
