// A board of terrain. It never changes in a game, so it is drawn once: for each terrain its hexes in one path, what grows or flows there in another.

import { s } from "./dom.js";
import { SIZE, corners, inside, key, middle, random, step } from "./hex.js";

/** With more woods than this, each has fewer trees. */
const MANY_WOODS = 250;

/** The hexes of a board, each with its ground. */
export function hexesOf(land) {
  const hex = (letter, column, row) => ({ at: [column, row - Math.floor(column / 2)], ground: land.grounds[letter] });
  return land.rows.flatMap((row, y) => [...row].map((letter, c) => hex(letter, c, y)));
}

const fixed = (number) => number.toFixed(1);

/** The corner of a hex that begins its edge in a direction, clockwise. */
function corner({ x, y }, number) {
  const angle = ((number - 2) * Math.PI) / 3;
  return `${fixed(x + SIZE * Math.cos(angle))} ${fixed(y + SIZE * Math.sin(angle))}`;
}

const outline = (at) => `M${[0, 1, 2, 3, 4, 5].map((number) => corner(middle(at), number)).join(" L")} z`;

/** The edges of these hexes beyond which the ground is another. */
function shores(hexes, looks) {
  const edge = (at, dir) => `M${corner(middle(at), dir)} L${corner(middle(at), dir + 1)}`;
  const ends = ({ at, ground }, dir) => (looks.get(key(step(at, dir))) ?? ground.look) !== ground.look;
  return hexes.flatMap((hex) => [0, 1, 2, 3, 4, 5].filter((dir) => ends(hex, dir)).map((dir) => edge(hex.at, dir))).join("");
}

/** Some spots well inside a hex, always the same for it. */
function spots(at, number, apart) {
  const rng = random((at[0] + 100) * 7919 + (at[1] + 100) * 104729 + number);
  const { x, y } = middle(at);
  const found = [];
  for (let tries = 0; tries < 60 && found.length < number; tries += 1) {
    const spot = { x: (rng() * 2 - 1) * SIZE, y: (rng() * 2 - 1) * SIZE };
    if (inside(spot, 0.84) && found.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > apart)) found.push(spot);
  }
  return found.map((spot) => ({ x: x + spot.x, y: y + spot.y, by: rng() }));
}

// What a path says of one spot.
const STROKES = {
  clear: { number: 2, apart: 40, mark: ({ x, y, by }) => (by < 0.6 ? `M${fixed(x)} ${fixed(y)} l-2 -6 m2 6 l2.5 -5` : "") },
  broken: { number: 7, apart: 19, mark: ({ x, y, by }) => `M${fixed(x - 5 - 5 * by)} ${fixed(y + 4)} l${fixed(4 + 3 * by)} ${fixed(-8 - 4 * by)} l6 1 l${fixed(4 + 4 * by)} 8 z` },
  swamp: { number: 7, apart: 20, mark: ({ x, y }) => `M${fixed(x)} ${fixed(y)} v-13 m-1 13 l-4 -10 m6 10 l5 -10 m-13 11 h18` },
  river: { number: 4, apart: 26, mark: ({ x, y }) => `M${fixed(x - 11)} ${fixed(y)} q5.5 -5 11 0 t11 0` },
  water: { number: 5, apart: 25, mark: ({ x, y }) => `M${fixed(x - 11)} ${fixed(y)} q5.5 -6 11 0 t11 0` },
};

function strokes(hexes, { number, apart, mark }) {
  return hexes.flatMap(({ at }) => spots(at, number, apart).map(mark)).join("");
}

function trees(hexes) {
  const each = hexes.length > MANY_WOODS ? 3 : 6;
  const tree = ({ x, y, by }) => s("use", {
    href: `#forest-${by < 0.6 ? 0 : 1}`, class: by > 0.5 ? "tree" : "tree pale",
    transform: `translate(${fixed(x)} ${fixed(y)}) scale(${(1.15 + by * 0.75).toFixed(2)}) rotate(${Math.round(by * 90)})`,
  });
  return hexes.flatMap(({ at }) => spots(at, each, 24).map(tree));
}

/** The whole board. */
export function drawLand(hexes) {
  const looks = new Map(hexes.map(({ at, ground }) => [key(at), ground.look]));
  const kinds = [...new Set(looks.values())].map((look) => [look, hexes.filter(({ ground }) => ground.look === look)]);
  const grounds = kinds.map(([look, all]) => s("path", { class: `soil ${look}`, d: all.map(({ at }) => outline(at)).join("") }));
  const shore = kinds.filter(([look]) => look !== "clear").map(([look, all]) => s("path", { class: `shore ${look}`, d: shores(all, looks) }));
  const marks = kinds.filter(([look]) => STROKES[look]).map(([look, all]) => s("path", { class: `growth ${look}`, d: strokes(all, STROKES[look]) }));
  const woods = kinds.filter(([look]) => look === "wood").flatMap(([, all]) => trees(all));
  const grid = s("path", { class: "grid", d: hexes.map(({ at }) => outline(at)).join("") });
  const place = ({ at }) => s("text", { class: "coords", x: fixed(middle(at).x), y: fixed(middle(at).y + 46) }, at.join());
  return s("g", { class: "land" }, grounds, shore, marks, woods, grid, hexes.map(place));
}

/** Something to point at on every hex. */
export function landHexes(hexes) {
  return hexes.map(({ at, ground }) => {
    const { x, y } = middle(at);
    return s("polygon", { points: corners(SIZE - 1), class: "hex", transform: `translate(${x} ${y})`, "data-at": key(at), "aria-label": `${key(at)}: ${ground.name}` });
  });
}
