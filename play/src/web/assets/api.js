// Talking to the server.

/** What the server refused, in a sentence. */
export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The server does not answer.", 0);
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  throw new Refused(told.error ?? `The server answers ${response.status}.`, response.status);
}

async function get(path, signal) {
  return (await ask(path, { signal })).json();
}

async function post(path, body, signal) {
  const headers = { "content-type": "application/json" };
  return (await ask(path, { method: "POST", headers, body: JSON.stringify(body), signal })).json();
}

export const menu = () => get("/api/menu");

export const begin = (game) => post("/api/games", game);

const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined));

/** The game; if `version` is given, waits until it is another. */
export const look = (id, have, signal) => get(`/api/games/${id}?${query(have)}`, signal);

export const order = (id, what) => post(`/api/games/${id}`, what);

export const hint = (id, signal) => post(`/api/games/${id}/hint`, {}, signal);

export const why = (id, word) => get(`/api/games/${id}/why?${query({ word })}`);

/** So many positions come at once. */
export const FRAMES = 32;

/** Positions from number `from` on. */
export const frames = (id, from) => get(`/api/games/${id}/frames?${query({ from, most: FRAMES })}`);

/** The game looked at again. That takes the server up to a minute; it stops when the request is taken back. */
export const review = (id, signal) => post(`/api/games/${id}/review`, {}, signal);

/** How far the server is with that: the share that is done. */
export const reviewing = async (id) => (await get(`/api/games/${id}/review`)).share;

export const recordPath = (id) => `/api/games/${id}/record`;
