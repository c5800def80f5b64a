// What the page must not do: go on by itself after it was left, carry old choices into new positions, take keys for the game while
// another position is shown.
//
// node care.mjs URL CHROMIUM
//
// Needs playwright-core. Fails with a message at the first thing that is not as it should be.

import { beginAgainst, check, holding, inBrowser, newPage, ready, url, words } from "./page.mjs";

/** A choice by the list that leads to another position. */
async function act(page) {
  await page.locator(".choices .chip[data-action]").first().click();
  await ready(page);
}

const logOf = (page) => page.locator(".log").innerText();

/** Counts the orders to a game. */
function counting(page, what) {
  const sent = [];
  page.on("request", (request) => request.method() === "POST" && (request.postData() ?? "").includes(what) && sent.push(request.url()));
  return sent;
}

/** Agents play on by themselves, though the page orders each step only when it has heard of the last; not after it was left. */
async function runs(page) {
  await page.goto(url);
  await page.evaluate(() => localStorage.setItem("moonbase.speed", '"at_once"'));
  await page.locator('.card input[value="ufo-mini"]').check({ force: true });
  await page.locator("select[name=seat]").selectOption("none");
  // An agent that takes longer than an order and its answer.
  await page.locator("select[name=against]").selectOption("");
  await page.locator("input[name=spec]").fill("mcts:ms=300");
  await page.locator("button[type=submit]").click();
  await page.locator(".question.step").waitFor();
  const steps = counting(page, '"step"');
  const before = await words(page);
  await page.locator(".tool.runner").click();
  await page.waitForFunction((before) => document.querySelectorAll(".log .entry").length >= before + 3, before);
  // Counted in this order: agents go on meanwhile.
  const sent = steps.length;
  const gained = (await words(page)) - before;
  check(sent <= gained + 2, `${sent} steps were ordered for ${gained} words`);
  await page.locator(".tool.leave").click();
  await page.locator(".home").waitFor();
  const ordered = steps.length;
  await page.waitForTimeout(900);
  check(steps.length === ordered, `${steps.length - ordered} steps were ordered after the game was left`);
}

/** A hint that comes when the game has gone on is dropped; however often it is asked for, there is one dialog; it goes with its position. */
async function hints(page, context) {
  const holdUp = await holding(page);
  await beginAgainst(page, "ufo-mini", "shado", "scripted");
  const hint = holdUp((path) => path.endsWith("/hint"));
  await page.keyboard.press("h");
  await hint.held();
  await act(page);
  hint.free();
  await page.waitForFunction(() => !document.querySelector(".hinter.thinking"));
  check((await page.locator("dialog").count()) === 0, "a hint for an old position is shown");
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("h");
  await page.locator("dialog.thought").first().waitFor();
  await page.waitForFunction(() => !document.querySelector(".hinter.thinking"), null, { timeout: 2000 }).catch(() => {});
  check((await page.locator("dialog").count()) === 1, "there are several dialogs");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator(".board .tile").first().waitFor();
  await ready(other);
  await act(other);
  await page.bringToFront();
  await page.locator("dialog").waitFor({ state: "detached" });
  await other.close();
  await ready(page);
  await page.keyboard.press("h");
  await page.locator("dialog.thought").waitFor();
  await page.evaluate(() => (location.hash = ""));
  await page.locator(".home").waitFor();
  check((await page.locator("dialog").count()) === 0, "a dialog outlives its game");
}

/** In a replay neither keys nor moves that come in touch the board or the game. */
async function replays(page) {
  await beginAgainst(page, "ufo-mini", "shado", "scripted");
  await act(page);
  await page.evaluate(() => localStorage.setItem("moonbase.speed", '"slow"'));
  await page.keyboard.press("]");
  // A step is being shown when the replay begins.
  await page.locator(".choices .chip[data-action]").last().click();
  await page.locator(".skip:not([hidden])").waitFor();
  await page.locator(".tool.replayer").click();
  await page.waitForFunction(() => document.querySelector(".replay-bar b")?.textContent.startsWith("0 of"));
  const board = () => page.locator(".board .piece-layer, .board .tile-layer").evaluateAll((layers) => layers.map((layer) => layer.textContent).join());
  const start = await board();
  await page.waitForTimeout(2500);
  check((await board()) === start, "moves were shown over the replay");
  const sent = counting(page, '"act"');
  for (const key of ["]", "u", "r", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  check((await page.locator(".choices[inert]").count()) === 1, "choices can be reached in a replay");
  check(sent.length === 0 && (await page.locator(".stand.selected").count()) === 0, "keys play on in a replay");
  await page.evaluate(() => localStorage.setItem("moonbase.speed", '"at_once"'));
  if (await page.locator(".replay-bar:not([hidden])").count()) await page.keyboard.press("Escape");
  await ready(page);
  check((await page.locator(".choices[inert]").count()) === 0, "choices are out of reach after a replay");
}

/** A hidden page holds no connection, and is up to date when it is seen again. */
async function hides(page, context) {
  await beginAgainst(page, "ufo-mini", "shado", "scripted");
  const hide = (hidden) => page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
  const left = page.waitForEvent("requestfailed", (request) => request.url().includes("version="));
  await hide(true);
  await left;
  const before = await words(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator(".board .tile").first().waitFor();
  await ready(other);
  await act(other);
  check((await words(page)) === before, "a hidden page asks for news");
  const log = await logOf(other);
  await other.close();
  await hide(false);
  await page.waitForFunction((log) => document.querySelector(".log").innerText === log, log);
}

/** Keys: what is under the cursor is said, with what can be done there, and seen; choosing goes on where it was. */
async function keys(page) {
  await beginAgainst(page, "ufo-mini", "shado", "scripted");
  await page.keyboard.press("]");
  await page.locator(".stand.selected").waitFor();
  await page.locator(".board").focus();
  for (let press = 0; press < 4; press += 1) await page.locator('[aria-label="Larger"]').click();
  await page.locator(".board").focus();
  const said = new Set();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await page.keyboard.press(key);
    const description = await page.locator(".board").getAttribute("aria-description");
    const news = await page.locator("#news").textContent();
    check(news.startsWith(description), `${description} is not said: ${news}`);
    said.add(news);
    const inside = await page.waitForFunction(() => {
      const [cursor, board] = [".cursor", ".board"].map((name) => document.querySelector(name).getBoundingClientRect());
      return cursor.left > board.left - 5 && cursor.top > board.top - 5 && cursor.right < board.right + 5 && cursor.bottom < board.bottom + 5;
    }, null, { timeout: 20_000 }).catch(() => false);
    check(inside, `the hex ${description} is not seen`);
  }
  check([...said].some((news) => news.includes("Enter:")), "what can be done on a hex is not said");
  // Until the agent has played there is nothing to choose, and the focus is nowhere.
  for (let turn = 0; turn < 4; turn += 1) {
    await page.locator(".choices .chip[data-action]").last().focus();
    await page.keyboard.press("Shift");
    await page.keyboard.press("Enter");
    await ready(page);
  }
  check(await page.evaluate(() => document.activeElement.closest(".choices") !== null), "whoever chooses by keys must begin anew");
}

/** Keys and clicks before the server's first answer do nothing, and no harm. */
async function early(page) {
  const holdUp = await holding(page);
  await beginAgainst(page, "ufo-mini", "shado", "scripted");
  const game = `/api/games/${page.url().split("#")[1]}`;
  const answer = holdUp((path) => path === game);
  await page.reload();
  await page.locator(".board").focus();
  for (const key of ["ArrowUp", "Enter", "]", "0", "u", "h", "Escape"]) await page.keyboard.press(key);
  for (const label of ["The whole board", "Larger", "See the game again"]) await page.locator(`[aria-label="${label}"]`).click();
  await answer.held();
  check((await page.locator(".board .tile").count()) === 0, "the answer was not held up");
  answer.free();
  await page.locator(".board .tile").first().waitFor();
  await ready(page);
}

/** The board is dragged by a held button only. */
async function drags(page) {
  await beginAgainst(page, "ufo-mini", "shado", "scripted");
  const box = await page.locator(".board").boundingBox();
  const where = () => page.locator(".world").evaluate((world) => world.style.transform);
  const before = await where();
  await page.mouse.move(box.x + box.width - 3, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 60, box.y + 40);
  await page.mouse.up();
  await page.mouse.move(box.x + 100, box.y + 200, { steps: 5 });
  check((await where()) === before, "the board is dragged with no button held");
}

/** What cannot be meant is said; one click too many begins no second game. */
async function form(page) {
  await page.goto(url);
  await page.locator("summary").click();
  const sent = counting(page, '"game"');
  for (const wrong of ["three", "-1", "1.5"]) {
    await page.locator("input[name=takebacks]").fill(wrong);
    await page.locator("button[type=submit]").click();
    await page.locator("form .trouble:not([hidden])").waitFor();
  }
  check(sent.length === 0, "a game was begun with a limit that is none");
  await page.locator("input[name=takebacks]").fill("3");
  await page.locator("button[type=submit]").dblclick();
  await page.locator(".board .tile").first().waitFor();
  check(sent.length === 1, `${sent.length} games were begun`);
}

/** What is decided in a dialog, and a replay's tools, are seen on a small desktop. */
async function fits(page) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await beginAgainst(page, "ufo", "shado", "scripted");
  const seen = async (selector) => {
    const box = await page.locator(selector).last().boundingBox();
    check(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 800, `${selector} is cut`);
    const top = await page.evaluate(([x, y, selector]) => document.elementFromPoint(x, y)?.closest(selector) !== null, [box.x + box.width / 2, box.y + box.height - 6, selector]);
    check(top, `${selector} is covered`);
  };
  await page.keyboard.press("h");
  await page.locator("dialog.thought").waitFor();
  await seen("dialog.thought .strong");
  await page.keyboard.press("Escape");
  await page.locator(".tool.replayer").click();
  await page.waitForFunction(() => document.querySelector(".replay-bar b")?.textContent.startsWith("0 of"));
  await seen(".replay-tools button");
  const [board, bar] = [await page.locator(".board").boundingBox(), await page.locator(".replay-bar").boundingBox()];
  check(board.y + board.height <= bar.y + 1, "the replay's bar covers the board");
}

await inBrowser(async (browser) => {
  const alone = () => newPage(browser);
  const page = await alone();
  await runs(page);
  await hints(page, page.context());
  await replays(await alone());
  const hidden = await alone();
  await hides(hidden, hidden.context());
  await keys(await alone());
  await early(await alone());
  await drags(await alone());
  await form(await alone());
  await fits(await alone());
  return "nothing goes on by itself";
});
