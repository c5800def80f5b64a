// What stands on tiles. Each drawing is about the origin and some 40 wide; sides differ in shape as well as in colour.

import { s } from "./dom.js";

const figure = (x, y) => [
  s("circle", { cx: x, cy: y - 6, r: 3.6, class: "skin" }),
  s("path", { d: `M${x - 5.4} ${y + 6} a5.4 8 0 0 1 10.8 0z`, class: "cloth" }),
];

const tracks = () => [
  s("rect", { x: -19, y: -15, width: 38, height: 7, rx: 3, class: "dark" }),
  s("rect", { x: -19, y: 8, width: 38, height: 7, rx: 3, class: "dark" }),
  ...[-14, -7, 0, 7, 14].flatMap((x) => [-15, 8].map((y) => s("path", { d: `M${x} ${y} v7`, class: "tread" }))),
];

const hull = () => s("path", { d: "M-17 -10 H13 L18 -4 V4 L13 10 H-17 z", class: "body" });

/** Vehicles that turn point north. The heavier, the more guns. */
const GUNS = ["M0 -8 V-19", "M-5 -6 V-20 M5 -6 V-20", "M-8 -3 V-19 M8 -3 V-19 M0 -8 V-22"];

const hover = (weight) => [
  s("path", { d: "M0 -19 C10 -14 16 0 14 13 Q0 19 -14 13 C-16 0 -10 -14 0 -19 z", class: "body" }),
  s("path", { d: GUNS[weight], class: "barrel thin" }),
  s("ellipse", { cy: 2, rx: 6, ry: 8, class: "light" }),
  s("path", { d: "M-10 10 Q0 14 10 10", class: "wire" }),
];

const walker = (weight) => [
  s("path", { d: ["M-8 8 L-16 15 M8 8 L16 15", "M-8 8 L-17 16 M8 8 L17 16 M-10 0 H-19 M10 0 H19", "M-8 8 L-17 17 M8 8 L17 17 M-10 0 H-20 M10 0 H20 M-8 -8 L-16 -15 M8 -8 L16 -15"][weight], class: "limb" }),
  s("path", { d: GUNS[weight], class: "barrel thin" }),
  s("path", { d: "M-6 -11 H6 L12 -3 V7 L6 13 H-6 L-12 7 V-3 z", class: "body" }),
  s("circle", { r: 4.5, class: "light" }),
];

const disc = () => s("circle", { r: 17, class: "body" });

const LOOKS = {
  gun: () => [...tracks(), hull(),
    s("path", { d: "M4 0 H23", class: "barrel" }), s("circle", { cx: -1, r: 7.5, class: "light" }), s("circle", { cx: -1, r: 3, class: "body" })],
  command: () => [...tracks(), hull(),
    s("path", { d: "M-9 -6 a9.5 9.5 0 0 1 13 9 z", class: "light" }), s("path", { d: "M-4 -1 L4 -8", class: "wire" }),
    s("circle", { cx: 5, cy: -9, r: 2.4, class: "light" }), s("path", { d: "M10 -13 a8 8 0 0 1 0 9 M14 -15 a12 12 0 0 1 0 13", class: "wave" })],
  team: () => [disc(), ...figure(-6, 3), ...figure(6, 3)],
  missile: () => [disc(), ...figure(-6, 3), ...figure(6, 3), s("path", { d: "M-13 9 L11 -12 M11 -12 l-1 6 M11 -12 l-6 1", class: "tube" })],
  trooper: () => [disc(), ...figure(0, 4)],
  sergeant: () => [disc(), ...figure(0, 1), s("path", { d: "M-6 8 L0 4 L6 8 M-6 12 L0 8 L6 12", class: "chevron" })],
  launcher: () => [disc(), ...figure(-2, 4), s("path", { d: "M-11 6 L13 -8", class: "tube wide" })],
  alien: () => [disc(),
    s("path", { d: "M0 -12 C10 -12 11 -1 6 6 C4 10 2 12 0 12 C-2 12 -4 10 -6 6 C-11 -1 -10 -12 0 -12 z", class: "face" }),
    s("path", { d: "M-2 1 C-7 2 -9 -2 -8 -4 C-4 -4 -2 -1 -2 1 z M2 1 C7 2 9 -2 8 -4 C4 -4 2 -1 2 1 z", class: "eye" })],
  lurker: () => [disc(),
    s("path", { d: "M-12 9 Q-8 -13 0 -13 Q8 -13 12 9 Q8 4 5 10 Q2 5 0 10 Q-2 5 -5 10 Q-8 4 -12 9 z", class: "face" }),
    s("path", { d: "M-7 -3 L-2 -1 L-6 1 z M7 -3 L2 -1 L6 1 z", class: "eye" })],
  pod: () => [s("ellipse", { rx: 13, ry: 17, class: "body" }), s("ellipse", { rx: 13, ry: 5, cy: 3, class: "band" }),
    s("path", { d: "M-6 -9 a7 8 0 0 1 12 0", class: "light" }), s("path", { d: "M-8 15 L-12 21 M8 15 L12 21 M0 17 V22", class: "leg" })],
  saucer: () => [s("ellipse", { cy: 8, rx: 31, ry: 12, class: "shade" }), s("ellipse", { cy: 3, rx: 31, ry: 12, class: "body" }),
    s("path", { d: "M-15 1 a15 15 0 0 1 30 0 q-15 6 -30 0z", class: "light" }),
    ...[-22, -11, 0, 11, 22].map((x) => s("circle", { cx: x, cy: 9 - Math.abs(x) / 6, r: 2.2, class: "lamp" }))],
  squad: () => [disc(), ...figure(-8, 5), ...figure(8, 5), ...figure(0, -3)],
  "light-hover": () => hover(0),
  "medium-hover": () => hover(1),
  "heavy-hover": () => hover(2),
  "light-walker": () => walker(0),
  "medium-walker": () => walker(1),
  "heavy-walker": () => walker(2),
  fighter: () => [s("path", { d: "M0 -22 L5 -6 L20 10 L19 14 L6 11 L4 18 H-4 L-6 11 L-19 14 L-20 10 L-5 -6 z", class: "body" }),
    s("path", { d: "M0 -14 L3 -2 H-3 z", class: "light" }), s("path", { d: "M-13 5 V-3 M13 5 V-3", class: "barrel thin" })],
  flag: () => [s("path", { d: "M-9 22 V-22", class: "pole" }), s("path", { d: "M-8 -22 H16 L10 -14 L16 -6 H-8 z", class: "light" }), s("ellipse", { cx: -9, cy: 22, rx: 8, ry: 3, class: "shade" })],
  ship: () => [s("ellipse", { cy: 20, rx: 20, ry: 6, class: "shade" }), s("path", { d: "M-9 10 L-19 20 L-7 18 z M9 10 L19 20 L7 18 z", class: "fin" }),
    s("path", { d: "M0 -28 C12 -16 12 6 8 18 H-8 C-12 6 -12 -16 0 -28 z", class: "body" }), s("circle", { cy: -7, r: 5, class: "light" })],
};

const plain = () => [disc()];

/** Where badges stand: none over the point that shows the way a piece faces (from N, 0, clockwise to NW, 5). */
function spotsOf(facing) {
  return {
    tag: facing === 3 ? "translate(0 -20)" : "translate(0 20)",
    done: facing === 5 ? "translate(-17 10)" : "translate(-15 -14)",
    aboard: facing === 1 ? "translate(17 10)" : "translate(15 -15)",
    shaken: facing === 1 || facing === 2 ? "translate(-17 10)" : "translate(17 10)",
  };
}

/** Badges of how a piece stands on a board: shaken by fire. */
function shaken(signs, spot) {
  const sign = ["pinned", "suppressed"].find((name) => signs.includes(name));
  return sign ? [s("g", { class: `shaken ${sign}`, transform: spot }, s("circle", { r: 8 }), s("text", { y: 4 }, sign === "pinned" ? "!" : "!!"))] : [];
}

/** What lies under a piece on a board: a plate that differs in shape by side, and an air cushion under one that hovers. */
function plate(side, signs) {
  const shape = side === 1 ? s("rect", { x: -19, y: -19, width: 38, height: 38, rx: 7, class: "plate" }) : s("circle", { r: 21, class: "plate" });
  return [shape, signs.includes("hover") && s("circle", { r: 24, class: "cushion" })];
}

/** Badges: how many, who is aboard, what it is called. */
function badges(piece, spots) {
  const all = [];
  if (piece.tag) {
    all.push(s("g", { class: "tag", transform: spots.tag },
      s("rect", { x: -11, y: -7, width: 22, height: 13, rx: 6.5 }), s("text", { y: 3.4 }, piece.tag)));
  }
  if (piece.count > 1 || ["alien", "lurker"].includes(piece.look)) {
    all.push(s("g", { class: "count", transform: "translate(14 -13)" }, s("circle", { r: 9 }), s("text", { y: 4.6 }, piece.count)));
  }
  if (piece.spent) {
    all.push(s("g", { class: "spent", transform: spots.done }, s("circle", { r: 7.5 }), s("path", { d: "M-3.5 0 L-1 3 L4 -3" })));
  }
  if (piece.aboard) {
    all.push(s("g", { class: "aboard", transform: spots.aboard },
      s("rect", { x: -10, y: -7, width: 20, height: 14, rx: 7 }), s("text", { y: 3.6 }, piece.aboard)));
  }
  if (piece.state === "done") {
    all.push(s("g", { class: "finished", transform: spots.done }, s("circle", { r: 7 }), s("path", { d: "M-3.5 0 L-1 3 L4 -3" })));
  }
  return all;
}

/** A piece, about the origin; on a board it stands in some way. */
export function drawPiece(piece, stance) {
  const turn = stance?.facing === null || stance?.facing === undefined ? undefined : `rotate(${60 * stance.facing})`;
  const spots = spotsOf(stance?.facing);
  const behind = Math.min(piece.count - 1, 2);
  const stack = Array.from({ length: behind }, (_, i) => s("circle", { r: 17, class: "under", transform: `translate(${(behind - i) * 2.5} ${(behind - i) * 2.5})` }));
  return s("g", { class: `piece side-${piece.side} look-${piece.look} ${piece.state}` },
    s("circle", { r: 24, class: "halo" }),
    stance && plate(piece.side, stance.signs),
    stack,
    s("g", { class: "drawing", transform: turn }, turn && s("path", { d: "M-6 -22 L0 -31 L6 -22 z", class: "nose" }), (LOOKS[piece.look] ?? plain)()),
    badges(piece, spots), stance && shaken(stance.signs, spots.shaken));
}

/** Places for so many pieces on a tile: where, and how large. */
export function places(number) {
  if (number <= 1) return [{ x: 0, y: 0, size: 1.12 }];
  if (number === 2) return [-1, 1].map((side) => ({ x: 23 * side, y: 0, size: 0.98 }));
  const rows = number <= 4 ? 2 : 3;
  const each = Math.ceil(number / rows);
  const [size, high, wide] = number <= 4 ? [0.9, 43, 46] : each <= 2 ? [0.72, 31, 40] : [0.62, 30, 31];
  const filled = Math.ceil(number / each);
  return Array.from({ length: number }, (_, i) => {
    const row = Math.floor(i / each), column = i - row * each;
    const inRow = row < filled - 1 ? each : number - each * (filled - 1);
    return { x: (column - (inRow - 1) / 2) * wide, y: (row - (filled - 1) / 2) * high, size };
  });
}
