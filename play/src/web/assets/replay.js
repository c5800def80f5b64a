// A game seen again, with a slider.

import * as api from "./api.js";
import { h, icon, sentence, wait } from "./dom.js";

export class Replay {
  /** `done()` is called when it ends; `entry(number)` gives the word before a position; `moved(number)` is told of each that is shown. */
  constructor(id, board, { done, entry, moved }) {
    Object.assign(this, { id, board, done, entry, moved, on: false, frames: new Map(), at: 0, total: 0 });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Position", oninput: () => this.go(Number(this.slider.value)) });
    this.text = h("p", { "aria-live": "polite" });
    const button = (text, title, onclick) => h("button", { class: "tool", title, "aria-label": title, onclick }, text);
    this.player = button(icon("play"), "Play", () => this.toggle());
    this.bar = h("div", { class: "replay-bar", hidden: true }, this.text,
      h("div", { class: "replay-tools" }, button(icon("first"), "To the start", () => this.go(0)), button(icon("back"), "Back", () => this.go(this.at - 1)), this.player,
        button(icon("on"), "On", () => this.go(this.at + 1)), button(icon("last"), "To the end", () => this.go(this.total)), this.slider,
        button("Back to the game", "Back to the game", () => this.stop())));
  }

  start(total, at) {
    this.setRunning(false);
    Object.assign(this, { on: true, total, frames: new Map() });
    this.slider.max = total;
    this.bar.hidden = false;
    this.go(at);
  }

  stop() {
    this.on = false;
    this.setRunning(false);
    this.bar.hidden = true;
    this.done();
  }

  /** Shows a position. What keeps it from being shown is said in its place. */
  async go(number) {
    const at = Math.max(0, Math.min(this.total, number));
    const back = at < this.at;
    this.at = at;
    this.slider.value = at;
    try {
      this.show(at, await this.frame(at, back));
    } catch (error) {
      this.setRunning(false);
      this.text.textContent = error.message;
    }
  }

  show(at, frame) {
    if (!frame || !this.on || this.at !== at) return;
    this.board.show(frame.scene);
    this.moved(at);
    const entry = this.entry(at);
    if (entry) this.board.point(entry.aim, "seen");
    const words = entry ? `${entry.seat === null ? "Dice" : sentence(entry.who)}: ${entry.words}` : "The start";
    this.text.replaceChildren(h("b", {}, `${at} of ${this.total}`), ` ${frame.stage}. ${words}`);
  }

  /** A position, with those that will be wanted next. */
  async frame(at, back) {
    const { frames } = this;
    if (!frames.has(at)) {
      const from = Math.max(0, at - (back ? api.FRAMES - 1 : 0));
      for (const frame of await api.frames(this.id, from)) frames.set(frame.number, frame);
    }
    return frames.get(at);
  }

  async toggle() {
    if (this.running) return this.setRunning(false);
    const run = this.setRunning(true);
    if (this.at >= this.total) await this.go(0);
    while (this.running === run && this.at < this.total) {
      await this.go(this.at + 1);
      await wait(650);
    }
    if (this.running === run) this.setRunning(false);
  }

  /** Each run is another one, so that an old one ends when a new one has begun. */
  setRunning(running) {
    this.running = running && Symbol("run");
    this.player.replaceChildren(icon(running ? "pause" : "play"));
    this.player.setAttribute("aria-label", running ? "Pause" : "Play");
    return this.running;
  }
}
