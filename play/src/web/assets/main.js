// The page: the list of games, and a game. Which game is in the address, after the #.

import * as api from "./api.js";
import { h, icon, remember, remembered, sentence } from "./dom.js";
import { Play } from "./play.js";
import { toggleTheme } from "./theme.js";

const app = document.getElementById("app");
let game = null;

const idInAddress = () => location.hash.match(/^#([0-9a-f]{32})$/)?.[1];

function go(id) {
  location.hash = id ?? "";
}

function show() {
  game?.close();
  game = null;
  const id = idInAddress();
  if (!id) return showHome();
  game = new Play(id, { leave: () => go(null) });
  app.replaceChildren(game.element);
  game.follow();
}

async function showHome() {
  document.title = "Moonbase";
  const form = h("div", { class: "form" }, h("p", {}, "..."));
  app.replaceChildren(h("main", { class: "home" },
    h("header", {}, h("h1", {}, "Moonbase"), h("p", {}, "Board games of dice and tiles, against agents that play fair."),
      h("button", { class: "tool corner", onclick: toggleTheme, title: "Dark or light", "aria-label": "Dark or light" }, icon("theme"))),
    mine(), form));
  try {
    form.replaceChildren(newGame(await api.menu()));
  } catch (error) {
    form.replaceChildren(h("p", { class: "trouble", role: "alert" }, error.message));
  }
}

/** So many games are listed at first. */
const FEW = 8;

/** Games that this browser knows. */
function mine(all = false) {
  const games = remembered("moonbase.games", []);
  if (!games.length) return "";
  const forget = (id) => {
    remember("moonbase.games", remembered("moonbase.games", []).filter((one) => one.id !== id));
    showHome();
  };
  return h("section", { class: "mine" }, h("h2", {}, "Go on with"),
    h("ul", {}, games.slice(0, all ? games.length : FEW).map((one) => h("li", {},
      h("a", { href: `#${one.id}` }, h("b", {}, one.title), h("span", {}, one.seats), h("span", { class: "faint" }, one.state)),
      h("button", { class: "tool", title: "Take it off the list", "aria-label": `Take ${one.title} off the list`, onclick: () => forget(one.id) }, icon("close"))))),
    games.length > FEW && !all && h("button", { class: "chip", onclick: (event) => event.target.parentElement.replaceWith(mine(true)) }, `All ${games.length} games`));
}

function newGame(menu) {
  let offer = menu.games[0];
  const error = h("p", { class: "trouble", role: "alert", hidden: true });
  const field = (label, control, note) => h("label", { class: "field" }, h("span", {}, label), control, note && h("small", {}, note));
  const seat = h("select", { name: "seat" });
  const about = h("small", {});
  const against = h("select", { name: "against", onchange: () => opponentChanged() },
    menu.opponents.map((one) => h("option", { value: one.spec, selected: one.spec === menu.usual }, one.name)), h("option", { value: "" }, "Another ..."));
  const spec = h("input", { name: "spec", placeholder: "mcts:sims=2000", "aria-label": "The agent's spec", hidden: true });
  const table = h("input", { type: "checkbox", name: "table" });
  const seed = h("input", { name: "seed", inputmode: "numeric", placeholder: "new every time" });
  const takebacks = h("input", { name: "takebacks", inputmode: "numeric", placeholder: "as often as you like" });
  const options = h("div", { class: "options" });
  const rules = h("a", { target: "_blank", rel: "noopener" }, "Rules");
  const load = h("input", { type: "file", name: "load", accept: ".game,.txt,text/plain", onchange: () => loadFile() });

  const aboutOption = (one) => `${one.help}: ${one.values}`;

  /** An option whose value may have many lines: typed, or taken from a file. */
  function longField(one) {
    const area = h("textarea", { "data-option": one.name, rows: 4, spellcheck: "false", placeholder: plain(one.value) });
    const file = h("input", { type: "file", accept: ".txt,text/plain", onchange: async () => {
      if (file.files[0]) area.value = await file.files[0].text();
      file.value = "";
    } });
    const title = one.name.replaceAll("_", " ");
    return h("div", { class: "field long" }, h("label", { class: "field" }, h("span", {}, title), area, h("small", {}, aboutOption(one))),
      h("label", { class: "chip file" }, `Take the ${title} from a file`, file));
  }

  function opponentChanged() {
    const chosen = menu.opponents.find((one) => one.spec === against.value);
    spec.hidden = Boolean(chosen);
    about.textContent = chosen ? chosen.about : "Any agent of `moonbase agents` that needs no file, within bounds.";
  }

  function gameChanged() {
    const [first, second] = offer.seats;
    const choices = [[first.key, sentence(first.name)], [second.key, sentence(second.name)], ["both", "Both: two people at one screen"], ["none", "Nobody: watch agents play"]];
    seat.replaceChildren(...choices.map(([value, text]) => h("option", { value }, text)));
    options.replaceChildren(...offer.options.map((one) => (one.text ? longField(one) : field(one.name.replaceAll("_", " "), h("input", { "data-option": one.name, placeholder: plain(one.value) }), aboutOption(one)))));
    rules.href = `/rules/${offer.game}`;
  }

  const cards = h("div", { class: "cards", role: "radiogroup", "aria-label": "Game" }, menu.games.map((one, i) => h("label", { class: `card ${one.game}` },
    h("input", { type: "radio", name: "game", value: one.preset, checked: i === 0, onchange: () => { offer = one; gameChanged(); } }), h("b", {}, one.title), h("span", {}, one.about))));

  let beginning = false;

  /** Begins one game, however often it is asked for meanwhile. */
  async function begin(asked) {
    if (beginning) return;
    beginning = true;
    error.hidden = true;
    try {
      const { id } = await api.begin(asked);
      go(id);
    } catch (refused) {
      complain(refused.message);
    }
    beginning = false;
  }

  function complain(text) {
    error.hidden = false;
    error.textContent = text;
  }

  const opponent = () => against.value || spec.value;
  const counted = (text) => (text.trim() === "" ? undefined : Number(text));
  const isCount = (text) => /^\s*\d{0,9}\s*$/.test(text);

  function submit(event) {
    event.preventDefault();
    if (!isCount(takebacks.value)) return complain("How often may be taken back is a number: 0, 1, 2 ..., or nothing for as often as you like.");
    const changed = [...options.querySelectorAll("[data-option]")].filter((input) => input.value.trim() !== "");
    const settings = changed.map((input) => `${input.dataset.option}=${input.value.trim()}`);
    begin({ game: offer.preset, seat: seat.value, against: opponent(), seed: seed.value, takebacks: counted(takebacks.value), settings, table: table.checked });
  }

  async function loadFile() {
    const [file] = load.files;
    if (file) begin({ record: await file.text() });
    load.value = "";
  }

  gameChanged();
  opponentChanged();
  return h("form", { onsubmit: submit }, h("h2", {}, "A new game"), cards,
    h("div", { class: "fields" }, field("You play", seat), h("label", { class: "field" }, h("span", {}, "Against"), against, spec, about)),
    h("label", { class: "check" }, table, h("span", {}, h("b", {}, "Real dice and tiles"), h("small", {}, "The game stands on your table. You are asked what was rolled and drawn, and told what to place and move."))),
    h("details", {}, h("summary", {}, "More"), h("div", { class: "fields" }, field("Seed of the dice", seed, "The same seed and the same choices give the same game."), field("Taking back", takebacks, "How often you may in the whole game.")),
      h("h3", {}, "Rule options"), options),
    error, h("div", { class: "begin" }, h("button", { class: "chip strong", type: "submit" }, "Begin"), rules, h("label", { class: "chip file" }, "Load a saved game", load)));
}

/** A value of an option as it is typed. */
const plain = (value) => (Array.isArray(value) ? JSON.stringify(value) : String(value));

addEventListener("hashchange", show);
show();
