// The tab in which the game is looked at again: what was found, or how far the server is.

import * as api from "./api.js";
import { h, wait } from "./dom.js";
import { lookingView, reviewView } from "./review.js";

/** Milliseconds from one question how far the server is to the next. */
const BEAT = 700;

export class Looking {
  constructor(play) {
    Object.assign(this, { play, found: null, shown: null, asked: null });
  }

  /** Shows what was found in the game, if that is known, and else asks the server. */
  async ask() {
    const { play } = this;
    if (this.found || this.asked || !play.entries.length) return this.show();
    const asked = (this.asked = new AbortController());
    const looking = lookingView(play.entries.length, () => play.tab("play"));
    play.reviewTab.replaceChildren(looking.element);
    this.follow(asked, looking.tell);
    try {
      const { lineage } = play.view;
      this.found = { lineage, review: await api.review(play.id, asked.signal) };
    } catch (error) {
      if (error.name !== "AbortError") play.complain(error.message);
      if (!play.over.signal.aborted && play.panel.dataset.tab === "review") play.tab("play");
    }
    this.asked = null;
    if (play.panel.dataset.tab === "review") this.show();
  }

  /** Says how far the server is, until it is done or not waited for any more. */
  async follow(asked, tell) {
    for (await wait(BEAT); this.asked === asked && !asked.signal.aborted; await wait(BEAT)) {
      const share = await api.reviewing(this.play.id).catch(() => 0);
      if (this.asked === asked) tell(share);
    }
  }

  show() {
    const { play } = this;
    if (this.asked) return;
    if (!this.found) return play.reviewTab.replaceChildren(h("p", { class: "faint" }, "Nothing was played yet."));
    const { review, lineage } = this.found;
    const old = lineage !== play.view.lineage || review.words !== play.view.log.total || Boolean(review.outcome) !== (play.view.waiting.kind === "over");
    if (this.shown?.of === review && this.shown.old === old) return;
    const again = old && (() => {
      this.found = this.shown = null;
      this.ask();
    });
    this.shown = { ...reviewView(review, { jump: (number) => play.startReplay(number), close: () => play.tab("play"), again }), of: review, old };
    play.reviewTab.replaceChildren(this.shown.element);
    if (play.replay.on) this.shown.mark(play.replay.at);
  }

  /** Whoever goes elsewhere does not wait for the server. */
  leave() {
    this.asked?.abort();
  }

  /** Shows in the graph where in the game one is; nothing if in the game as it stands. */
  mark(number) {
    this.shown?.mark(number);
  }
}
