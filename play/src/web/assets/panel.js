// The panel beside the board: the state of the game, what can be chosen, the log.

import { throws } from "./dice.js";
import { h, sentence } from "./dom.js";
import { tileIcon } from "./tiles.js";

/** Who plays: `SHADO: you`. */
function seatLine(seat, who, waiting) {
  const turn = waiting.seat !== null && waiting.seat === seat.number;
  return h("span", { class: `seat side-${seat.number} ${turn ? "turn" : ""}` }, h("i", { "aria-hidden": "true" }),
    h("b", {}, sentence(seat.name)), " ", who);
}

/** The head: game, seats, state. */
export function headView(view) {
  const people = view.seats.filter((seat) => seat.human).length;
  const who = (seat) => (seat.human ? (people > 1 ? "a person" : "you") : seat.called);
  return [
    h("div", { class: "seats" }, view.seats.map((seat, number) => seatLine({ ...seat, number }, who(seat), view.waiting))),
    h("p", { class: "stage" }, view.stage),
    h("p", { class: "state" }, view.status.slice(1).join(" ")),
  ];
}

/** What is asked, and what can be chosen, by heading. `show` is told which action is pointed at. */
export function choicesView(choices, { pick, show, open }) {
  const groups = new Map();
  for (const choice of choices) groups.set(choice.heading, [...(groups.get(choice.heading) ?? []), choice]);
  return [...groups].map(([heading, all]) => h("section", { class: `group ${all.length === 1 ? "single" : ""}` },
    h("h3", {}, h("button", { class: "heading", onclick: () => open(heading), title: `Show ${heading} on the board` }, heading)),
    h("div", { class: "chips" }, all.map((choice) => chip(choice, pick, show)))));
}

/** A button for an action. */
export function chip(choice, pick, show) {
  const told = [sentence(choice.words), choice.odds && sentence(choice.odds)].filter(Boolean).join(". ");
  const exits = choice.aim.exits;
  return h("button", {
    class: `chip ${choice.aim.verb} ${exits ? "pictured" : ""}`, "data-action": choice.action, title: told, "aria-label": told,
    onclick: () => pick(choice), onpointerenter: () => show(choice), onpointerleave: () => show(null),
    onfocus: () => show(choice), onblur: () => show(null),
  }, exits && tileIcon(exits), h("span", {}, exits ? choice.label.split(" from ").slice(1).map((from) => `from ${from}`).join("") || choice.label : choice.label));
}

/** Entries of the log from number `from` on; stages are headlines. */
export function logView(entries, from, { why, jump }) {
  let stage = from ? entries[from - 1].stage : "";
  return entries.slice(from).flatMap((entry, i) => {
    const head = entry.stage !== stage && h("li", { class: "stage-line" }, entry.stage);
    stage = entry.stage;
    return [head, entryView(entry, from + i, { why, jump })].filter(Boolean);
  });
}

function entryView(entry, number, { why, jump }) {
  const who = entry.seat === null ? "dice" : `side-${entry.seat}`;
  return h("li", { class: `entry ${who}`, "data-word": number },
    h("button", { class: "who", title: "Show the board as it was", onclick: () => jump(number + 1) }, entry.seat === null ? "dice" : sentence(entry.who)),
    h("div", { class: "what" },
      h("span", { title: entry.notation }, sentence(entry.words)),
      entry.dice.length > 0 && h("span", { class: "thrown" }, throws(entry.dice)),
      entry.news.map((news) => h("span", { class: "news-line" }, sentence(news))),
      entry.thought && h("button", { class: "why", onclick: () => why(number) }, "why?")));
}
