// A game looked at again: its chances as a graph, what turned it, skill and luck.

import { h, icon, s, sentence } from "./dom.js";

const WIDE = 360, HIGH = 168, LEFT = 34, RIGHT = 10, TOP = 12, BOTTOM = 12;

const percent = (chance) => `${Math.round(chance)}%`;

/** With its sign, to one decimal; nothing has none. */
function signed(points) {
  const size = Math.abs(points).toFixed(1);
  return `${size === "0.0" ? "" : points > 0 ? "+" : "−"}${size}`;
}

/** Where things lie in the graph. */
function scale(count) {
  const width = WIDE - LEFT - RIGHT;
  return {
    x: (number) => LEFT + (width * number) / Math.max(1, count - 1),
    y: (chance) => TOP + ((HIGH - TOP - BOTTOM) * (100 - Math.max(0, Math.min(100, chance)))) / 100,
    number: (x) => Math.max(0, Math.min(count - 1, Math.round(((x - LEFT) / width) * (count - 1)))),
  };
}

function lines({ y }, names) {
  const line = (chance, kind) => s("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(chance), y2: y(chance), class: kind });
  const label = (chance) => s("text", { x: LEFT - 5, y: y(chance) + 3.5, class: "scale" }, percent(chance));
  return [line(100, "frame"), line(0, "frame"), line(50, "even"), ...[100, 50, 0].map(label),
    s("text", { x: LEFT + 5, y: y(100) + 12, class: "whose side-0" }, `for ${names[0]}`),
    s("text", { x: LEFT + 5, y: y(0) - 5, class: "whose side-1" }, `for ${names[1]}`)];
}

/** A number on the line: a ring after a choice, a square after dice. */
function turningPoint({ x, y }, told, number) {
  const at = { x: x(told.number + 1), y: y(told.after) };
  const shape = told.seat === null ? s("rect", { x: -8, y: -8, width: 16, height: 16, rx: 3 }) : s("circle", { r: 8.5 });
  const aside = Math.min(WIDE - RIGHT - 4, at.x), down = Math.max(TOP + 6, Math.min(HIGH - BOTTOM - 6, at.y));
  return s("g", { class: `turning ${told.seat === null ? "dice" : `side-${told.seat}`}`, transform: `translate(${aside.toFixed(1)} ${down.toFixed(1)})` }, shape, s("text", { y: 3.8 }, String(number + 1)));
}

/** The graph, and a function that shows where in the game one is. */
function graph(review, jump) {
  const to = scale(review.chances.length);
  const names = review.sides.map(({ name }) => name);
  const points = review.chances.map((chance, number) => `${to.x(number).toFixed(1)},${to.y(chance).toFixed(1)}`);
  const area = [`${LEFT},${to.y(50)}`, ...points, `${WIDE - RIGHT},${to.y(50)}`].join(" ");
  const half = (id, y) => s("clipPath", { id }, s("rect", { x: 0, y, width: WIDE, height: to.y(50) - TOP }));
  const cursor = s("line", { y1: TOP, y2: HIGH - BOTTOM, class: "now", visibility: "hidden" });
  const [first, last] = [review.chances[0], review.chances.at(-1)];
  const svg = s("svg", { class: "chances", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `Chances of ${review.first} to win, from ${percent(first)} to ${percent(last)} in ${review.words} steps` },
    s("defs", {}, half("above-even", TOP), half("below-even", to.y(50))),
    s("polygon", { points: area, class: "area side-0", "clip-path": "url(#above-even)" }),
    s("polygon", { points: area, class: "area side-1", "clip-path": "url(#below-even)" }),
    lines(to, names), cursor,
    s("polyline", { points: points.join(" "), class: "line" }),
    review.turning_points.map((told, number) => turningPoint(to, told, number)));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    jump(to.number(((event.clientX - box.left) / box.width) * WIDE));
  });
  const mark = (number) => {
    const on = number !== null && number < review.chances.length;
    cursor.setAttribute("visibility", on ? "visible" : "hidden");
    if (on) cursor.setAttribute("transform", `translate(${to.x(number).toFixed(1)} 0)`);
  };
  return { svg, mark };
}

function sideCard(side, number) {
  const figure = (points, words) => h("p", { class: "figure" }, h("b", {}, points), h("span", {}, words));
  return h("section", { class: `side-card side-${number}` },
    h("h4", {}, h("i", { "aria-hidden": "true" }), sentence(side.name), " ", h("small", {}, side.player === "human" ? "a person" : side.player)),
    figure(signed(-side.given_away), `Skill: ${side.skill}.`), figure(signed(side.points), `Luck: ${side.luck}.`));
}

function toldItem(told, badge, jump) {
  const side = told.seat === null ? "dice" : `side-${told.seat}`;
  const better = told.better && h("p", { class: "better" }, h("b", {}, "Better: "), h("span", { title: told.better.notation }, told.better.words),
    told.better.why.map((why) => h("span", { class: "news-line" }, sentence(why))));
  return h("li", { class: `told-item ${side}`, "data-number": told.number },
    h("button", { class: "told-jump", title: "Show it on the board", onclick: () => jump(told.number + 1) },
      badge && h("span", { class: `badge ${side}` }, badge),
      h("span", { class: "where" }, told.stage), h("span", { class: "swing" }, `${percent(told.before)} → ${percent(told.after)}`),
      h("span", { class: "does" }, `${told.seat === null ? "The dice: " : ""}${sentence(told.words)}`), h("span", { class: "worth" }, sentence(told.worth))),
    better);
}

const section = (title, items) => items.length > 0 && h("section", {}, h("h3", {}, title), h("ol", { class: "told-list" }, items));

/** The whole review. `jump(number)` shows the board after so many words; `mark(number)` of what comes back shows that in the graph. */
export function reviewView(review, { jump, close, again }) {
  const { svg, mark } = graph(review, jump);
  const head = h("div", { class: "review-head" }, h("h2", {}, "The game looked at again"),
    h("button", { class: "tool", title: "Back to the game", "aria-label": "Close the review", onclick: close }, icon("close")));
  const element = h("div", { class: "review" }, head,
    h("p", { class: "faint" }, review.outcome ?? "The game is not over."),
    again && h("p", { class: "stale" }, "The game has gone on since. ", h("button", { class: "chip", onclick: again }, "Look again")),
    svg, h("div", { class: "side-cards" }, review.sides.map(sideCard)),
    section("What turned the game", review.turning_points.map((told, number) => toldItem(told, String(number + 1), jump))),
    section("What else was given away", review.mistakes.map((told) => toldItem(told, null, jump))),
    h("p", { class: "faint small" }, `A point is a percent; 100%: ${review.full}. ${review.drift} Judged by ${review.judge}, whose view this is.`));
  return { element, mark };
}

/** Seconds as people say them. */
const roughly = (seconds) => (seconds > 50 ? "about a minute" : seconds > 25 ? "about half a minute" : seconds > 8 ? "some 15 seconds" : "a few seconds");

/** What is shown while the server looks at a game of so many steps; `tell(share)` of what comes back says how far it has come. */
export function lookingView(steps, stop) {
  const begun = performance.now();
  const left = h("p", { class: "faint" }, `Every choice and every roll is judged, ${steps} in all. That may take up to a minute.`);
  const bar = h("progress", { max: 1, "aria-label": "How far it has come" });
  const element = h("div", { class: "review looking", role: "status" }, h("h2", {}, "Looking at the game again ..."), left, bar, h("button", { class: "chip", onclick: stop }, "Never mind"));
  const tell = (share) => {
    if (share <= 0) return;
    bar.value = share;
    const gone = (performance.now() - begun) / 1000;
    if (gone > 2) left.textContent = `Every choice and every roll is judged, ${steps} in all: ${percent(100 * share)} done, ${roughly((gone * (1 - share)) / share)} to go.`;
  };
  return { element, tell };
}
