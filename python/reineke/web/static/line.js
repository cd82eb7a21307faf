// The line to a room: one socket that comes back by itself, with the page's version in its first word.
import {version} from "./dom.js";

const SHORTEST = 300, LONGEST = 5000;

export class Line {
  constructor(room, hear, changed) {
    this.room = room;
    this.hear = hear;
    this.changed = changed;
    this.wait = SHORTEST;
    this.open();
  }

  open() {
    this.socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/${this.room}`);
    this.socket.addEventListener("message", event => {
      const said = JSON.parse(event.data);
      this.wait = SHORTEST;
      if (said.type === "hello" && said.version !== version) this.changed("stale");
      this.hear(said);
    });
    this.socket.addEventListener("open", () => this.changed("open"));
    this.socket.addEventListener("close", () => {
      if (this.ended) return;
      this.changed("lost");
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST, 2 * this.wait);
    });
  }

  say(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
