// The game tree of the position that is shown, drawn once somebody opens it.
import {Board} from "./board.js";
import {ask, h, remembered} from "./dom.js";
import {t} from "./strings.js";

export class Tree {
  constructor(id) {
    this.id = id;
    this.picture = h("div", {class: "picture", id: "tree"});
    this.note = h("p", {class: "note"});
    this.board = new Board(this.picture, () => {});
    this.element = h("details", {class: "card tree", hidden: true, ontoggle: () => this.draw()}, h("summary", {}, t("tree")), this.note,
      h("div", {class: "wide", tabindex: "0", role: "region", "aria-label": t("tree")}, this.picture));
  }

  // `moment` is a position in which somebody moves, or null.
  at(moment) {
    this.element.hidden = moment === null;
    if (moment === this.moment) return;
    this.moment = moment;
    this.draw();
  }

  async draw() {
    if (!this.element.open || this.moment === null || this.drawn === this.moment) return;
    const moment = this.drawn = this.moment;
    try {
      const found = await ask(`/g/${this.id}/tree/${moment}?theme=${remembered("theme", "auto")}`);
      if (moment !== this.moment) return;
      this.board.show(found);
      this.note.textContent = t("tree.about");
    } catch (error) {
      this.drawn = null;
      this.note.textContent = t("error.server", {why: error.message});
    }
  }

  dress() {
    this.drawn = null;
    this.draw();
  }
}
