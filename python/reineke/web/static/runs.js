// A training run: its curves, which grow while it goes on.
import {Board} from "./board.js";
import {ask, banner, fill, h, remembered} from "./dom.js";
import {moment, t} from "./strings.js";
import {follow} from "./way.js";

const PAUSE = 1000;
const DARK = matchMedia("(prefers-color-scheme: dark)");

export const progress = run => run.finished ? t("runs.finished") : run.steps === undefined ? t("runs.last", {when: moment(run.changed)})
  : run.total ? t("runs.steps", {steps: run.steps, total: run.total}) : t("runs.so-far", {steps: run.steps});

// The list on the first page; nothing where there is no run.
export async function runs(place) {
  const found = await ask("/api/runs");
  if (found.length) fill(place, h("h2", {id: "runs-title"}, t("runs.title")), h("ul", {}, found.map(run => h("li", {},
    h("a", {href: `/runs/${encodeURI(run.name)}`, onclick: follow}, h("span", {class: "name"}, run.name), " ",
      h("span", {class: `tag ${run.finished ? "over" : "on"}`}, run.finished ? t("runs.finished") : t("runs.open")),
      h("span", {class: "about"}, `${run.game} · ${run.recipe} · ${moment(run.changed)}`))))));
}

export function run(main, name) {
  const about = h("p", {class: "lead", id: "run-about", "aria-live": "polite"}), place = h("div", {class: "curves"});
  const boards = [];
  let steps = null, timer = null, ended = false;
  document.title = `${name} – Reineke`;
  main.append(h("h1", {}, name), about, place);

  function dark() {
    const theme = remembered("theme", "auto");
    return theme === "dark" || theme === "auto" && DARK.matches;
  }

  function draw(curves) {
    curves.forEach((curve, index) => {
      if (!boards[index]) {
        const host = h("div", {class: "card curve"});
        place.append(host);
        boards[index] = new Board(host, () => {});
      }
      boards[index].show(curve);
    });
  }

  async function update() {
    clearTimeout(timer);
    let found = null;
    try {
      found = await ask(`/api/runs/${encodeURI(name)}?theme=${dark() ? "dark" : "light"}&steps=${steps ?? ""}`);
      if (ended) return;
      banner("");
      if (found.curves) draw(found.curves);
      steps = found.steps;
      about.textContent = `${found.game}, ${found.recipe}: ${progress(found)}`;
    } catch (error) {
      if (ended) return;
      banner(t("error.server", {why: error.message}));
    }
    if (!found?.finished) timer = setTimeout(update, PAUSE);
  }

  const dress = () => { steps = null; update(); };
  addEventListener("dress", dress);
  update();
  return () => {
    ended = true;
    clearTimeout(timer);
    removeEventListener("dress", dress);
  };
}
