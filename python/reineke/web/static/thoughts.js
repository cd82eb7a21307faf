// What an agent thought: the move and why, as far as it says.
import {h} from "./dom.js";
import {number, t, w} from "./strings.js";

// `one` may name the action that was `played`; `seats` are the names of those for whom options have a value each.
export function thought(one, name, seats = []) {
  const facts = [
    one.value !== null ? t("thought.value", {value: number(one.value, 3)}) : null, one.proven ? t("thought.proven") : null,
    one.depth ? t("thought.depth", {depth: one.depth}) : null, one.nodes ? t("thought.nodes", {nodes: number(one.nodes, 0)}) : null,
    one.seconds ? t("thought.time", {seconds: number(one.seconds, 2)}) : null, one.note || null,
  ].filter(Boolean).join(", ");
  return h("article", {class: "thought"},
    h("h3", {}, `${name}: ${w(one.action)}`),
    h("p", {class: "note"}, facts || t("thought.nothing")),
    one.choices.length ? choices(one, seats) : null,
    one.line.length > 1 ? h("p", {class: "note"}, t("thought.line"), " ", h("code", {}, one.line.slice(0, 10).join("  "))) : null);
}

function choices(one, seats) {
  const visits = one.choices.some(choice => choice.visits), mixed = one.choices.filter(choice => choice.share > 0).length > 1;
  const tuples = seats.length > 2 && one.choices.some(choice => choice.values);
  const most = Math.max(1, ...one.choices.map(choice => choice.visits));
  const shown = one.choices.filter((choice, index) => index < 8 || choice.action === one.played);
  const head = (words, more = "figure") => h("th", {scope: "col", class: more}, words);
  return h("div", {class: "wide", tabindex: tuples ? "0" : null, role: tuples ? "region" : null, "aria-label": tuples ? t("thought.option") : null}, h("table", {},
    h("thead", {}, h("tr", {}, head(t("thought.option"), ""), head(t("thought.worth")), tuples ? head(t("thought.tuple"), "") : null,
      visits ? head(t("thought.visits")) : null, mixed ? head(t("thought.share")) : null)),
    h("tbody", {}, shown.map(choice => h("tr", {class: choice.action === one.action ? "best" : choice.action === one.played ? "played" : ""},
      h("th", {scope: "row"}, w(choice.action), choice.action === one.played ? ` ← ${t("thought.played")}` : ""), h("td", {class: "figure"}, number(choice.value, 3)),
      tuples ? h("td", {class: "tuple"}, (choice.values ?? []).map(value => number(value, 2)).join(" · ")) : null,
      visits ? h("td", {class: "figure"}, h("meter", {min: 0, max: most, value: choice.visits, "aria-hidden": "true"}), number(choice.visits, 0)) : null,
      mixed ? h("td", {class: "figure"}, number(100 * choice.share, 1) + " %") : null)))));
}

// What a seat can believe of what it does not see.
export function believed(rows, name) {
  return rows.length ? h("article", {class: "thought beliefs"}, h("h3", {}, t("beliefs", {who: name})),
    h("table", {}, h("tbody", {}, rows.map(([words, odds]) => h("tr", {}, h("th", {scope: "row"}, words), h("td", {class: "figure"}, `${number(100 * odds, 0)} %`)))))) : null;
}
