// The board: tiles and pieces in an SVG that can be zoomed and moved, hexes that can be chosen.

import { s } from "./dom.js";
import { SIZE, bounds, corners, key, middle, same, step } from "./hex.js";
import { drawLand, hexesOf, landHexes } from "./land.js";
import { drawPiece, places } from "./pieces.js";
import { drawGhost, drawTile, tileDefs } from "./tiles.js";

const LEAST = 0.12, MOST = 3.5;

/** From this zoom on there is room for the place of each hex. */
const NEAR = 0.55;

/** On a board of terrain pieces stand alone on their hexes. */
const ALONE = 1.45;

const KEYS = { ArrowUp: 0, ArrowDown: 3, ArrowRight: 2, ArrowLeft: 5 };

const MARKS = {
  move: "M-7 5 L0 -6 L7 5",
  shoot: "M-9 0 H-3 M3 0 H9 M0 -9 V-3 M0 3 V9 M5.5 0 A5.5 5.5 0 1 1 -5.5 0 A5.5 5.5 0 1 1 5.5 0",
  lay: "M-7 0 H7 M0 -7 V7",
  place: "M-7 0 H7 M0 -7 V7",
  lose: "M-6 -6 L6 6 M-6 6 L6 -6",
  turn: "M-6 5 A7.5 7.5 0 1 1 6 5 M6 5 l-6 0 M6 5 l1 -6",
  stop: "M-5 -5 H5 V5 H-5 z",
  rally: "M-4 8 V-8 L7 -4 L-4 0",
};

const layer = (name) => s("g", { class: name });

export class Board {
  /** `chosen(hex, pieceId)` is called when a hex is chosen; `looked(hex)` when one is pointed at, or none; `walked(hex)` when the keys have led to it. */
  constructor({ chosen, looked, walked }) {
    Object.assign(this, { chosen, looked, walked });
    this.camera = { x: 0, y: 0, zoom: 1 };
    this.free = false;
    this.tiles = new Map();
    this.pieces = new Map();
    this.grounds = new Map();
    this.cursor = null;
    this.layers = Object.fromEntries(
      ["land-layer", "tile-layer", "field-layer", "hex-layer", "sight-layer", "ghost-layer", "piece-layer", "mark-layer", "effect-layer", "cursor-layer", "label-layer"].map((name) => [name, layer(name)]));
    this.world = s("g", { class: "world" }, ...Object.values(this.layers));
    this.svg = s("svg", { class: "board", tabindex: "0", role: "application", "aria-label": "The board. Arrow keys move over the hexes, Enter chooses." }, tileDefs(), this.world);
    this.listen();
    new ResizeObserver(() => this.resized()).observe(this.svg);
  }

  // ---- what is on it

  /** Shows a scene; with `lively`, what is new comes in and what has moved glides. */
  show(scene, lively = true) {
    this.scene = scene;
    this.svg.classList.toggle("still", !lively);
    this.svg.classList.toggle("lands", Boolean(scene.land));
    this.showLand(scene);
    this.showTiles(scene);
    this.showPieces(scene);
    this.showHexes(scene);
    if (!this.free) this.fit();
    this.clearEffects();
    if (this.cursor) this.setCursor(this.cursor);
  }

  /** The terrain of a game is always the same: it is drawn when it is first seen. */
  showLand({ land }) {
    const look = land ? land.rows.join() : "";
    if (look === (this.drawn ?? "")) return;
    this.drawn = look;
    const hexes = land ? hexesOf(land) : [];
    this.grounds = new Map(hexes.map((hex) => [key(hex.at), hex]));
    this.layers["land-layer"].replaceChildren(...(land ? [drawLand(hexes)] : []));
    this.layers["field-layer"].replaceChildren(...landHexes(hexes));
  }

  showTiles(scene) {
    const seen = new Set();
    for (const tile of scene.tiles) {
      const name = key(tile.at);
      const look = [scene.ground, tile.exits, tile.open, tile.blocked, tile.role, tile.heavy].join();
      seen.add(name);
      const known = this.tiles.get(name);
      if (known?.look === look) continue;
      known?.element.remove();
      const { x, y } = middle(tile.at);
      const element = s("g", { transform: `translate(${x} ${y})` }, drawTile(tile, scene.ground));
      if (!known) element.firstChild.classList.add("new");
      this.layers["tile-layer"].append(element);
      this.tiles.set(name, { look, element });
    }
    for (const [name, { element }] of this.tiles) {
      if (seen.has(name)) continue;
      element.remove();
      this.tiles.delete(name);
    }
  }

  showPieces(scene) {
    const seen = new Set();
    for (const [hex, pieces] of grouped(scene.pieces)) {
      const standing = pieces.filter((piece) => piece.side !== 2);
      const spots = places(standing.length);
      for (const piece of pieces) {
        const spot = piece.side === 2 ? { x: 0, y: standing.length ? -16 : 0, size: 1 } : spots[standing.indexOf(piece)];
        seen.add(piece.id);
        this.showPiece(piece, middle(JSON.parse(`[${hex}]`)), scene.land ? { ...spot, size: spot.size * ALONE } : spot, scene.land?.stances[piece.id]);
      }
    }
    for (const [id, { element }] of this.pieces) {
      if (seen.has(id)) continue;
      element.remove();
      this.pieces.delete(id);
    }
  }

  showPiece(piece, { x, y }, spot, stance) {
    const look = JSON.stringify([{ ...piece, at: 0 }, stance?.facing, stance?.signs]);
    let known = this.pieces.get(piece.id);
    if (!known) {
      known = { element: s("g", { class: "stand new", "data-piece": piece.id }) };
      this.layers["piece-layer"][piece.side === 2 ? "prepend" : "append"](known.element);
      this.pieces.set(piece.id, known);
    }
    if (known.look !== look) known.element.replaceChildren(drawPiece(piece, stance));
    known.look = look;
    known.piece = piece;
    known.element.style.transform = `translate(${(x + spot.x).toFixed(1)}px, ${(y + spot.y).toFixed(1)}px) scale(${spot.size})`;
  }

  /** Something to point at on every hex. */
  showHexes(scene) {
    const tiles = scene.tiles.map((tile) => [tile.at, this.describe(tile.at)]);
    const empty = scene.empty.map(({ at, note }) => [at, `${key(at)}: empty${note ? `, for ${note}` : ""}`]);
    const hexes = [...tiles, ...empty].map(([at, text]) => {
      const { x, y } = middle(at);
      return s("polygon", { points: corners(SIZE - 1), class: "hex", transform: `translate(${x} ${y})`, "data-at": key(at), "aria-label": text });
    });
    const notes = scene.empty.map(({ at, note }) => {
      const { x, y } = middle(at);
      return s("g", { class: "empty", transform: `translate(${x} ${y})` },
        s("polygon", { points: corners(SIZE - 4) }), note && s("text", { y: 6 }, note));
    });
    this.layers["hex-layer"].replaceChildren(...notes, ...hexes);
  }

  tileAt(hex) {
    return this.scene?.tiles.find((tile) => same(tile.at, hex));
  }

  piecesAt(hex) {
    return this.scene?.pieces.filter((piece) => same(piece.at, hex)) ?? [];
  }

  /** A hex in words. */
  describe(hex) {
    const tile = this.tileAt(hex);
    const here = this.piecesAt(hex).map((piece) => piece.title);
    const ground = tile?.name ?? this.grounds.get(key(hex))?.ground.name ?? "nothing";
    // A tile may be called as what stands on it.
    return `${key(hex)}: ${[...new Set([ground, ...here])].join(", ")}`;
  }

  // ---- what can be chosen

  /** Lights up hexes: a map from hex to verb; and pieces that can be chosen, the one that is, and one that is hinted at. */
  mark({ targets = new Map(), ready = new Set(), selected = null }) {
    const marks = [...targets].map(([name, verb]) => {
      const { x, y } = middle(name.split(",").map(Number));
      return s("g", { class: `target ${verb}`, transform: `translate(${x} ${y})`, "data-target": name },
        s("polygon", { points: corners(SIZE - 5), class: "glow" }),
        MARKS[verb] && s("g", { class: "sign", transform: "translate(0 -36)" }, s("circle", { r: 12 }), s("path", { d: MARKS[verb] })));
    });
    this.layers["mark-layer"].replaceChildren(...marks);
    for (const [id, { element }] of this.pieces) {
      element.classList.toggle("choosable", ready.has(id));
      element.classList.toggle("selected", id === selected);
    }
  }

  /** How a tile would lie on a hex, or none. */
  preview(hex, exits) {
    this.layers["ghost-layer"].replaceChildren(...(hex ? [drawGhost(hex, exits)] : []));
  }

  /** What is seen from a hex: from its tile, or by the pieces on it. */
  seenFrom(hex) {
    const tile = this.tileAt(hex);
    if (tile) return tile.sees.map((number) => this.scene.tiles[number].at);
    const stances = this.scene?.land?.stances ?? {};
    return this.piecesAt(hex).flatMap((piece) => stances[piece.id]?.sees ?? []);
  }

  /** Lines of sight from a hex, or none. */
  sight(hex) {
    const lines = hex ? this.seenFrom(hex).map((to) => sightLine(hex, to)) : [];
    this.layers["sight-layer"].replaceChildren(...lines);
  }

  // ---- what has just happened

  clearEffects() {
    this.layers["effect-layer"].replaceChildren();
  }

  /** An arrow, or a ring, for what an action is about. */
  point(aim, kind = "") {
    if (!aim?.to?.length) return;
    const rings = aim.to.map((hex) => {
      const { x, y } = middle(hex);
      return s("polygon", { points: corners(SIZE - 9), class: "ring", transform: `translate(${x} ${y})` });
    });
    const others = (aim.with ?? []).map((id) => this.pieces.get(id)?.piece.at);
    const from = ["move", "shoot"].includes(aim.verb) ? [aim.from, ...others].filter((hex) => hex && !same(hex, aim.to[0])) : [];
    const arrows = from.map((hex) => arrowLine(hex, aim.to[0]));
    this.layers["effect-layer"].append(s("g", { class: `effect ${aim.verb} ${kind}` }, ...rings, ...arrows));
  }

  // ---- camera

  resized() {
    if (!this.free && this.scene) this.fit();
    else this.move();
  }

  /** Shows the whole board. */
  fit() {
    if (!this.scene) return;
    const box = bounds([...this.scene.tiles, ...this.scene.empty, ...this.grounds.values()].map(({ at }) => at));
    const { clientWidth: width, clientHeight: height } = this.svg;
    if (!width || !height) return;
    const wide = box.right - box.left, high = box.bottom - box.top;
    const zoom = Math.min((width - 24) / wide, (height - 24) / high, 1.9);
    this.camera = { zoom, x: width / 2 - (zoom * (box.left + box.right)) / 2, y: height / 2 - (zoom * (box.top + box.bottom)) / 2 };
    this.free = false;
    this.move();
  }

  move() {
    const { x, y, zoom } = this.camera;
    this.world.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
    this.svg.classList.toggle("near", zoom > NEAR);
    this.svg.style.setProperty("--zoom", zoom.toFixed(3));
  }

  zoom(factor, at) {
    const { clientWidth, clientHeight } = this.svg;
    const { x, y } = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const zoom = Math.max(LEAST, Math.min(MOST, this.camera.zoom * factor));
    const real = zoom / this.camera.zoom;
    this.camera = { zoom, x: x - (x - this.camera.x) * real, y: y - (y - this.camera.y) * real };
    this.free = true;
    this.move();
  }

  pan(dx, dy) {
    this.camera.x += dx;
    this.camera.y += dy;
    this.free = true;
    this.move();
  }

  // ---- pointer and keys

  listen() {
    const { svg } = this;
    const fingers = new Map();
    let dragged = false;
    const at = (event) => {
      const box = svg.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), at(event));
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      if (!fingers.size) dragged = false;
      fingers.set(event.pointerId, at(event));
    });
    svg.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      // It was let go of somewhere else.
      if (!event.buttons) return fingers.delete(event.pointerId);
      const now = at(event);
      const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      if (!dragged && Math.hypot(now.x - before.x, now.y - before.y) < 5) return;
      if (!dragged) svg.setPointerCapture(event.pointerId);
      dragged = true;
      if (others.length) {
        const [other] = others;
        const apart = (point) => Math.hypot(point.x - other.x, point.y - other.y);
        this.zoom(apart(now) / Math.max(1, apart(before)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      } else this.pan(now.x - before.x, now.y - before.y);
      fingers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, (event) => fingers.delete(event.pointerId));
    svg.addEventListener("click", (event) => {
      if (dragged) return;
      this.choose(event.target);
    });
    svg.addEventListener("pointerover", (event) => this.look(hexOf(event.target, this)));
    // A finger that was lifted has told what it wants to know of.
    svg.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.look(null));
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** A hex is pointed at, or none. */
  look(hex) {
    this.label(hex ?? this.cursor);
    this.looked(hex);
  }

  choose(target) {
    const stand = target.closest?.("[data-piece]");
    const hex = hexOf(target, this);
    if (hex) this.setCursor(hex);
    this.chosen(hex, stand?.dataset.piece ?? null);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const dir = KEYS[event.key];
    if (dir !== undefined && event.shiftKey) {
      const by = { 0: [0, 60], 3: [0, -60], 2: [-60, 0], 5: [60, 0] }[dir];
      this.pan(...by);
    } else if (dir !== undefined) this.walk(dir);
    else if (event.key === "Enter" || event.key === " ") {
      if (!this.cursor) return;
      this.chosen(this.cursor, null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the cursor to the next hex in a direction; left and right go straight on, as far as rows of hexes do. */
  walk(dir) {
    if (!this.scene) return;
    const known = (hex) => this.world.querySelector(`.hex[data-at="${key(hex)}"]`);
    const from = this.cursor ?? this.scene.focus;
    const other = { 2: 1, 5: 4 }[dir];
    const odd = from[0] % 2 !== 0;
    const tries = other === undefined ? [dir] : odd === (dir === 2) ? [other, dir] : [dir, other];
    const next = tries.map((way) => step(from, way)).find(known);
    this.goTo(this.cursor ? next ?? from : from);
    this.looked(this.cursor);
    this.walked(this.cursor);
  }

  /** Puts the cursor on a hex that is then seen. */
  goTo(hex) {
    this.setCursor(hex);
    this.seeCursor();
  }

  /** Does a hex lie in the lower half of what is seen? */
  isLow(hex) {
    return this.camera.y + middle(hex).y * this.camera.zoom > this.svg.clientHeight / 2;
  }

  /** Where a hex lies, where the hexes are too small for each to tell. */
  label(hex) {
    const { x, y } = middle(hex ?? [0, 0]);
    this.layers["label-layer"].replaceChildren(...(hex ? [s("g", { transform: `translate(${x} ${y})` }, s("text", { class: "label", y: 52 }, key(hex)))] : []));
  }

  /** Moves the board as far as it takes for the cursor's hex to be seen. */
  seeCursor() {
    const { clientWidth, clientHeight } = this.svg;
    const { x, y } = middle(this.cursor);
    const half = SIZE * this.camera.zoom;
    const beyond = (at, size) => Math.min(0, size - half - at) || Math.max(0, half - at);
    const dx = beyond(this.camera.x + x * this.camera.zoom, clientWidth), dy = beyond(this.camera.y + y * this.camera.zoom, clientHeight);
    if (dx || dy) this.pan(dx, dy);
  }

  setCursor(hex) {
    this.cursor = hex;
    const { x, y } = middle(hex);
    const text = this.describe(hex);
    this.layers["cursor-layer"].replaceChildren(s("polygon", { points: corners(SIZE + 1), class: "cursor", transform: `translate(${x} ${y})` }));
    this.svg.setAttribute("aria-description", text);
    this.label(hex);
  }
}

function grouped(pieces) {
  const groups = new Map();
  for (const piece of pieces) groups.set(key(piece.at), [...(groups.get(key(piece.at)) ?? []), piece]);
  return groups;
}

function hexOf(target, board) {
  const stand = target.closest?.("[data-piece]");
  if (stand) return board.pieces.get(stand.dataset.piece)?.piece.at ?? null;
  const name = target.closest?.("[data-at]")?.dataset.at ?? target.closest?.("[data-target]")?.dataset.target;
  return name ? name.split(",").map(Number) : null;
}

function sightLine(from, to) {
  const a = middle(from), b = middle(to);
  return s("g", {}, s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "sight" }), s("circle", { cx: b.x, cy: b.y, r: 6, class: "sight-end" }));
}

function arrowLine(from, to) {
  const a = middle(from), b = middle(to);
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  const tip = { x: b.x - ux * 14, y: b.y - uy * 14 }, tail = { x: a.x + ux * 20, y: a.y + uy * 20 };
  const side = (by) => `${(tip.x - ux * 13 - uy * by).toFixed(1)} ${(tip.y - uy * 13 + ux * by).toFixed(1)}`;
  return s("path", { class: "arrow", d: `M${tail.x.toFixed(1)} ${tail.y.toFixed(1)} L${tip.x.toFixed(1)} ${tip.y.toFixed(1)} M${side(9)} L${tip.x.toFixed(1)} ${tip.y.toFixed(1)} L${side(-9)}` });
}
