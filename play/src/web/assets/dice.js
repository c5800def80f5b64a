// Dice that roll to what came out.

import { h, s, wait } from "./dom.js";

const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
};

function face(number) {
  return PIPS[number].map(([x, y]) => s("circle", { cx: x * 8, cy: y * 8, r: 3.4 }));
}

/** A die; good ones are told apart by a frame as well. */
export function die({ face: number, good }) {
  return s("svg", { viewBox: "-18 -18 36 36", class: `die ${good ? "good" : ""}`, role: "img", "aria-label": `${number}${good ? ", counts" : ""}` },
    s("rect", { x: -15, y: -15, width: 30, height: 30, rx: 6 }), s("g", { class: "pips" }, face(number)));
}

/** The dice of a roll side by side. */
export function throws(dice) {
  return dice.map(({ who, dice: faces }) => h("span", { class: "throw" }, who && h("span", { class: "whose" }, who), faces.map(die)));
}

/** Rolls dice in a place on the page; done when they lie still. */
export async function roll(place, words, dice, time) {
  const text = h("p", {}, words);
  const table = h("div", { class: "dice-table" }, throws(dice));
  place.replaceChildren(table, text);
  place.classList.add("shown");
  const all = [...table.querySelectorAll(".die")];
  const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!quiet && time > 200) await tumble(all, dice.flatMap(({ dice: faces }) => faces), time * 0.55);
  await wait(time * 0.45);
  place.classList.remove("shown");
}

async function tumble(all, faces, time) {
  all.forEach((element) => element.classList.add("rolling"));
  const beats = Math.max(3, Math.round(time / 80));
  for (let beat = 0; beat < beats; beat += 1) {
    for (const element of all) element.querySelector(".pips").replaceChildren(...face(1 + Math.floor(Math.random() * 6)));
    await wait(time / beats);
  }
  all.forEach((element, number) => {
    element.classList.remove("rolling");
    element.querySelector(".pips").replaceChildren(...face(faces[number].face));
  });
}
