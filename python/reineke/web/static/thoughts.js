// What an agent thought: the move and why, as far as it says.
import {h} from "./dom.js";
import {number, t, w} from "./strings.js";

export function thought(one, name) {
  const facts = [
    one.value !== null ? t("thought.value", {value: number(one.value, 3)}) : null, one.proven ? t("thought.proven") : null,
    one.depth ? t("thought.depth", {depth: one.depth}) : null, one.nodes ? t("thought.nodes", {nodes: number(one.nodes, 0)}) : null,
    one.seconds ? t("thought.time", {seconds: number(one.seconds, 2)}) : null, one.note || null,
  ].filter(Boolean).join(", ");
  return h("article", {class: "thought"},
    h("h3", {}, `${name}: ${w(one.action)}`),
    h("p", {class: "note"}, facts || t("thought.nothing")),
    one.choices.length ? choices(one) : null,
    one.line.length > 1 ? h("p", {class: "note"}, t("thought.line"), " ", h("code", {}, one.line.slice(0, 10).join("  "))) : null);
}

function choices(one) {
  const visits = one.choices.some(choice => choice.visits), mixed = one.choices.filter(choice => choice.share > 0).length > 1;
  const most = Math.max(1, ...one.choices.map(choice => choice.visits));
  return h("table", {},
    h("thead", {}, h("tr", {}, h("th", {scope: "col"}, t("thought.option")), h("th", {scope: "col", class: "figure"}, t("thought.worth")),
      visits ? h("th", {scope: "col", class: "figure"}, t("thought.visits")) : null,
      mixed ? h("th", {scope: "col", class: "figure"}, t("thought.share")) : null)),
    h("tbody", {}, one.choices.slice(0, 8).map(choice => h("tr", {class: choice.action === one.action ? "best" : ""},
      h("th", {scope: "row"}, w(choice.action)), h("td", {class: "figure"}, number(choice.value, 3)),
      visits ? h("td", {class: "figure"}, h("meter", {min: 0, max: most, value: choice.visits, "aria-hidden": "true"}), number(choice.visits, 0)) : null,
      mixed ? h("td", {class: "figure"}, number(100 * choice.share, 1) + " %") : null))));
}
