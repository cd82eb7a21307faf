// A game: its board, whose turn it is, what may be done, and what happened.
import {banner, fill, h, remember, remembered, say} from "./dom.js";
import {Analysis} from "./analysis.js";
import {Board} from "./board.js";
import {Line} from "./line.js";
import {Player} from "./player.js";
import {believed, thought} from "./thoughts.js";
import {Tree} from "./tree.js";
import {number, t, w} from "./strings.js";
import {go} from "./way.js";

const NARROW = matchMedia("(max-width: 640px)");
const OVERLAYS = /^(speed|sawhian|clever|gen1)\b/;
const SPEED_KEYS = {ArrowLeft: "turn left", ArrowRight: "turn right", ArrowUp: "speed up", ArrowDown: "slow down", " ": "change nothing"};

// Words begin with a capital on a button; the name of a cell is no word.
const capital = words => words.length > 2 ? words[0].toUpperCase() + words.slice(1) : words;

export function table(main, id) {
  const view = new Table(main, id);
  return () => view.end();
}

class Table {
  constructor(main, id) {
    this.id = id;
    this.study = location.hash === "#analyse";
    this.state = null;
    this.log = [];
    this.picked = null;
    this.shownOptions = "";
    this.heading = h("h1", {}, "…");
    this.status = h("p", {class: "status", id: "status"});
    this.clock = h("div", {class: "clock", hidden: true}, h("div", {class: "bar"}), h("span", {class: "count"}));
    this.boardHost = h("div", {class: "board", id: "board"});
    this.board = new Board(this.boardHost, actions => this.pick(actions));
    this.player = new Player(moment => this.look(moment));
    this.analysis = new Analysis(id, moment => this.player.jump(moment), seat => this.line.say({type: "eyes", seat}));
    this.tree = new Tree(id);
    this.result = h("section", {class: "card result", hidden: true, "aria-label": t("result")});
    this.options = h("section", {class: "options", id: "options", "aria-label": t("options")});
    this.hinted = h("div", {class: "hint"});
    this.seats = h("ol", {class: "seats", "aria-label": t("seats")});
    this.acts = h("div", {class: "acts"});
    this.course = h("ol", {id: "course"});
    this.scroll = h("div", {class: "course", tabindex: "0", role: "log", "aria-label": t("course")}, this.course);
    this.thoughts = h("section", {class: "thoughts", "aria-label": t("thoughts")});
    main.append(
      h("div", {class: "top"}, this.heading, this.status, this.clock),
      h("div", {class: "left"}, this.boardHost, this.player.element, this.analysis.chart, this.tree.element),
      h("div", {class: "right"}, this.result, this.options, this.hinted, this.acts, this.analysis.panel, this.seats,
        h("details", {class: "card", open: !NARROW.matches, id: "course-box"}, h("summary", {}, t("course")), this.scroll), this.thoughts));
    this.line = new Line(id, said => this.hear(said), what => this.connection(what));
    this.onkey = event => this.key(event);
    this.onhash = () => { const asked = this.asked(); if (asked !== null) this.player.jump(asked); };
    this.ondress = () => { this.dress(); this.tree.dress(); };
    addEventListener("keydown", this.onkey);
    addEventListener("hashchange", this.onhash);
    addEventListener("dress", this.ondress);
    NARROW.addEventListener("change", this.ondress);
    this.ticking = setInterval(() => this.tick(), 50);
  }

  end() {
    this.line.end();
    this.player.pause();
    this.analysis.end();
    clearInterval(this.ticking);
    removeEventListener("keydown", this.onkey);
    removeEventListener("hashchange", this.onhash);
    removeEventListener("dress", this.ondress);
    NARROW.removeEventListener("change", this.ondress);
  }

  // The line.

  connection(what) {
    if (what === "stale") {
      this.stale = true;
      banner(t("error.stale"), h("button", {type: "button", onclick: () => location.reload()}, t("reload")));
    } else if (what === "lost") banner(t("error.lost"));
    else if (!this.stale) banner("");
    if (what === "open") {
      this.dress();
      this.line.say({type: "overlay", on: this.overlay()});
      if (this.analysis.seat !== null) this.line.say({type: "eyes", seat: this.analysis.seat});
    }
  }

  overlay() { return remembered("overlay", false); }

  dress() {
    this.line.say({type: "dress", theme: remembered("theme", "auto"), narrow: NARROW.matches});
  }

  hear(said) {
    if (said.type === "hello") this.greet(said);
    else if (said.type === "state") this.show(said);
    else if (said.type === "hint") this.hint(said);
    else if (said.type === "gone") { this.line.end(); banner(t(said.text)); }
    else if (said.type === "error") { banner(t(said.text)); say(t(said.text)); this.complained = true; }
  }

  greet(hello) {
    const first = !this.hello;
    this.hello = hello;
    this.heading.textContent = w(hello.title);
    document.title = `${w(hello.title)} – Reineke`;
    const asked = this.asked();
    if (first && asked !== null) this.look(asked);
    else if (first && hello.watch && !this.study) { this.look(0); this.player.toggle(); }
    else if (this.moment !== undefined && this.moment !== null) this.look(this.moment);
  }

  asked() {
    const found = /^#(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : null;
  }

  look(moment) {
    this.moment = moment;
    if (this.line.say({type: "look", moment})) {
      const mark = moment === null ? location.pathname : `#${moment}`;
      if (location.pathname === `/g/${this.id}`) history.replaceState(null, "", mark);
    }
  }

  // The state.

  show(state) {
    const before = this.state;
    this.state = state;
    this.arrived = performance.now();
    if (this.complained && before && state.at !== before.at) { this.complained = false; banner(""); }
    if (state.trouble) banner(state.trouble === "full" ? t("error.full-game") : t("error.trouble", {why: state.trouble}));
    else if (before?.trouble) banner("");
    this.boardHost.hidden = !state.board;
    if (state.board && !this.board.show(state.board)) { this.line.socket.close(); return; }
    // A state from before the server heard where to look does not end the play.
    const asked = this.moment ?? state.moment;
    this.player.at(state.moment, state.moments, state.status === "over", asked === state.moment);
    this.drawStatus(before);
    this.drawOptions();
    this.drawActs();
    this.drawSeats();
    this.drawLog(state.log);
    this.drawThoughts();
    this.drawResult(before);
    if (state.status === "over") this.analysis.show(state, state.seats.map((_, seat) => this.name(seat)), this.study);
    this.tree.at(this.hello.tree && state.open && !(state.status === "over" && this.live()) ? state.moment : null);
    this.board.offer(this.live() ? this.choices().map(choice => choice.action) : []);
  }

  live() { return this.state.moment === this.state.moments - 1; }
  mine() { return this.state.options.find(one => one.chosen === null) ?? this.state.options[0] ?? null; }
  choices() { return this.mine()?.choices ?? []; }
  name(seat) { const one = this.state.seats[seat]; return one.mine && this.state.seats.filter(other => other.mine).length === 1 ? t("you") : one.name; }

  drawStatus(before) {
    const state = this.state, acting = state.seats.map((seat, index) => seat.acts ? index : -1).filter(index => index >= 0);
    let words;
    if (state.status === "over") words = t("status.over");
    else if (state.status === "waiting") words = t("status.waiting");
    else if (state.blind) words = t("status.blind");
    else if (!this.live()) words = t("status.past", {now: state.moment, last: state.moments - 1});
    else if (this.mine() && this.mine().chosen === null) words = state.options.length > 1 ? t("status.seat", {who: state.seats[this.mine().seat].name}) : t("status.you");
    else if (state.seats.some(seat => seat.mine && seat.chosen)) words = t("status.chosen");
    else words = t("status.others", {who: acting.map(seat => this.name(seat)).join(", ")});
    if (this.status.textContent !== words) {
      this.status.textContent = words;
      if (before && words === t("status.you")) say(words);
    }
    this.status.classList.toggle("yours", Boolean(this.mine()) && this.live());
  }

  drawOptions() {
    const own = this.live() ? this.mine() : null, text = JSON.stringify([own, this.picked, this.state.at]);
    if (text === this.shownOptions) return;
    this.shownOptions = text;
    const had = this.options.contains(document.activeElement);
    if (!own) { this.options.replaceChildren(); this.picked = null; return; }
    const legal = new Set(own.choices.map(choice => choice.action));
    if (this.picked && !this.picked.every(action => legal.has(action))) this.picked = null;
    const shown = own.choices.filter(choice => !this.picked || this.picked.includes(choice.action));
    fill(this.options, 
      h("h2", {}, t("options")),
      h("div", {class: shown.some(choice => choice.detail) ? "choices wide" : "choices"}, shown.map((choice, index) => h("button", {
        type: "button", class: `choice ${choice.die ?? ""}`, "data-choice": String(choice.action), "aria-pressed": own.chosen === choice.action ? "true" : null,
        "aria-keyshortcuts": index < 9 ? String(index + 1) : null, onclick: () => this.play(choice.action)},
        h("span", {class: "label"}, capital(w(choice.label))), choice.detail ? h("span", {class: "detail"}, w(choice.detail)) : null))),
      this.picked ? h("button", {type: "button", class: "quiet", onclick: () => { this.picked = null; this.drawOptions(); }}, t("options.all")) : null);
    if (had || this.picked) this.options.querySelector(".choice")?.focus();
  }

  drawActs() {
    const can = this.state.can, {consent, open} = this.state, key = JSON.stringify([can, consent, open, this.overlay()]);
    if (key === this.shownActs) return;
    this.shownActs = key;
    const held = document.activeElement?.id;
    const act = (kind, words, sure) => h("button", {type: "button", class: "quiet", id: `act-${kind}`, onclick: () => { if (!sure || confirm(sure)) this.line.say({type: kind}); }}, words);
    fill(this.acts, [
      can.hint ? act("hint", t("act.hint")) : null, can.undo ? act("undo", t("act.undo")) : null,
      open && OVERLAYS.test(this.hello.game) ? this.toggle("act-overlay", t("act.overlay"), this.overlay(), () => this.switchOverlay()) : null,
      consent === null ? null : this.toggle("act-agree", t("consent.give"), consent, () => this.line.say({type: "agree", to: !consent})),
      can.resign ? act("resign", t("act.resign"), t("act.sure")) : null,
      consent === null ? null : h("p", {class: "note", id: "consent"}, open ? t("consent.open") : t("consent.closed"))]);
    if (held) document.getElementById(held)?.focus();
  }

  toggle(id, words, on, onclick) {
    return h("button", {type: "button", class: "quiet toggle", id, "aria-pressed": String(on), onclick}, words);
  }

  switchOverlay() {
    remember("overlay", !this.overlay());
    this.line.say({type: "overlay", on: this.overlay()});
    this.drawActs();
  }

  drawSeats() {
    const key = JSON.stringify([this.state.seats, this.state.status]);
    if (key === this.shownSeats) return;
    this.shownSeats = key;
    fill(this.seats, ...this.state.seats.map((seat, index) => h("li", {class: `${seat.acts ? "acts" : ""} ${seat.mine ? "mine" : ""}`},
      h("span", {class: `chip s${index % 6}`, "aria-hidden": "true"}, String(index + (this.hello.game.startsWith("speed") ? 0 : 1))),
      h("span", {class: "who"}, h("span", {class: "name"}, seat.name, seat.mine && seat.name !== t("you") ? h("em", {}, ` (${t("you")})`) : null),
        h("span", {class: "about"}, this.aboutSeat(seat))),
      seat.facts ? h("span", {class: "facts"}, w(seat.facts)) : null,
      seat.free ? h("button", {type: "button", class: "primary", id: `sit-${index}`, onclick: () => this.sit(index)}, t("seat.sit")) : null)));
    if (this.state.status === "waiting") this.seats.append(h("li", {class: "invite"}, h("span", {}, t("invite")), this.copying()));
  }

  aboutSeat(seat) {
    if (seat.free) return t("seat.free");
    if (seat.resigned) return t("seat.resigned");
    if (seat.thinks) return t("seat.thinks");
    if (seat.agent) return seat.level ? t(`level.${seat.level}`) : seat.agent;
    const here = seat.here ? t("seat.person") : t("seat.away");
    return seat.agrees && this.state.status !== "over" ? `${here}, ${t("seat.agrees")}` : here;
  }

  sit(seat) {
    this.line.say({type: "sit", seat, name: remembered("name", "")});
  }

  copying() {
    const button = h("button", {type: "button", class: "quiet", id: "copy", onclick: async () => {
      try { await navigator.clipboard.writeText(location.origin + location.pathname); button.textContent = t("copied"); }
      catch { prompt(t("copy"), location.origin + location.pathname); }
    }}, t("copy"));
    return button;
  }

  drawLog(log) {
    if (log.from === 0) { this.log = []; this.course.replaceChildren(); }
    const end = this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight < 40;
    this.log.length = Math.min(this.log.length, log.from);
    while (this.course.children.length > log.from) this.course.lastChild.remove();
    log.lines.forEach((sentences, index) => {
      const moment = log.from + index;
      this.log.push(sentences);
      this.course.append(h("li", {hidden: !sentences.length}, h("button", {type: "button", class: "moment", "aria-label": t("player.go", {moment}), onclick: () => this.player.jump(moment)}, String(moment)),
        h("span", {}, sentences.map(sentence => h("span", {class: "sentence"}, w(sentence))))));
    });
    [...this.course.children].forEach((item, index) => item.classList.toggle("now", index === this.state.moment));
    if (end && this.live()) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  drawThoughts() {
    const list = this.state.thoughts.filter(one => one.choices.length || one.depth || one.note), key = JSON.stringify([list, this.state.beliefs]);
    if (key === this.shownThoughts) return;
    this.shownThoughts = key;
    const names = this.state.seats.map((_, seat) => this.name(seat)), mine = this.state.seats.findIndex(seat => seat.mine);
    fill(this.thoughts, believed(this.state.beliefs, names[this.analysis.seat ?? mine] ?? t("you")),
      ...(list.length ? [h("h2", {}, t("thoughts")), ...list.map(one => thought(one, names[one.seat], names))] : []));
  }

  drawResult(before) {
    const result = this.state.result;
    this.result.hidden = !result;
    if (!result || this.shownResult === this.state.at) return;
    this.shownResult = this.state.at;
    const words = this.outcome(result);
    const order = this.state.seats.map((_, seat) => seat).sort((a, b) => result.outcome[b] - result.outcome[a] || result.points[b] - result.points[a]);
    const scored = result.points.some((points, seat) => points !== result.outcome[seat]);
    const link = (file, name) => h("a", {href: `/g/${this.id}/${file}`, download: ""}, name);
    fill(this.result, 
      h("h2", {id: "outcome"}, words), result.rating ? h("p", {class: "rating"}, w(result.rating)) : null,
      this.hello.solo ? null : h("ol", {class: "places"}, order.map(seat => h("li", {}, scored ? `${this.state.seats[seat].name}: ${t("result.points", {points: number(result.points[seat])})}` : this.state.seats[seat].name))),
      ...result.forfeits.map(one => h("p", {class: "note"}, t("result.forfeit", {who: this.state.seats[one.seat].name, why: one.message}))),
      h("div", {class: "acts"}, h("button", {type: "button", class: "primary", id: "again", onclick: () => go("/")}, t("again")),
        h("button", {type: "button", class: "quiet", id: "replay", onclick: () => { this.player.pause(); this.look(0); this.player.at(0, this.state.moments, true); this.player.toggle(); }}, t("replay")), this.copying()),
      h("p", {class: "downloads"}, t("take"), " ", link("game.jsonl", "JSON"), " ", link("board.svg", "SVG"), " ", link("board.png", "PNG"), " ", link("game.gif", "GIF")));
    if (before && before.status !== "over") say(`${t("status.over")} ${words} ${result.rating ?? ""}`);
  }

  outcome(result) {
    if (this.hello.solo) return t("result.solo", {points: number(result.points[0])});
    if (!result.winners.length) return t("result.draw");
    if (result.winners.length === 1 && this.state.seats[result.winners[0]].mine) return t("result.you");
    return t("result.won", {who: result.winners.map(seat => this.state.seats[seat].name).join(", ")});
  }

  hint(hint) {
    fill(this.hinted, h("div", {class: "card"}, h("h2", {}, t("act.hint")), thought(hint, t("hint.best"))));
    say(t("hint.said", {action: w(hint.action)}));
    this.hintAt = hint.at;
  }

  // What the person does.

  pick(actions) {
    if (actions.length === 1) this.play(actions[0]);
    else { this.picked = actions; this.drawOptions(); }
  }

  play(action) {
    const own = this.mine();
    if (!own || !this.live()) return;
    this.picked = null;
    this.hinted.replaceChildren();
    for (const button of this.options.querySelectorAll(".choice")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.choice) === action));
    }
    if (!this.line.say({type: "play", seat: own.seat, at: this.state.at, action})) banner(t("error.lost"));
    this.moment = null;
  }

  key(event) {
    if (event.metaKey || event.ctrlKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName) || !this.state) return;
    const choices = this.live() ? this.choices() : [];
    if (this.hello?.game.startsWith("speed") && choices.length && event.key in SPEED_KEYS) {
      if (event.key === " " && event.target.tagName === "BUTTON") return;
      const choice = choices.find(one => one.label === SPEED_KEYS[event.key]);
      if (choice) { event.preventDefault(); this.play(choice.action); }
    } else if (/^[1-9]$/.test(event.key)) {
      const button = this.options.querySelectorAll(".choice")[Number(event.key) - 1];
      if (button) { event.preventDefault(); button.click(); }
    } else if (event.key === "ArrowLeft" && !choices.length) this.player.jump(this.player.now - 1);
    else if (event.key === "ArrowRight" && !choices.length) this.player.jump(this.player.now + 1);
  }

  // The countdown of a turn in real time.
  tick() {
    const state = this.state;
    const on = state && state.left !== null && state.clock !== null && state.status === "playing" && this.live();
    this.clock.hidden = !on;
    if (!on) return;
    const left = Math.max(0, state.left - (performance.now() - this.arrived)), seconds = left / 1000;
    this.clock.firstChild.style.width = `${Math.min(100, 100 * seconds / state.clock)}%`;
    this.clock.lastChild.textContent = seconds > state.clock ? t("clock.ready", {seconds: Math.ceil(seconds - state.clock)}) : `${number(seconds, 1)} s`;
  }
}
