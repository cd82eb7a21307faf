// Opening a game, and the list of those that were played.
import {ask, banner, fill, h, remember, remembered} from "./dom.js";
import {runs} from "./runs.js";
import {moment, number, t, w} from "./strings.js";
import {follow, go} from "./way.js";

const LEVELS = ["novice", "easy", "fair", "strong", "best"];

export function lobby(main) {
  document.title = "Reineke";
  const form = h("form", {class: "card open", onsubmit: event => { event.preventDefault(); open(); }});
  const list = h("section", {class: "games", "aria-labelledby": "games-title"});
  const training = h("section", {class: "games", id: "runs", "aria-label": t("runs.title")});
  main.append(h("h1", {}, t("lobby.title")), h("p", {class: "lead"}, t("lobby.lead")), form, list, training);
  let games = [], wish = remembered("wish", {});

  ask("/api/catalogue").then(found => { games = found; draw(); }, failed);
  ask("/api/games").then(found => listed(list, found), failed);
  runs(training).catch(failed);

  const game = () => games.find(one => one.name === wish.game) ?? games[0];

  // What is wished for, as far as the game allows it.
  function settle() {
    const one = game();
    wish.game = one.name;
    if (!one.seats.includes(wish.seats)) wish.seats = one.usual;
    const usual = one.family === "clever" || one.seats.length === 1 && one.seats[0] === 1 ? "strong" : "fair";
    wish.chairs = Array.from({length: wish.seats}, (_, seat) => wish.chairs?.[seat] ?? (seat ? usual : "you"));
    wish.specs ??= {};
    wish.side ??= 24;
    wish.pace ??= "turns";
    wish.clock ??= 0.5;
    remember("wish", wish);
  }

  function change(key, value) { wish[key] = value; draw(); }

  function draw() {
    settle();
    const one = game(), held = document.activeElement?.id;
    fill(form,
      h("fieldset", {class: "choice"}, h("legend", {}, t("lobby.game")),
        games.map(option => h("label", {class: "tile"},
          h("input", {type: "radio", name: "game", id: `game-${option.name}`, value: option.name,
            checked: option.name === one.name, onchange: () => { wish.chairs = undefined; wish.seats = option.usual; change("game", option.name); }}),
          h("span", {class: "name"}, w(option.title)), h("span", {class: "about"}, about(option))))),
      one.seats.length > 1 ? field(t("lobby.seats"), "seats", h("select", {id: "seats", onchange: event => change("seats", Number(event.target.value))},
        one.seats.map(count => h("option", {value: count, selected: count === wish.seats}, count === 1 ? t("lobby.solo") : String(count))))) : null,
      one.sides ? field(t("lobby.side"), "side", h("input", {id: "side", type: "number", min: one.sides[0], max: one.sides[1], value: String(wish.side),
        onchange: event => change("side", Number(event.target.value))})) : null,
      one.clocks ? field(t("lobby.pace"), "pace", h("select", {id: "pace", onchange: event => change("pace", event.target.value)},
        ["turns", "slow", "normal", "fast"].map(key => h("option", {value: key, selected: key === wish.pace}, t(`pace.${key}`))))) : null,
      h("fieldset", {class: "chairs"}, h("legend", {}, t("lobby.who")), wish.chairs.map((_, seat) => chair(one, seat))),
      field(t("lobby.name"), "name", h("input", {id: "name", maxlength: "24", autocomplete: "nickname", value: remembered("name", ""),
        onchange: event => remember("name", event.target.value)})),
      h("details", {}, h("summary", {}, t("lobby.more")),
        field(t("lobby.seed"), "seed", h("input", {id: "seed", inputmode: "numeric", pattern: "[0-9]*"})),
        h("p", {class: "note"}, t("lobby.seed-note"))),
      h("button", {type: "submit", class: "primary", id: "start"}, wish.chairs.includes("you") ? t("lobby.start") : t("lobby.watch")),
    );
    if (held) document.getElementById(held)?.focus();
  }

  function about(option) {
    const own = t(`about.${option.family}`);
    return option.family && own !== `about.${option.family}` ? own : option.about;
  }

  function chair(one, seat) {
    const id = `chair-${seat}`, value = wish.chairs[seat];
    const options = [["you", t("seat.you")]];
    if (one.usual > 1 || wish.seats > 1) options.push(["open", t("seat.open")]);
    for (const level of LEVELS) options.push([level, t(`level.${level}`)]);
    options.push(["expert", t("seat.expert")]);
    const select = h("select", {id, onchange: event => {
      wish.chairs[seat] = event.target.value;
      draw();
    }}, options.map(([key, words]) => h("option", {value: key, selected: key === value}, words)));
    const spec = value !== "expert" ? null : h("input", {
      id: `spec-${seat}`, "aria-label": t("seat.spec", {seat: seat + 1}), value: wish.specs[seat] ?? "default(time=1)",
      onchange: event => { wish.specs[seat] = event.target.value; remember("wish", wish); }});
    const exact = LEVELS.includes(value) ? h("code", {class: "exact"}, one.levels[value]) : null;
    return h("div", {class: "field"}, h("label", {for: id}, t("seat.number", {seat: seat + 1})), select, spec, exact);
  }

  async function open() {
    const one = game(), options = {}, clocks = {slow: 1, normal: 0.5, fast: 0.25};
    if (one.seats.length > 1) options.seats = wish.seats;
    if (one.sides) options.width = options.height = wish.side;
    const alone = wish.chairs.filter(value => value === "you").length === 1 && !wish.chairs.includes("open");
    const seed = document.getElementById("seed").value.trim();
    const asked = {
      game: one.name, options, name: document.getElementById("name").value || (alone ? t("you") : ""),
      seats: wish.chairs.map((value, seat) => value === "you" || value === "open" ? {kind: value}
        : value === "expert" ? {kind: "agent", spec: document.getElementById(`spec-${seat}`).value}
        : {kind: "level", level: value, name: t(`short.${value}`)}),
    };
    if (seed) asked.seed = Number(seed);
    if (one.clocks && wish.pace !== "turns") asked.clock = clocks[wish.pace];
    try {
      go(`/g/${(await ask("/api/games", asked)).id}`);
    } catch (error) { failed(error); }
  }

  function failed(error) {
    banner(t("error.server", {why: error.message}));
  }
}

function field(words, id, input) {
  return h("div", {class: "field"}, h("label", {for: id}, words), input);
}

function listed(place, games) {
  place.replaceChildren(h("h2", {id: "games-title"}, t("games.title")), games.length ? h("ul", {}, games.map(one => h("li", {},
    h("a", {href: `/g/${one.id}`, onclick: follow},
      h("span", {class: "name"}, w(one.title)), " ", h("span", {class: `tag ${one.over ? "over" : "on"}`}, one.over ? t("games.over") : t("games.running")),
      h("span", {class: "about"}, `${one.seats.map(seat => seat.mine ? t("you") : seat.name).join(", ")} · ${outcome(one)}${moment(one.changed)}`)),
    one.over ? h("a", {class: "study", href: `/g/${one.id}#analyse`, onclick: follow}, t("analysis.start")) : null))) : h("p", {class: "note"}, t("games.none")));
}

function outcome(one) {
  if (!one.over) return t("games.turns", {count: one.turns}) + " · ";
  if (one.seats.length === 1) return t("games.points", {points: number(one.result.points[0])}) + " · ";
  const winners = one.result.winners.map(seat => one.seats[seat].mine ? t("you") : one.seats[seat].name);
  return (winners.length ? t("games.won", {who: winners.join(", ")}) : t("result.draw")) + " · ";
}
