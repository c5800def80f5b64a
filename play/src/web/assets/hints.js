// Hints: one at a time, and only for the position that is shown.

import * as api from "./api.js";
import { thoughtDialog } from "./dialogs.js";

export class Hints {
  constructor(play) {
    this.play = play;
    /** What the last hint for this position is about. */
    this.aim = null;
    this.asked = null;
  }

  async ask() {
    const { play } = this;
    if (!play.view?.can.hint || play.replay.on || this.asked) return;
    const asked = (this.asked = new AbortController());
    const at = play.at();
    play.hinter.classList.add("thinking");
    try {
      const thought = await api.hint(play.id, asked.signal);
      if (!asked.signal.aborted && !play.replay.on) await this.show(thought, at);
    } catch (error) {
      if (error.name !== "AbortError") play.complain(error.message);
    } finally {
      if (this.asked === asked) this.drop();
    }
  }

  async show(thought, at) {
    const { play } = this;
    this.aim = thought.aim;
    play.board.clearEffects();
    play.board.point(thought.aim, "hint");
    const choice = play.view.choices.find((one) => one.action === thought.action);
    const does = await thoughtDialog(thought, { title: "A hint", can: Boolean(choice) });
    if (does) await play.pick(choice, at);
  }

  /** A hint is of no use any more when the game has gone on: another can be asked for at once. */
  drop() {
    this.asked?.abort();
    this.asked = null;
    this.play.hinter.classList.remove("thinking");
  }
}
