// Tiles: ground, paths, trees.

import { s } from "./dom.js";
import { SIZE, corners, dirs, edge, inside, middle, random } from "./hex.js";

const PATH = 15;

/** Shapes that all tiles share. */
export function tileDefs() {
  const star = (points, outer, inner) => {
    const at = (number) => {
      const radius = number % 2 ? inner : outer;
      const angle = (number * Math.PI) / points;
      return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
    };
    return Array.from({ length: 2 * points }, (_, number) => at(number)).join(" ");
  };
  const conifer = (id, points) => s("g", { id },
    s("ellipse", { cx: 2, cy: 3, rx: 9, ry: 8.5, class: "tree-shade" }),
    s("polygon", { points: star(points, 10, 6.4), class: "tree-low" }),
    s("polygon", { points: star(points, 6.6, 4), class: "tree-mid", transform: "rotate(20)" }),
    s("polygon", { points: star(points, 3.4, 1.8), class: "tree-top" }));
  const leaf = (angle, kind) => s("path", { d: "M0 0 Q4 -4.5 11 -1 Q5 3 0 0", class: kind, transform: `rotate(${angle})` });
  const palm = (id, turn) => s("g", { id },
    s("ellipse", { cx: 2, cy: 3, rx: 10, ry: 9.5, class: "tree-shade" }),
    ...[0, 60, 120, 180, 240, 300].map((angle) => leaf(angle + turn, "palm-low")),
    ...[30, 90, 150, 210, 270, 330].map((angle) => s("g", { transform: "scale(.72)" }, leaf(angle + turn, "palm-mid"))),
    s("circle", { r: 2, class: "palm-top" }));
  return s("defs", {}, conifer("forest-0", 9), conifer("forest-1", 7), palm("jungle-0", 0), palm("jungle-1", 17));
}

/** The way of a path through a tile: from edge to edge, or from the middle to each edge. */
function ways(exits) {
  const out = dirs(exits).map((dir) => edge(dir, 1.003));
  const at = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  if (out.length === 2) return `M${at(out[0])} Q0 0 ${at(out[1])}`;
  return out.map((point) => `M0 0 L${at(point)}`).join(" ");
}

/** How far a point is from the tile's paths. */
function fromPaths(point, exits) {
  const out = dirs(exits).map((dir) => edge(dir));
  if (out.length === 2) {
    const [a, b] = out;
    const on = (t) => ({ x: (1 - t) ** 2 * a.x + t ** 2 * b.x, y: (1 - t) ** 2 * a.y + t ** 2 * b.y });
    return Math.min(...Array.from({ length: 13 }, (_, i) => distance(point, on(i / 12))));
  }
  const near = out.map((end) => {
    const along = Math.max(0, Math.min(1, (point.x * end.x + point.y * end.y) / (end.x ** 2 + end.y ** 2)));
    return distance(point, { x: along * end.x, y: along * end.y });
  });
  return Math.min(...near, 1e9);
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** Where trees stand: off the paths, and not on each other. */
function trees(tile, rng) {
  const clear = tile.role === "start" ? 27 : tile.role === "goal" ? 33 : 0;
  const placed = [];
  for (let tries = 0; tries < 150 && placed.length < 22; tries += 1) {
    const point = { x: (rng() * 2 - 1) * SIZE, y: (rng() * 2 - 1) * SIZE };
    const size = 0.62 + rng() * 0.5;
    const free = inside(point, 0.9) && fromPaths(point, tile.exits) > PATH / 2 + 8 * size
      && Math.hypot(point.x, point.y) > clear + 6 && placed.every((other) => distance(point, other) > 9.5);
    if (free) placed.push({ ...point, size });
  }
  return placed.sort((a, b) => a.y - b.y);
}

/** Mud, puddles and fallen trunks of heavy going. */
function roughness(rng) {
  const spots = Array.from({ length: 7 }, () => {
    const angle = rng() * 2 * Math.PI, far = rng() * 34;
    return s("ellipse", {
      cx: (Math.cos(angle) * far).toFixed(1), cy: (Math.sin(angle) * far).toFixed(1),
      rx: (5 + rng() * 8).toFixed(1), ry: (3 + rng() * 4).toFixed(1), class: "mud",
    });
  });
  const logs = [0, 1, 2].map(() => {
    const turn = Math.round(rng() * 180), x = Math.round(rng() * 44 - 22), y = Math.round(rng() * 44 - 22);
    return s("path", { d: "M-8 0 H8", class: "trunk", transform: `translate(${x} ${y}) rotate(${turn})` });
  });
  return [...spots, ...logs];
}

/** Where paths of this tile end at a tile without one: a bar across. */
function bars(tile) {
  return dirs(tile.blocked & tile.exits).map((dir) => {
    const { x, y } = edge(dir, 0.9);
    return s("path", { d: "M-9 -3 L9 3 M-9 3 L9 -3", class: "barred", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${dir * 60})` });
  });
}

/** Where paths lead into the unknown: an arrow out. */
function arrows(tile) {
  return dirs(tile.open).map((dir) => {
    const { x, y } = edge(dir, 0.86);
    return s("path", { d: "M-5 3 L0 -3 L5 3", class: "out", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${dir * 60})` });
  });
}

/** The place of a tile, at an edge without a path if there is one. */
function coords({ at, exits }) {
  const dir = [3, 0, 4, 2, 5, 1].find((dir) => !((exits >> dir) & 1)) ?? 3;
  const { x, y } = edge(dir, 0.84);
  return s("text", { class: "coords", x: x.toFixed(1), y: (y + 4).toFixed(1) }, at.join());
}

/** A tile, about its own middle. */
export function drawTile(tile, ground) {
  const [q, r] = tile.at;
  const rng = random((q + 100) * 1009 + (r + 100) * 9176 + tile.exits * 31);
  const tree = ({ x, y, size }) => s("use", {
    href: `#${ground}-${rng() < 0.6 ? 0 : 1}`, class: rng() < 0.35 ? "tree pale" : "tree",
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size.toFixed(2)}) rotate(${Math.round(rng() * 90)})`,
  });
  const way = ways(tile.exits);
  const spot = { start: s("circle", { r: 27, class: "clearing" }), goal: s("circle", { r: 34, class: "crater" }) }[tile.role];
  return s("g", { class: `tile ${ground} ${tile.heavy ? "heavy" : ""} ${tile.role}` },
    s("polygon", { points: corners(SIZE), class: "ground" }),
    spot,
    s("path", { d: way, class: "way-edge" }),
    s("path", { d: way, class: "way" }),
    dirs(tile.exits).length === 1 && s("circle", { r: 8, class: "spot" }),
    spot && s("circle", { r: tile.role === "start" ? 24 : 30, class: "spot" }),
    tile.heavy && roughness(rng),
    trees(tile, rng).map(tree),
    arrows(tile), bars(tile),
    s("polygon", { points: corners(SIZE - 0.5), class: "rim" }),
    coords(tile));
}

/** A small picture of a tile with these exits, for a button. */
export function tileIcon(exits) {
  return s("svg", { viewBox: "-62 -54 124 108", class: "tile-icon", "aria-hidden": "true" },
    s("polygon", { points: corners(SIZE), class: "ground" }),
    s("path", { d: ways(exits), class: "way" }));
}

/** How a tile would lie on a hex. */
export function drawGhost(hex, exits) {
  const { x, y } = middle(hex);
  return s("g", { class: "ghost-tile", transform: `translate(${x} ${y})` },
    s("polygon", { points: corners(SIZE - 2), class: "ground" }),
    s("path", { d: ways(exits), class: "way" }));
}
