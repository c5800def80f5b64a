// Dark or light: as the system says, unless the player has chosen.

import { remember, remembered } from "./dom.js";

const KEY = "moonbase.theme";

function apply() {
  const chosen = remembered(KEY, null);
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

/** Is the page dark now? */
export function isDark() {
  const chosen = remembered(KEY, null);
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function toggleTheme() {
  remember(KEY, isDark() ? "light" : "dark");
  apply();
}

apply();
