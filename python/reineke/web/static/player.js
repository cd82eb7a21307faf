// Steps through the positions of a game: first, back, play or pause, on, last; a slider and a speed.
import {h} from "./dom.js";
import {t} from "./strings.js";

const SPEEDS = [0.5, 1, 2, 5, 20];

export class Player {
  constructor(look) {
    this.look = look;
    this.now = 0;
    this.count = 1;
    this.over = false;
    this.speed = 2;
    this.timer = null;
    const button = (id, sign, go) => h("button", {type: "button", id, class: "step", "aria-label": t(`player.${id}`), title: t(`player.${id}`), onclick: go}, sign);
    this.play = button("play", t("player.play"), () => this.toggle());
    this.slider = h("input", {type: "range", min: "0", id: "slider", "aria-label": t("player.slider"), oninput: event => this.jump(Number(event.target.value))});
    this.place = h("output", {class: "place"});
    this.element = h("div", {class: "player", role: "group", "aria-label": t("player")},
      button("first", "|◀", () => this.jump(0)), button("back", "◀", () => this.jump(this.now - 1)), this.play,
      button("next", "▶", () => this.jump(this.now + 1)), button("last", "▶|", () => this.last()), this.slider, this.place,
      h("select", {"aria-label": t("player.speed"), id: "speed", onchange: event => { this.speed = Number(event.target.value); if (this.timer) { this.pause(); this.toggle(); } }},
        SPEEDS.map(speed => h("option", {value: speed, selected: speed === this.speed}, t("player.pace", {speed})))));
  }

  // The server shows position `now` of `count`, which is what was asked for or not yet.
  at(now, count, over, asked = true) {
    Object.assign(this, {now, count, over});
    this.slider.max = count - 1;
    this.slider.value = now;
    this.place.textContent = `${now} / ${count - 1}`;
    if (asked && over && now === count - 1) this.pause();
  }

  jump(moment) {
    this.pause();
    this.look(Math.max(0, Math.min(this.count - 1, moment)));
  }

  last() {
    this.pause();
    this.look(null);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.now >= this.count - 1 && this.over) this.look(0);
    this.timer = setInterval(() => { if (this.now < this.count - 1) this.look(this.now + 1); }, 1000 / this.speed);
    this.name("pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.name("play");
  }

  name(key) {
    this.play.textContent = t(`player.${key}`);
    this.play.setAttribute("aria-label", t(`player.${key}`));
    this.play.title = t(`player.${key}`);
  }
}
