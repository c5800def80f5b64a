// The elements of a game's page, and where each stands. What they show and do is in `play.js`.

import { recordPath } from "./api.js";
import { helpDialog } from "./dialogs.js";
import { h, icon, remember, remembered, sentence } from "./dom.js";
import { toggleTheme } from "./theme.js";

/** How fast moves are shown: milliseconds for each. */
export const SPEEDS = { slow: 1500, normal: 750, fast: 300, at_once: 0 };

/** Makes the elements of a game, as fields of it. */
export function lay(play) {
  const button = (name, text, title, onclick, more = {}) => (play[name] = h("button", { class: `tool ${name}`, title, "aria-label": title, onclick, ...more }, text));
  play.title = h("h1", {}, "Moonbase");
  play.head = h("div", { class: "head" });
  play.question = h("p", { class: "question" });
  play.choices = h("div", { class: "choices" });
  play.real = h("div", { class: "real" });
  play.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  play.log = h("ol", { class: "log" });
  play.dice = h("div", { class: "dice-cup", "aria-hidden": "true" });
  play.told = h("div", { class: "told", "aria-hidden": "true" });
  play.skipper = h("button", { class: "skip", onclick: () => play.showing.hurry(), hidden: true }, "Skip");
  play.tip = h("div", { class: "tip", "aria-hidden": "true" });
  const speed = h("select", { "aria-label": "Speed", title: "How fast moves are shown", onchange: (event) => remember("moonbase.speed", event.target.value) },
    Object.keys(SPEEDS).map((name) => h("option", { value: name, selected: name === remembered("moonbase.speed", "normal") }, name.replace("_", " "))));
  const bar = h("nav", { class: "bar", "aria-label": "Game" },
    h("button", { class: "tool leave", title: "All games", "aria-label": "All games", onclick: play.leave }, icon("menu")), play.title, h("span", { class: "grow" }),
    button("undoer", icon("undo"), "Take back (u)", () => play.order({ do: "undo" })),
    button("redoer", icon("redo"), "Play again what was taken back (r)", () => play.order({ do: "redo" })),
    button("hinter", [icon("hint"), h("span", { class: "wide" }, "Hint")], "A hint (h)", () => play.hints.ask()),
    button("stepper", "Step", "The next decision (n)", () => play.order({ do: "step" }), { hidden: true }),
    button("runner", "Run", "Let the agents play on", () => play.toggleRun(), { hidden: true }));
  const more = h("div", { class: "more" },
    button("replayer", "Replay", "See the game again", () => play.startReplay(0)),
    button("reviewer", "Review", "What each choice gave away, and what the dice were worth", () => play.tab("review")),
    h("a", { class: "tool save", href: recordPath(play.id), download: "moonbase.game" }, "Save"),
    (play.rules = h("a", { class: "tool", target: "_blank", rel: "noopener" }, "Rules")),
    button("resigner", "Resign", "Give the game up", () => play.resign()),
    h("button", { class: "tool", onclick: toggleTheme, title: "Dark or light", "aria-label": "Dark or light" }, icon("theme")),
    h("button", { class: "tool keys", onclick: () => helpDialog(), title: "Help (?)", "aria-label": "Help" }, "?"), speed);
  const zoom = h("div", { class: "zoom" },
    h("button", { "aria-label": "Larger", onclick: () => play.board.zoom(1.3) }, "+"),
    h("button", { "aria-label": "Smaller", onclick: () => play.board.zoom(1 / 1.3) }, "−"),
    h("button", { "aria-label": "The whole board", onclick: () => play.board.fit() }, icon("fit")));
  const arena = h("main", { class: "arena" }, h("div", { class: "place" }, play.board.svg, play.told, play.dice, play.skipper, play.tip, zoom), play.replay.bar);
  const tabs = h("div", { class: "tabs", role: "tablist" }, ["play", "log", "review"].map((name) => h("button", { role: "tab", "data-tab": name, onclick: () => play.tab(name) }, sentence(name))));
  play.panel = h("aside", { class: "panel", "data-tab": "play" }, play.head, play.trouble, tabs,
    h("div", { class: "tab play-tab", "aria-live": "off" }, play.real, play.question, play.choices), h("div", { class: "tab log-tab" }, play.log), (play.reviewTab = h("div", { class: "tab review-tab" })), more);
  play.element = h("div", { class: "game" }, bar, arena, play.panel);
}
