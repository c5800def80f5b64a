// What has happened, shown step by step.

import * as api from "./api.js";
import { roll } from "./dice.js";
import { announce, h, sentence, wait } from "./dom.js";
import { headView } from "./panel.js";

export class Showing {
  constructor(play) {
    Object.assign(this, { play, skip: false, skipped: null });
  }

  /** Shows what is new in a view, each step for some time, unless the player skips it or looks at something else. */
  async steps(view, time) {
    const { play } = this;
    this.skip = false;
    play.skipper.hidden = false;
    play.board.mark({});
    play.board.sight(null);
    play.choices.replaceChildren();
    let frames = [], { status } = play.presented ?? {};
    const goesOn = () => !this.skip && !play.replay.on && play.view.lineage === view.lineage && !play.over.signal.aborted;
    while (play.shown < view.log.total && goesOn()) {
      const number = play.shown;
      if (!frames.some((frame) => frame.number === number + 1)) frames = await api.frames(play.id, number + 1);
      const frame = frames.find((one) => one.number === number + 1);
      if (!frame || !goesOn()) break;
      this.say(play.entries[number], status ?? frame.status);
      await this.step(play.entries[number], frame, time);
      if (play.replay.on) break;
      status = frame.status;
      play.shown = number + 1;
      play.tellLog();
    }
    play.skipper.hidden = true;
    play.told.classList.remove("shown");
    if (!play.replay.on) play.board.clearEffects();
  }

  /** Says what happens beside the board, and to screen readers. */
  say(entry, status) {
    const { play } = this;
    const who = entry.seat === null ? "" : `${sentence(entry.who)}: `;
    play.head.replaceChildren(...headView({ ...play.view, stage: entry.stage, status }));
    play.question.className = "question";
    play.question.textContent = entry.seat === null ? "The dice" : sentence(entry.who);
    announce(`${who}${[entry.words, ...entry.news].join(". ")}`);
  }

  async step(entry, frame, time) {
    const { play } = this;
    const own = entry.seat !== null && play.view.seats[entry.seat].human;
    if (entry.dice.length) {
      await this.pausable(roll(play.dice, sentence(entry.words), entry.dice, time * 1.7));
      if (!play.replay.on) play.board.show(frame.scene);
      return;
    }
    if (!own) {
      this.tell(entry);
      play.board.clearEffects();
      play.board.point(entry.aim);
      await this.pausable(wait(time * (entry.seat === null ? 0.5 : 0.7)));
    }
    if (play.replay.on) return;
    play.board.show(frame.scene);
    await this.pausable(wait(own ? Math.min(time * 0.4, 250) : time * 0.35));
  }

  /** A line over the board about what happens. */
  tell(entry) {
    const who = entry.seat === null ? "Dice" : sentence(entry.who);
    this.play.told.className = `told shown ${entry.seat === null ? "dice" : `side-${entry.seat}`}`;
    this.play.told.replaceChildren(h("b", {}, who), " ", sentence(entry.words));
  }

  /** Waits, unless the player skips. */
  async pausable(work) {
    const skipped = new Promise((done) => (this.skipped = done));
    await Promise.race([work, skipped]);
    if (this.skip) this.play.dice.classList.remove("shown");
  }

  /** Skips what is being shown. */
  hurry() {
    this.skip = true;
    this.skipped?.();
  }
}
