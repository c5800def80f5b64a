// Flat-topped hexes: directions 0 to 5 are N, NE, SE, S, SW, NW.

/** Distance from the middle to a corner, in units of the drawing. */
export const SIZE = 60;

const HALF = (Math.sqrt(3) / 2) * SIZE;

const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

export const key = ([q, r]) => `${q},${r}`;

export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The middle of a hex. */
export function middle([q, r]) {
  return { x: 1.5 * SIZE * q, y: 2 * HALF * (r + q / 2) };
}

export function step([q, r], dir) {
  return [q + STEPS[dir][0], r + STEPS[dir][1]];
}

/** The middle of an edge, from the middle of the hex; `far` of 1 is on the edge. */
export function edge(dir, far = 1) {
  const angle = ((dir * 60 - 90) * Math.PI) / 180;
  return { x: Math.cos(angle) * HALF * far, y: Math.sin(angle) * HALF * far };
}

/** The corners of a hex about the origin, as SVG takes them. */
export function corners(size = SIZE) {
  const corner = (number) => {
    const angle = (number * Math.PI) / 3;
    return `${(size * Math.cos(angle)).toFixed(2)},${(size * Math.sin(angle)).toFixed(2)}`;
  };
  return [0, 1, 2, 3, 4, 5].map(corner).join(" ");
}

/** Directions of a mask. */
export const dirs = (mask) => [0, 1, 2, 3, 4, 5].filter((dir) => (mask >> dir) & 1);

/** Is a point, from the middle, well inside the hex? `share` of 1 is the whole hex. */
export function inside({ x, y }, share) {
  const ax = Math.abs(x), ay = Math.abs(y);
  return ay <= HALF * share && Math.sqrt(3) * ax + ay <= Math.sqrt(3) * SIZE * share;
}

/** The box around some hexes. */
export function bounds(hexes) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const hex of hexes) {
    const { x, y } = middle(hex);
    box.left = Math.min(box.left, x - SIZE);
    box.right = Math.max(box.right, x + SIZE);
    box.top = Math.min(box.top, y - HALF);
    box.bottom = Math.max(box.bottom, y + HALF);
  }
  return box;
}

/** Numbers in [0, 1) that are always the same for a hex (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
