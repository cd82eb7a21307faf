// The frame of the page: language, colours, and which view is shown.
import {banner, h, remember, remembered} from "./dom.js";
import {begin, languages, speak, spoken, t} from "./strings.js";
import {lobby} from "./lobby.js";
import {run} from "./runs.js";
import {table} from "./table.js";
import {follow, onWay} from "./way.js";

const THEMES = ["auto", "light", "dark"];
let leave = () => {};

function theme() { return remembered("theme", "auto"); }

function dress() {
  document.documentElement.dataset.theme = theme();
}

function tools() {
  const place = document.querySelector(".tools");
  const language = h("select", {"aria-label": t("language"), onchange: event => {
    speak(event.target.value);
    show();
  }}, Object.entries(languages).map(([key, name]) => h("option", {value: key, selected: key === spoken()}, name)));
  const colours = h("select", {"aria-label": t("theme"), onchange: event => {
    remember("theme", event.target.value);
    dress();
    dispatchEvent(new Event("dress"));
  }}, THEMES.map(key => h("option", {value: key, selected: key === theme()}, t(`theme.${key}`))));
  place.replaceChildren(h("a", {href: "/", class: "quiet", onclick: follow}, t("home")), colours, language);
}

function show() {
  leave();
  banner("");
  tools();
  const main = document.getElementById("main");
  main.replaceChildren();
  const found = /^\/g\/([\w-]+)$/.exec(location.pathname), training = /^\/runs\/(.+)$/.exec(location.pathname);
  main.className = found ? "game" : "lobby";
  leave = (found ? table(main, found[1]) : training ? run(main, decodeURI(training[1])) : lobby(main)) ?? (() => {});
}

await begin();
dress();
document.querySelector(".brand").addEventListener("click", follow);
onWay(show);
show();
