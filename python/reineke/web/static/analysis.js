// What each move of a finished game cost: an analysis is asked for, waited for, and shown beside the board.
import {Board} from "./board.js";
import {ask, fill, h, remember, remembered, say} from "./dom.js";
import {believed, thought} from "./thoughts.js";
import {number, t, w} from "./strings.js";

const PAUSE = 400;
const capital = words => words[0].toUpperCase() + words.slice(1);

export class Analysis {
  // `jump` shows a position, `look` shows the game as a seat saw it.
  constructor(id, jump, look) {
    Object.assign(this, {id, jump, look});
    this.seat = null;
    this.picture = h("div", {class: "picture", id: "chart"});
    this.board = new Board(this.picture, () => {});
    this.picture.shadowRoot.addEventListener("click", event => this.point(event));
    this.chart = h("section", {class: "card chart", hidden: true, "aria-label": t("analysis.chart")}, this.picture, h("p", {class: "note"}, t("analysis.click")));
    this.body = h("div", {class: "study"});
    this.move = h("div", {class: "move", id: "move"});
    this.panel = h("section", {class: "card analysis", hidden: true, "aria-labelledby": "analysis-title"},
      h("h2", {id: "analysis-title"}, t("analysis")), this.body);
    this.ondress = () => { if (this.found) this.fetch(); };
    addEventListener("dress", this.ondress);
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("dress", this.ondress);
  }

  // The game is over, and somebody looks at one of its positions.
  show(state, names, asked) {
    Object.assign(this, {names, moment: state.moment});
    if (!this.begun) {
      this.begun = true;
      this.panel.hidden = false;
      this.update(asked);
    }
    this.drawMove();
  }

  strength() { return remembered("strength", "usual"); }

  // Asking and waiting.

  async update(start = false) {
    try {
      const told = await ask(`/g/${this.id}/analysis`);
      if (this.ended) return;
      this.strengths = told.strengths;
      const states = Object.entries(told.states), made = states.filter(([, one]) => one.state === "done").map(([key]) => key);
      const busy = states.find(([, one]) => one.state === "running" || one.state === "waiting");
      if (busy) this.wait(...busy);
      else if (made.length) { this.shown = made.includes(this.shown) ? this.shown : told.strengths.findLast(key => made.includes(key)); await this.fetch(); }
      else if (start) await this.start();
      else this.offer(states.find(([, one]) => one.state === "failed")?.[1].error);
    } catch (error) {
      if (this.ended) return;
      if (this.bar?.isConnected && error instanceof TypeError) this.timer = setTimeout(() => this.update(), 5 * PAUSE);  // nobody answers
      else this.offer(error.message);
    }
  }

  async start() {
    const strength = this.strength();
    try {
      await ask(`/g/${this.id}/analysis/${strength}`, {});
      this.shown = strength;
      await this.update();
    } catch (error) { this.offer(error.message); }
  }

  wait(strength, state) {
    this.shown = strength;
    if (!this.bar?.isConnected) {
      this.bar = h("progress", {id: "progress", "aria-label": t("analysis.progress"), max: "1"});
      this.said = h("p", {class: "note"});
      fill(this.body, this.said, this.bar, h("p", {class: "note"}, t("analysis.leave")),
        h("button", {type: "button", class: "quiet", id: "stop-analysis", onclick: () => this.stop(strength)}, t("analysis.stop")));
    }
    this.said.textContent = state.state === "waiting" ? t("analysis.waiting") : t("analysis.running", {done: state.done, of: state.of || "…"});
    if (state.of) { this.bar.max = state.of; this.bar.value = state.done; }
    this.timer = setTimeout(() => this.update(), PAUSE);
  }

  async stop(strength) {
    clearTimeout(this.timer);
    await fetch(`/g/${this.id}/analysis/${strength}`, {method: "DELETE"});
    this.update();
  }

  offer(error) {
    fill(this.body, error ? h("p", {class: "warn", role: "alert"}, t("analysis.failed", {why: t(error)})) : null,
      h("p", {class: "note"}, t("analysis.about")), this.form(t("analysis.start")));
  }

  form(words) {
    const choose = h("select", {id: "strength", "aria-label": t("analysis.strength"), onchange: event => remember("strength", event.target.value)},
      (this.strengths ?? ["quick", "usual", "thorough"]).map(key => h("option", {value: key, selected: key === this.strength()}, t(`strength.${key}`))));
    return h("div", {class: "acts"}, h("button", {type: "button", class: "primary", id: "analyse", onclick: () => this.start()}, words), choose);
  }

  async fetch() {
    const theme = remembered("theme", "auto");
    const found = await ask(`/g/${this.id}/analysis/${this.shown}?theme=${theme}`);
    if (this.ended) return;
    const first = !this.found;
    this.found = found;
    this.chart.hidden = false;
    this.board.show(found.chart);
    this.draw();
    if (first) say(t("analysis.done"));
  }

  // What was found.

  figure(value) {
    if (value === null) return "–";
    const kind = this.found.measure;
    return kind === "share" ? `${number(100 * value, 1)}\u00a0%` : number(value, kind === "points" ? 1 : 2);
  }

  change(value) {
    if (value === null) return "–";
    return Math.abs(value) < this.found.least ? "" : (value > 0 ? "+" : "−") + this.figure(Math.abs(value));
  }

  step(turn) { return this.found.steps.find(step => step.turn === turn && step.choices.length); }
  go(step) { this.jump(step.moment); }

  point(event) {
    const column = event.composedPath()[0].closest?.("[id^='turn-']");
    if (!column) return;
    const turn = Number(column.id.slice(5));
    this.jump(this.found.steps.find(step => step.turn === turn)?.moment ?? this.found.end.moment);
  }

  draw() {
    const found = this.found, {nodes, seconds} = found.budget;
    const budget = nodes ? t("analysis.nodes", {nodes: number(nodes, 0)}) : t("analysis.seconds", {seconds: number(seconds)});
    fill(this.body,
      h("p", {class: "note"}, t("analysis.judge", {judge: found.judge, budget}), " ", t(`measure.${found.measure}`)),
      this.names.length > 1 ? this.seats() : null,
      this.worst(), this.move, this.sums(), this.steps(),
      h("p", {class: "downloads"}, h("a", {href: `/g/${this.id}/report-${this.shown}.html`, download: "", id: "report"}, t("analysis.report"))),
      h("details", {}, h("summary", {}, t("analysis.again")), this.form(t("analysis.start"))));
    this.drawMove();
  }

  seats() {
    const choose = event => {
      this.seat = event.target.value === "" ? null : Number(event.target.value);
      this.look(this.seat);
      this.draw();
      document.getElementById("from-seat").focus();
    };
    return h("div", {class: "field"}, h("label", {for: "from-seat"}, t("analysis.seat")), h("select", {id: "from-seat", onchange: choose},
      h("option", {value: "", selected: this.seat === null}, t("analysis.all")),
      this.names.map((name, seat) => h("option", {value: String(seat), selected: this.seat === seat}, name))));
  }

  worst() {
    const found = this.found, named = this.seat === null ? found.worst : found.seats[this.seat].mistakes;
    const list = named.map(([turn, seat]) => {
      const step = this.step(turn), one = step.choices.find(choice => choice.seat === seat);
      const said = {move: step.moment + 1, who: this.names[seat], what: w(one.action), cost: this.figure(one.cost), better: w(one.better ?? one.action)};
      return h("li", {}, h("button", {type: "button", class: "mistake", onclick: () => this.go(step)},
        h("span", {class: "label"}, this.names.length > 1 ? t("mistake.title", said) : t("mistake.solo", said)),
        h("span", {class: "detail"}, t("mistake.better", said))));
    });
    return h("div", {}, h("h3", {}, t("analysis.worst")), list.length ? h("ol", {class: "mistakes", id: "mistakes"}, list) : h("p", {class: "note"}, t("analysis.faultless")));
  }

  sums() {
    const solo = this.names.length === 1;
    const heads = ["start", "luck", "own", ...(solo ? [] : ["others"]), "rest", "end"];
    const cell = (seat, key) => h("td", {class: "figure"}, key === "start" || key === "end" ? this.figure(seat[key]) : this.change(seat[key]) || "0");
    return h("div", {}, h("h3", {}, t("analysis.sums")), h("div", {class: "wide", tabindex: "0", role: "region", "aria-label": t("analysis.sums")}, h("table", {class: "sums", id: "sums"},
      h("thead", {}, h("tr", {}, solo ? null : h("th", {scope: "col"}, t("analysis.who")), heads.map(key => h("th", {scope: "col", class: "figure"}, t(`part.${key}`))))),
      h("tbody", {}, this.found.seats.map((seat, index) => h("tr", {class: index === this.seat ? "best" : ""},
        solo ? null : h("th", {scope: "row"}, this.names[index]), heads.map(key => cell(seat, key))))))));
  }

  steps() {
    const rows = this.found.steps.flatMap(step => step.choices.length ? step.choices.map(one => this.choiceRow(step, one)) : [this.chanceRow(step)]).filter(Boolean);
    return h("details", {id: "steps"}, h("summary", {}, t("analysis.steps")), h("div", {class: "wide tall", tabindex: "0", role: "region", "aria-label": t("analysis.steps")}, h("table", {class: "steps"},
      h("thead", {}, h("tr", {}, ["move", "what", "luck", "error"].map(key => h("th", {scope: "col", class: key === "what" ? "" : "figure"}, t(`column.${key}`))))),
      h("tbody", {}, rows))));
  }

  choiceRow(step, one) {
    if (this.seat !== null && one.seat !== this.seat) return null;
    const who = this.names.length > 1 ? `${this.names[one.seat]}: ` : "";
    const worst = this.found.worst.some(([turn, seat]) => turn === step.turn && seat === one.seat);
    return this.row(step, who + w(one.action), this.change(step.luck[one.seat]), one.cost === null ? "–" : this.change(-one.cost), worst ? "worst" : "");
  }

  chanceRow(step) {
    const seat = this.seat ?? step.luck.findIndex(luck => Math.abs(luck) >= this.found.least);
    if (!step.chance || seat < 0 && this.names.length > 1) return null;
    const beaten = step.beaten[Math.max(0, seat)], odds = beaten === null ? "" : ` (${t("analysis.luckier", {share: number(100 * beaten, 0)})})`;
    return this.row(step, w(step.chance) + odds, this.change(step.luck[Math.max(0, seat)]), "", "chance");
  }

  row(step, what, luck, error, kind) {
    return h("tr", {class: kind}, h("td", {class: "figure"}, h("button", {type: "button", class: "moment", "aria-label": t("player.go", {moment: step.moment}), onclick: () => this.go(step)}, String(step.moment + (step.choices.length ? 1 : 0)))),
      h("td", {}, what), h("td", {class: "figure"}, luck), h("td", {class: "figure cost"}, error));
  }

  // The move at the position that is shown.
  drawMove() {
    if (!this.found) return;
    const here = this.found.steps.filter(step => step.moment === this.moment);
    for (const column of this.picture.shadowRoot.querySelectorAll(".an-turn")) {
      const turn = Number(column.id.slice(5));
      column.classList.toggle("now", here.some(step => step.turn === turn) || turn === this.found.end.turn && this.moment === this.found.end.moment);
    }
    const key = JSON.stringify([this.moment, this.seat, this.shown]);
    if (key === this.shownMove && this.move.hasChildNodes()) return;
    this.shownMove = key;
    const parts = here.flatMap(step => step.choices.length ? this.choicesHere(step) : [this.luckHere(step)]);
    fill(this.move, ...(parts.length ? [h("h3", {id: "move-title"}, t("analysis.here", {moment: this.moment})), ...parts] : []));
  }

  luckHere(step) {
    const seats = step.luck.map((luck, seat) => [seat, this.change(luck)]).filter(([seat, words]) => words && (this.seat === null || seat === this.seat));
    const told = seats.map(([seat, words]) => `${this.names.length > 1 ? `${this.names[seat]} ` : ""}${words}${this.odds(step, seat)}`);
    return told.length ? h("p", {class: "luck"}, capital(`${step.chance ? `${w(step.chance)}; ` : ""}${t("part.luck")}: ${told.join(", ")}`)) : null;
  }

  // What else chance might have brought.
  odds(step, seat) {
    if (step.beaten[seat] === null) return "";
    const span = step.spread[seat], signed = value => this.change(value) || "0";
    const parts = [t("analysis.luckier", {share: number(100 * step.beaten[seat], 0)}), span ? t("analysis.spread", {low: signed(span[0]), high: signed(span[1])}) : null];
    return ` (${parts.filter(Boolean).join("; ")})`;
  }

  choicesHere(step) {
    return [...step.choices.filter(one => this.seat === null || one.seat === this.seat).map(one => {
      const cost = one.cost === null ? t("analysis.unknown") : this.change(-one.cost) ? t("analysis.cost", {cost: this.figure(one.cost), better: w(one.better ?? one.action)}) : t("analysis.good");
      const name = this.names.length > 1 ? this.names[one.seat] : t("analysis.played");
      return h("article", {class: "judged"},
        h("p", {class: one.better && this.change(one.cost) ? "verdict bad" : "verdict"}, h("strong", {}, `${name}: ${w(one.action)}`), " ", cost),
        thought({...one.thought, played: one.action}, t("analysis.best"), this.names), believed(one.beliefs, this.names[one.seat]));
    }), this.luckHere(step)];
  }
}
