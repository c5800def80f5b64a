// Dialogs: which action, yes or no, what an agent thought, help.

import { h, icon, sentence } from "./dom.js";
import { chip } from "./panel.js";
import { tileIcon } from "./tiles.js";

/** Those that are open: how to leave each, and whether it is about the position that is shown. */
const opened = new Map();

/** Leaves all dialogs, or only those about a position that is not the game's any more. */
export function leaveDialogs({ stale = false } = {}) {
  for (const [leave, bound] of [...opened]) if (bound || !stale) leave();
}

/** Opens a dialog; `fill(close)` gives what is in it. Answers with what it was closed with, nothing if it was left. */
function open(title, fill, name = "", bound = false) {
  return new Promise((done) => {
    const dialog = h("dialog", { class: name, "aria-label": title });
    const leave = () => close(undefined);
    opened.set(leave, bound);
    const close = (answer) => {
      opened.delete(leave);
      dialog.close();
      dialog.remove();
      done(answer);
    };
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close(undefined);
    });
    dialog.addEventListener("click", (event) => event.target === dialog && close(undefined));
    dialog.append(h("div", { class: "dialog-head" }, h("h2", {}, title), h("button", { class: "tool", "aria-label": "Close", onclick: () => close(undefined) }, icon("close"))), ...fill(close));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks which of several actions, or pieces, is meant. */
export function choose(title, choices, pieces, show) {
  return open(title, (close) => [
    h("div", { class: "chips column" },
      pieces.map((piece) => h("button", { class: "chip", onclick: () => close({ piece }) }, sentence(piece.title))),
      choices.map((choice) => choice.aim.exits
        ? chip(choice, () => close({ choice }), show)
        : h("button", { class: "chip", "data-action": choice.action, onclick: () => close({ choice }), onpointerenter: () => show(choice), onfocus: () => show(choice) },
          h("span", {}, sentence(choice.words)), choice.odds && h("small", {}, choice.odds)))),
  ], "which", true);
}

/** Yes or no. */
export function confirm(question, yes) {
  return open(question, (close) => [h("div", { class: "chips" }, h("button", { class: "chip strong", onclick: () => close(true) }, yes), h("button", { class: "chip", onclick: () => close(false) }, "No"))], "which");
}

const percent = (share) => `${Math.round(100 * share)}%`;

/** A bar from -1 to 1, as a seat sees it: in the colour of whom it is good for. */
function valueBar(value, seat) {
  const left = Math.min(50, 50 + 50 * value), width = Math.abs(50 * value);
  const bar = h("i", {});
  Object.assign(bar.style, { left: `${left}%`, width: `${width}%` });
  return h("span", { class: `value-bar side-${value < 0 ? 1 - seat : seat}`, "aria-hidden": "true" }, bar);
}

function weighedRow(thought, weighed, all) {
  const part = h("i", {});
  part.style.width = percent(weighed.visits / Math.max(1, all));
  return h("tr", { class: weighed.action === thought.action ? "best" : "" },
    h("th", { scope: "row" }, weighed.aim.exits && tileIcon(weighed.aim.exits), `${weighed.heading} ${weighed.aim.exits ? "" : weighed.label}`.trim()),
    h("td", {}, weighed.value === null ? "" : [valueBar(weighed.value, thought.seat), weighed.value.toFixed(2)]),
    h("td", {}, weighed.visits ? [h("span", { class: "visit-bar", "aria-hidden": "true" }, part), String(weighed.visits)] : ""),
    h("td", {}, weighed.prior === null ? "" : percent(weighed.prior)));
}

/** What an agent thought; with `can`, its action can be carried out: the answer is then true. */
export function thoughtDialog(thought, { title, can = false }) {
  const visits = thought.weighed.reduce((sum, { visits: more }) => sum + more, 0);
  return open(title, (close) => [
    h("p", { class: "lead" }, h("span", { title: thought.action }, `${sentence(thought.words)}.`)),
    thought.odds && h("p", {}, `${sentence(thought.odds)}.`),
    thought.value !== null && h("p", {}, `It judges the position `, h("b", {}, thought.value.toFixed(2)), ` for ${thought.seat_name} (-1 lost, +1 won).`),
    thought.weighed.length > 0 && h("div", { class: "scroll" }, h("table", { class: "weighed" },
      h("thead", {}, h("tr", {}, ["Action", "Value", "Visits", "At first sight"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, thought.weighed.map((weighed) => weighedRow(thought, weighed, visits))))),
    thought.line.length > 1 && h("div", {}, h("p", {}, "It expects then:"), h("ol", { class: "expected" }, thought.line.slice(1).map((step) => h("li", {}, sentence(step))))),
    h("p", { class: "faint" }, `${thought.agent}${thought.sims ? `, ${thought.sims} simulations in ${(thought.millis / 1000).toFixed(2)} s` : ""}`),
    can && h("div", { class: "chips" }, h("button", { class: "chip strong", onclick: () => close(true) }, "Do it"), h("button", { class: "chip", onclick: () => close(false) }, "I decide myself")),
  ].filter(Boolean), "thought", can);
}

const HELP = [
  ["Click or tap", "a piece to choose it, a lit hex to act there; every action is in the list as well"],
  ["Drag, wheel, pinch", "move and zoom the board"],
  ["Arrow keys, Enter", "go over the hexes, choose one (the board must have the focus)"],
  ["[ and ]", "the last and the next piece that can act"],
  ["Esc", "lets go of a piece"],
  ["u, r", "take back, play again what was taken back"],
  ["h", "a hint"],
  ["n", "when agents play: the next decision"],
  ["Space", "skips what is being shown"],
  ["l", "the log, and back"],
  ["+, -, 0", "zoom, the whole board; Shift and arrows move it"],
  ["?", "this help"],
];

export function helpDialog() {
  return open("Help", () => [
    h("p", {}, "Everything is saved after each move. The page can be closed at any time; the game is in the list when you come back."),
    h("dl", { class: "keys" }, HELP.map(([keys, does]) => [h("dt", {}, keys), h("dd", {}, does)])),
    h("p", {}, "Dice are rolled by the server, fairly: nobody, agents included, can see or shift a roll to come. The faces shown are such as fit what came out."),
  ], "help");
}
