// A game: what the server says, shown step by step, and what the player chooses.

import * as api from "./api.js";
import { Board } from "./board.js";
import { choose, confirm, helpDialog, leaveDialogs, thoughtDialog } from "./dialogs.js";
import { announce, h, remember, remembered, sentence, wait } from "./dom.js";
import { key, same } from "./hex.js";
import { Hints } from "./hints.js";
import { SPEEDS, lay } from "./layout.js";
import { Looking } from "./looking.js";
import { choicesView, headView, logView } from "./panel.js";
import { askedView, tableView } from "./real.js";
import { Replay } from "./replay.js";
import { Showing } from "./showing.js";

/** So many steps at most are shown one by one. */
const MOST_SHOWN = 64;

/** Is it the browser's own? Some keyboards make brackets with Alt or AltGr. */
function isShortcut(event) {
  if (event.getModifierState?.("AltGraph")) return false;
  return event.ctrlKey || event.metaKey || (event.altKey && !["[", "]"].includes(event.key));
}

/** Do two pages see the same of a game? */
const isSame = (a, b) => a.seen === b.seen && a.lineage === b.lineage;

/** The pieces that take part in an action. */
const actors = ({ aim }) => [aim.piece, ...(aim.with ?? [])];

export class Play {
  constructor(id, { leave }) {
    this.id = id;
    this.leave = leave;
    this.view = null;
    this.entries = [];
    this.shown = 0;
    this.selected = null;
    this.busy = false;
    this.playing = Promise.resolve();
    this.over = new AbortController();
    this.board = new Board({ chosen: (hex, piece) => this.choseHex(hex, piece), looked: (hex) => this.looked(hex), walked: (hex) => this.walked(hex) });
    this.replay = new Replay(id, this.board, { done: () => this.back(), entry: (number) => this.entries[number - 1], moved: (number) => this.looking.mark(number) });
    this.hints = new Hints(this);
    this.showing = new Showing(this);
    this.looking = new Looking(this);
    lay(this);
    this.tab("play");
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  // ---- the page

  tab(name) {
    this.panel.dataset.tab = name;
    for (const tab of this.panel.querySelectorAll("[role=tab]")) tab.setAttribute("aria-selected", tab.dataset.tab === name);
    if (name === "review") this.looking.ask();
    else this.looking.leave();
    if (name === "log") this.log.parentElement.scrollTop = this.log.parentElement.scrollHeight;
  }

  key(event) {
    if (!this.view || isShortcut(event) || document.querySelector("dialog[open]") || event.target.matches?.("input:not([type=range]), select, textarea")) return;
    const able = (name) => !this[name].disabled && !this[name].hidden && this[name].click();
    const does = {
      u: () => able("undoer"), r: () => able("redoer"), h: () => able("hinter"), n: () => able("stepper"), "?": helpDialog,
      "+": () => this.board.zoom(1.3), "-": () => this.board.zoom(1 / 1.3), 0: () => this.board.fit(), Escape: () => this.escape(),
      " ": () => this.showing.hurry(), "]": () => this.nextPiece(1), "[": () => this.nextPiece(-1), l: () => this.tab(this.panel.dataset.tab === "log" ? "play" : "log"),
    }[event.key];
    // Nothing of the game as it stands is touched while another position is shown.
    if (this.replay.on && ["[", "]", " "].includes(event.key)) return;
    if (!does || (event.key === " " && event.target.matches?.("button, a"))) return;
    does();
    event.preventDefault();
  }

  close() {
    this.over.abort();
    this.running = false;
    leaveDialogs();
    this.hints.drop();
    this.looking.leave();
    document.removeEventListener("keydown", this.onKey);
  }

  // ---- the server

  /** Follows the game until the page is left. */
  async follow() {
    let pause = 500;
    while (!this.over.signal.aborted) {
      try {
        const before = this.view;
        const view = await this.poll();
        // An order's answer may have overtaken this one.
        if (before === this.view || view.version > this.view.version) this.take(view);
        pause = 500;
        this.complain(this.view.trouble);
      } catch (error) {
        if (error.name === "AbortError") continue;
        if (error.status === 404) return this.lost(error);
        this.complain(`${error.message} Trying again ...`);
        await wait(pause);
        pause = Math.min(pause * 2, 8000);
      }
    }
  }

  /** Asks how the game stands, and waits for news. A page that is not seen asks for none: a browser has but six connections for all pages. */
  async poll() {
    if (this.view) await this.seen();
    const asked = new AbortController();
    const leave = () => (this.over.signal.aborted || (document.hidden && this.view)) && asked.abort();
    leave();
    this.over.signal.addEventListener("abort", leave);
    document.addEventListener("visibilitychange", leave);
    try {
      return await api.look(this.id, this.have(), asked.signal);
    } finally {
      this.over.signal.removeEventListener("abort", leave);
      document.removeEventListener("visibilitychange", leave);
    }
  }

  /** Waits until the page is seen, or left. */
  async seen() {
    if (!document.hidden) return;
    await new Promise((done) => {
      document.addEventListener("visibilitychange", done, { once: true });
      this.over.signal.addEventListener("abort", done, { once: true });
    });
  }

  have() {
    if (!this.view) return {};
    return { version: this.view.version, lineage: this.view.lineage, have: this.entries.length };
  }

  lost(error) {
    this.complain(error.message);
    this.choices.replaceChildren(h("button", { class: "chip", onclick: this.leave }, "All games"));
  }

  /** Takes in what the server says, and shows it when what was before has been shown. */
  take(view) {
    const { log } = view;
    if (this.view && view.lineage === this.view.lineage && view.version <= this.view.version) return;
    const broken = this.view && view.lineage !== this.view.lineage;
    if (broken || !this.view) this.entries = [];
    this.entries.splice(log.from, this.entries.length, ...log.entries);
    const first = !this.view;
    if (!first && !isSame(this.at(), { seen: log.total, lineage: view.lineage })) {
      leaveDialogs({ stale: true });
      this.hints.drop();
    }
    this.view = view;
    if (broken && this.replay.on) this.replay.stop();
    if (first || broken) this.shown = Math.min(this.entries.length, broken ? this.shown : Infinity);
    if (broken) {
      this.shown = this.entries.length;
      this.told.replaceChildren();
    }
    if (first || broken) this.log.replaceChildren();
    this.choices.classList.add("waiting");
    this.playing = this.playing.then(() => this.catchUp()).catch((error) => this.giveUpShowing(error));
  }

  /** The choices on the page are not those of the game as it stands now. */
  get stale() {
    return this.choices.classList.contains("waiting");
  }

  /** How much of the game is seen: what is chosen is chosen there. */
  at() {
    return { seen: this.view.log.total, lineage: this.view.lineage };
  }

  /** Has the server do something, for whoever has seen the game as it stood `at` the time. */
  async order(what, at = this.view && this.at()) {
    if (this.busy || !this.view || this.replay.on || this.over.signal.aborted) return;
    this.busy = true;
    this.element.classList.add("busy");
    const before = this.view;
    try {
      const view = await api.order(this.id, { ...what, ...at });
      // Somebody else may have done more meanwhile, on another line of play.
      if (before === this.view || view.lineage === this.view.lineage) this.take(view);
    } catch (error) {
      this.running = false;
      if (error.status !== 409) this.complain(error.message);
    }
    this.busy = false;
    this.element.classList.remove("busy");
  }

  complain(text) {
    this.trouble.hidden = !text;
    this.trouble.textContent = text ?? "";
  }

  // ---- showing

  /** Shows all that has happened and was not shown yet. */
  async catchUp() {
    const view = this.view;
    const total = this.entries.length;
    const news = total - this.shown;
    const time = SPEEDS[remembered("moonbase.speed", "normal")] ?? SPEEDS.normal;
    if (this.replay.on) {
      this.tellLog();
      return;
    }
    if (news > 0 && news <= MOST_SHOWN && time > 0) await this.showing.steps(view, time);
    if (view === this.view && !this.replay.on) this.showAll();
  }

  /** Shows how the game stands, whatever happened in between. */
  showAll() {
    this.shown = this.entries.length;
    this.present();
  }

  giveUpShowing(error) {
    this.skipper.hidden = true;
    if (!this.replay.on) this.showAll();
    this.complain(error.message);
  }

  /** The game as it stands, with what can be chosen. */
  present() {
    if (this.over.signal.aborted) return;
    const { view } = this;
    this.title.textContent = view.title;
    document.title = `${view.title} · Moonbase`;
    this.rules.href = `/rules/${view.game}`;
    this.board.show(view.scene);
    this.head.replaceChildren(...headView(view));
    this.tellLog();
    this.tools();
    this.told.classList.remove("shown");
    this.choices.classList.remove("waiting");
    const moved = this.presented?.lineage !== view.lineage || this.presented?.log.total !== view.log.total;
    if (moved) {
      this.selected = this.sole();
      this.hints.aim = null;
    }
    const before = moved ? null : this.question.textContent;
    this.presented = view;
    this.offer();
    this.focusAgain();
    const last = this.entries.at(-1);
    const asked = this.asked();
    const told = { table: asked, over: asked, human: last && `${view.stage}. ${asked}` }[view.waiting.kind];
    if (told && asked !== before) announce(told);
    if (view.waiting.kind === "step" && this.running) this.order({ do: "step" });
    this.remember();
  }

  /** Whoever chose by the keyboard goes on there as soon as there is something to choose, unless they have gone elsewhere. */
  focusAgain() {
    if (!this.byKeys) return;
    const next = this.choices.querySelector(".answer, .chip");
    const lost = !document.activeElement || document.activeElement === document.body;
    if (next && lost) next.focus();
    if (next || !lost) this.byKeys = false;
  }

  asked() {
    const { waiting, seats, question } = this.view;
    if (waiting.kind === "human") return question;
    if (waiting.kind === "over") return waiting.result;
    if (waiting.kind === "table") return this.view.table.asked.text;
    if (waiting.kind === "dice") return "The dice roll.";
    if (waiting.kind === "full") return "The game cannot go on.";
    return `${sentence(seats[waiting.seat].name)}: ${waiting.kind === "step" ? "to decide" : "thinking"}.`;
  }

  tools() {
    const { can, seats, trouble, waiting } = this.view;
    const again = this.replay.on;
    this.choices.inert = this.real.inert = again;
    this.undoer.disabled = again || !can.undo;
    this.redoer.disabled = again || !can.redo;
    this.hinter.disabled = again || !can.hint;
    this.resigner.hidden = !can.resign;
    this.resigner.disabled = this.stepper.disabled = again;
    this.reviewer.disabled = this.entries.length === 0;
    if (this.panel.dataset.tab === "review") this.looking.show();
    const watched = !seats.some((seat) => seat.human) && !["over", "full"].includes(waiting.kind);
    if (!watched || trouble || again) this.running = false;
    this.stepper.hidden = this.runner.hidden = !watched;
    this.runner.textContent = this.running ? "Pause" : "Run";
    this.undoer.title = `Take back (u)${can.takebacks === null ? "" : `: ${can.takebacks} left`}`;
  }

  tellLog() {
    const from = this.log.querySelectorAll(".entry").length;
    const end = this.log.parentElement;
    const shown = this.entries.slice(0, this.shown);
    if (from > shown.length) this.log.replaceChildren();
    this.log.append(...logView(shown, Math.min(from, this.log.querySelectorAll(".entry").length), { why: (word) => this.askWhy(word), jump: (number) => this.startReplay(number) }));
    end.scrollTop = end.scrollHeight;
  }

  /** This browser knows the games that it has played. */
  remember() {
    const { view } = this;
    const known = remembered("moonbase.games", []).filter((game) => game.id !== this.id);
    const seats = view.seats.map((seat) => (seat.human ? "you" : seat.called)).join(" against ");
    const state = view.waiting.kind === "over" ? view.waiting.result : view.stage;
    remember("moonbase.games", [{ id: this.id, title: view.title, seats, state, when: Date.now() }, ...known].slice(0, 30));
  }

  // ---- choosing

  /** The piece that all actions of pieces are of, if it is but one. */
  sole() {
    const pieces = new Set(this.view.choices.flatMap(actors));
    return pieces.size === 1 ? [...pieces][0] : null;
  }

  offer() {
    const { view } = this;
    const over = view.waiting.kind === "over";
    this.question.textContent = this.asked();
    this.question.className = `question ${view.waiting.kind}`;
    const here = this.selected ? view.choices.filter((choice) => actors(choice).includes(this.selected)) : view.choices;
    const at = this.at();
    const chosen = { pick: (choice) => this.pick(choice, at), show: (choice) => this.preview(choice), open: (heading) => this.open(heading) };
    const all = this.selected && here.length < view.choices.length;
    const { table } = view;
    this.real.replaceChildren(...(table ? tableView(table) : []));
    this.element.classList.toggle("with-table", Boolean(table));
    this.choices.replaceChildren(...choicesView(here, chosen),
      ...(table?.asked ? [askedView(table.asked, (answer) => this.answer(answer, at))] : []),
      ...(all ? [h("button", { class: "chip all", onclick: () => this.select(null) }, `All ${view.choices.length} actions`)] : []),
      ...(view.waiting.kind === "step" ? [h("div", { class: "chips" }, h("button", { class: "chip strong", onclick: () => this.order({ do: "step" }) }, "Next decision"), h("button", { class: "chip", onclick: () => this.toggleRun() }, this.running ? "Pause" : "Let them play on"))] : []),
      ...(over ? [h("div", { class: "chips" }, h("button", { class: "chip strong", onclick: () => this.tab("review") }, "Review"), h("button", { class: "chip", onclick: () => this.startReplay(0) }, "Replay"), h("button", { class: "chip", onclick: this.leave }, "New game"))] : []));
    this.light(here);
    this.board.sight(this.selected ? view.scene.pieces.find((piece) => piece.id === this.selected)?.at : null);
  }

  light(here) {
    const targets = new Map();
    const shown = this.selected ? here : here.filter((choice) => !choice.aim.piece);
    for (const { aim } of shown) for (const hex of aim.to) {
      const known = targets.get(key(hex));
      targets.set(key(hex), known && known !== aim.verb ? "several" : aim.verb || "other");
    }
    const ready = new Set(this.view.choices.flatMap(actors).filter(Boolean));
    this.board.mark({ targets, ready, selected: this.selected });
    this.board.point(this.hints.aim, "hint");
  }

  select(piece) {
    this.selected = piece;
    this.offer();
    const found = piece && this.view.scene.pieces.find((one) => one.id === piece);
    if (found) announce(`${found.title} chosen.`);
  }

  escape() {
    if (this.replay.on) this.replay.stop();
    else this.select(this.sole());
  }

  nextPiece(by) {
    const ready = [...new Set(this.view.choices.flatMap(actors).filter(Boolean))];
    if (!ready.length) return;
    const at = ready.indexOf(this.selected);
    const from = at < 0 && by < 0 ? 0 : at;
    this.select(ready[(from + by + ready.length) % ready.length]);
    const piece = this.view.scene.pieces.find((one) => one.id === this.selected);
    if (piece) this.board.goTo(piece.at);
    // So that the arrow keys go on from there.
    if (document.activeElement === document.body) this.board.svg.focus();
  }

  /** A heading of the list was chosen: the piece that all its actions are of. */
  open(heading) {
    const pieces = new Set(this.view.choices.filter((choice) => choice.heading === heading).map((choice) => choice.aim.piece));
    if (pieces.size === 1) this.select([...pieces][0] ?? null);
  }

  choseHex(hex, piece) {
    if (!this.view || this.replay.on || this.busy || this.stale) return;
    const { choices } = this.view;
    if (!hex || !choices.length) return this.select(this.sole());
    const onto = (choice) => choice.aim.to.some((at) => same(at, hex));
    const aimed = this.selected ? choices.filter((choice) => actors(choice).includes(this.selected) && onto(choice)) : [];
    if (aimed.length) return this.among(aimed, hex);
    const free = choices.filter((choice) => !choice.aim.piece && onto(choice));
    const able = new Set(choices.flatMap(actors).filter(Boolean));
    const here = this.board.piecesAt(hex).filter((one) => able.has(one.id));
    const meant = here.find((one) => one.id === piece && !free.length);
    if (meant) return this.select(meant.id === this.selected && !this.sole() ? null : meant.id);
    if (here.length === 1 && !free.length) return this.select(here[0].id);
    if (!here.length && !free.length) return this.select(this.sole());
    this.among(free, hex, here);
  }

  /** Carries out the one action, or asks which; pieces may be chosen instead. */
  async among(all, hex, pieces = []) {
    const at = this.at();
    if (all.length === 1 && !pieces.length) return this.pick(all[0], at);
    const picked = await choose(this.board.describe(hex), all, pieces, (choice) => this.preview(choice));
    this.preview(null);
    if (picked?.piece) this.select(picked.piece.id);
    else if (picked) this.pick(picked.choice, at);
  }

  /** Carries out what was offered when the game stood `at` that. */
  pick(choice, at) {
    if (this.stale || this.replay.on) return null;
    // Whoever chose by the keyboard goes on there.
    this.byKeys = this.choices.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
    this.preview(null);
    return this.order({ do: "act", action: choice.action }, at);
  }

  /** What was rolled or drawn at a real table. */
  async answer(answer, at) {
    if (this.stale || this.replay.on || !this.view.table.asked) return;
    const { given } = this.view.table.asked;
    this.byKeys = this.choices.contains(document.activeElement) && document.activeElement.matches("input, :focus-visible");
    await this.order({ do: "answer", answer, given }, at);
  }

  /** Shows on the board what an action is about. */
  preview(choice) {
    this.board.clearEffects();
    this.board.preview(null);
    if (!choice) {
      this.board.point(this.hints.aim, "hint");
      return;
    }
    if (choice.aim.exits) this.board.preview(choice.aim.to[0], choice.aim.exits);
    this.board.point(choice.aim, "seen");
  }

  looked(hex) {
    if (!this.view) return;
    this.tip.textContent = hex ? this.board.describe(hex) : "";
    this.tip.classList.toggle("above", Boolean(hex) && this.board.isLow(hex));
    if (!this.selected) this.board.sight(hex && this.board.piecesAt(hex).some((piece) => piece.side === 0 || this.view.scene.land) ? hex : null);
  }

  /** Says a hex, and what can be done there, to whoever goes over the board by keys. */
  walked(hex) {
    announce([this.board.describe(hex), this.able(hex)].filter(Boolean).join(". "));
  }

  /** What Enter would do on a hex, in words; nothing if nothing. */
  able(hex) {
    const choices = this.replay.on || this.stale ? [] : this.view.choices;
    const onto = (choice) => choice.aim.to.some((at) => same(at, hex));
    const aimed = choices.filter((choice) => onto(choice) && (!choice.aim.piece || actors(choice).includes(this.selected)));
    if (aimed.length === 1) return `Enter: ${aimed[0].words}`;
    if (aimed.length) return `Enter: one of ${aimed.length} actions`;
    const able = new Set(choices.flatMap(actors).filter(Boolean));
    return this.board.piecesAt(hex).some((piece) => able.has(piece.id)) ? "Enter: choose what can act here" : "";
  }

  // ---- hints, reasons, resigning, watching

  async askWhy(word) {
    try {
      const thought = await api.why(this.id, word);
      if (!this.over.signal.aborted) await thoughtDialog(thought, { title: "Why" });
    } catch (error) {
      this.complain(error.message);
    }
  }

  async resign() {
    if (await confirm("Give the game up?", "Give up")) this.order({ do: "resign" });
  }

  toggleRun() {
    if (this.replay.on) return;
    this.running = !this.running;
    this.runner.textContent = this.running ? "Pause" : "Run";
    if (this.running) this.order({ do: "step" });
  }

  // ---- replay

  startReplay(number) {
    if (!this.view) return;
    this.board.mark({});
    this.board.sight(null);
    this.element.classList.add("replaying");
    this.replay.start(this.entries.length, number);
    this.showing.hurry();
    this.tools();
  }

  back() {
    this.element.classList.remove("replaying");
    this.looking.mark(null);
    this.showAll();
  }
}
