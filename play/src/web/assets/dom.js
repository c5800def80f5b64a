// Making elements without a framework.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with attributes, listeners (`onclick`) and children (elements, texts, or nothing). */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An SVG element likewise. */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const ICONS = {
  menu: "M3 6 H21 M3 12 H21 M3 18 H21",
  undo: "M8 5 L3 10 L8 15 M3 10 H14 a6 6 0 0 1 0 12 H9",
  redo: "M16 5 L21 10 L16 15 M21 10 H10 a6 6 0 0 0 0 12 H15",
  hint: "M9 17 C9 14 5.5 13 5.5 9 a6.5 6.5 0 0 1 13 0 C18.5 13 15 14 15 17 z M9.5 20.5 H14.5",
  fit: "M4 9 V4 H9 M15 4 H20 V9 M20 15 V20 H15 M9 20 H4 V15",
  theme: "M12 3 a9 9 0 1 0 9 9 A7 7 0 0 1 12 3 z",
  close: "M5 5 L19 19 M5 19 L19 5",
  play: "M7 4 L20 12 L7 20 z",
  pause: "M8 4 V20 M16 4 V20",
  back: "M16 4 L6 12 L16 20",
  on: "M8 4 L18 12 L8 20",
  first: "M18 4 L9 12 L18 20 M5 4 V20",
  last: "M6 4 L15 12 L6 20 M19 4 V20",
};

/** A small drawing for a button. */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** Says something to screen readers. */
export function announce(text) {
  document.getElementById("news").textContent = text;
}

/** The name of the thing under a key in the browser's own store, or nothing where there is none. */
export function remembered(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays all the same.
  }
}

export function wait(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

/** A sentence begins with a capital. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
