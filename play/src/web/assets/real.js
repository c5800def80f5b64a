// A real table: what to roll and read off, what to place and move.

import { h, sentence } from "./dom.js";

const numbers = ([low, high]) => Array.from({ length: high - low + 1 }, (_, i) => low + i);

/** What is asked about dice or tiles, with a button for each answer. `answer(text)` is told what was chosen or typed. */
export function askedView(asked, answer) {
  const field = h("input", { class: "answer", autocomplete: "off", maxlength: 60, "aria-label": "Your answer", placeholder: asked.dice ? "or each die: 4 2 6" : "or type it" });
  const typed = (event) => {
    event.preventDefault();
    if (field.value.trim()) answer(field.value.trim());
  };
  const buttons = asked.range
    ? numbers(asked.range).map((number) => h("button", { class: "chip number", "data-answer": number, onclick: () => answer(String(number)) }, String(number)))
    : asked.picks.map(({ name, words }) => h("button", { class: "chip pick", "data-answer": name, onclick: () => answer(name) }, h("b", {}, sentence(name)), words && h("small", {}, words)));
  return h("div", { class: "asked" }, asked.note && h("p", { class: "faint" }, asked.note),
    h("div", { class: `chips ${asked.range ? "numbers" : "column"}` }, buttons),
    h("form", { class: "typed", onsubmit: typed }, field, h("button", { class: "chip", type: "submit" }, "Answer")));
}

function deedItem(deed) {
  return h("li", { class: deed.seat === null ? "dice" : `side-${deed.seat}` },
    h("b", {}, deed.seat === null ? "Dice" : sentence(deed.who)), " ", sentence(deed.words),
    deed.news.map((news) => h("span", { class: "news-line" }, sentence(news))),
    deed.why && h("span", { class: "news-line" }, deed.why));
}

const part = (title, kind, items) => items.length > 0 && h("section", { class: `deeds ${kind}` }, h("h3", {}, title), h("ol", {}, items));

/** What is to be done on the table before the game goes on. */
export function tableView(table) {
  return [
    part("Set the table", "set", table.setting_out.map((line) => h("li", {}, line))),
    part("Undo on the table", "undo", table.undo.map((line) => h("li", {}, sentence(line)))),
    part("On the table", "do", table.deeds.map(deedItem)),
  ].filter(Boolean);
}
