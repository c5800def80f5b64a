// Plays a whole game of ufo in a browser by clicking: takes back, asks for hints, reloads in the middle, sees it again.
//
// node play.mjs URL CHROMIUM [FOLDER]     with FOLDER, pictures are put there
//
// Needs playwright-core. Fails with a message at the first thing that is not as it should be.

import { begin, beginAgainst, check, faults, folder, inBrowser, isOver, newPage, ready, words } from "./page.mjs";

const MOST_CLICKS = 3000;

/** A click on a hex of the board, on its rim, where no piece stands. */
async function clickHex(page, hex) {
  const box = await page.locator(`.hex[data-at="${hex}"]`).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.93);
}

/** Answers a question which of several is meant. */
async function answerWhich(page) {
  const which = page.locator("dialog.which .chip");
  if (await which.count()) await which.first().click();
}

/** Lets one piece act by clicking on it and on a lit hex; true if something was done. */
async function actOnBoard(page) {
  const lit = page.locator(".target");
  if (!(await lit.count())) {
    const piece = page.locator(".stand.choosable .drawing").first();
    if (!(await piece.count())) return false;
    await piece.click({ force: true });
    await answerWhich(page);
  }
  if (!(await lit.count())) return false;
  const before = await words(page);
  const targets = await lit.evaluateAll((all) => all.map((one) => one.dataset.target));
  await clickHex(page, targets[before % targets.length]);
  await answerWhich(page);
  await ready(page);
  return (await words(page)) > before;
}

/** The last action of the list: it mostly ends something. */
async function actInList(page) {
  const all = page.locator(".chip.all");
  if (await all.count()) await all.click();
  await page.locator(".choices .chip[data-action]").last().click();
  await ready(page);
}

async function takeBack(page) {
  const before = await words(page);
  await page.locator(".undoer").click();
  await page.waitForFunction((before) => document.querySelectorAll(".log .entry").length < before, before);
  await ready(page);
  const less = await words(page);
  await page.locator(".redoer").click();
  await page.waitForFunction((less) => document.querySelectorAll(".log .entry").length > less, less);
  await ready(page);
  check((await words(page)) === before, "what was taken back and played again is not the same");
}

async function askHint(page) {
  const before = await words(page);
  await page.locator(".hinter").click();
  await page.locator("dialog.thought .weighed .best").waitFor();
  check((await page.locator(".effect.hint").count()) > 0, "the hint is not shown on the board");
  await page.locator("dialog.thought .strong").click();
  await page.waitForFunction((before) => document.querySelectorAll(".log .entry").length > before, before);
  await ready(page);
}

async function reload(page) {
  await ready(page);
  const seen = [await words(page), await page.locator(".log").innerText()];
  await page.reload();
  await page.locator(".board :is(.tile, .land)").first().waitFor();
  await ready(page);
  const same = ([count, text]) => document.querySelectorAll(".log .entry").length === count && document.querySelector(".log").innerText === text;
  await page.waitForFunction(same, seen, { timeout: 60_000 }).catch(() => check(false, "the log is another after reloading"));
}

async function seeAgain(page) {
  const all = await words(page);
  await page.locator(".tool.replayer").click();
  await page.locator(".replay-bar").waitFor();
  const tiles = () => page.locator(".tile").count();
  await page.locator('.replay-tools [aria-label="To the end"]').click();
  await page.waitForFunction((all) => document.querySelector(".replay-bar b").textContent.startsWith(`${all} of`), all);
  const last = await tiles();
  await page.locator('.replay-tools [aria-label="To the start"]').click();
  await page.waitForFunction(() => document.querySelector(".replay-bar b").textContent.startsWith("0 of"));
  check((await tiles()) < last, "the start has as many tiles as the end");
  await page.locator(".replay-tools input").fill(String(Math.floor(all / 2)));
  await page.waitForFunction((half) => document.querySelector(".replay-bar b").textContent.startsWith(`${half} of`), Math.floor(all / 2));
  await page.keyboard.press("Escape");
  await page.locator(".replay-bar").waitFor({ state: "hidden" });
}

/** The game looked at again: a graph, both sides, and a click that shows the board as it was. */
async function lookAgain(page, name) {
  await page.locator(".tool.reviewer").click();
  await page.locator(".review .chances .line").waitFor();
  check((await page.locator(".side-card").count()) === 2, "skill and luck are not told for both sides");
  const item = page.locator(".told-item").first();
  const number = 1 + Number(await item.getAttribute("data-number"));
  await item.locator(".told-jump").click();
  await page.waitForFunction((number) => document.querySelector(".replay-bar b")?.textContent.startsWith(`${number} of`), number);
  check((await page.locator(".chances .now[visibility=visible]").count()) === 1, "the graph does not show where one is");
  await pictures(page, `${name}-review`);
  await page.keyboard.press("Escape");
  await page.locator('[aria-label="Close the review"]').click();
  await page.locator(".review-tab").waitFor({ state: "hidden" });
}

/** With real dice: an answer that cannot be is refused, one that can is taken, and taken back. */
async function atTable(page) {
  await begin(page, "ufo-micro", "both", () => page.locator("input[name=table]").check());
  await page.locator(".deeds.set li").first().waitFor();
  const asked = page.locator(".asked [data-answer]");
  for (let turn = 0; turn < 60 && !(await asked.count()); turn += 1) {
    await page.locator(".choices .chip[data-action]").last().click();
    await ready(page);
  }
  const question = await page.locator(".question").textContent();
  await page.locator(".answer").fill("teapot");
  await page.keyboard.press("Enter");
  await page.locator(".trouble:not([hidden])").waitFor();
  // The browser itself notes the refusal on its console; nothing else may stand there.
  for (let wait = 0; wait < 300 && !faults.length; wait += 1) await page.waitForTimeout(100);
  check(faults.length === 1 && faults[0].includes("422"), `a refused answer: ${faults.join("; ")}`);
  faults.length = 0;
  await pictures(page, "table");
  const before = await words(page);
  while ((await asked.count()) && (await words(page)) === before) {
    const told = await page.locator(".question").textContent();
    await asked.first().click();
    await page.waitForFunction(([told, before]) => document.querySelector(".question").textContent !== told || document.querySelectorAll(".log .entry").length > before, [told, before]);
  }
  await page.locator(".deeds.do li").first().waitFor();
  await page.locator(".undoer").click();
  await page.waitForFunction((question) => document.querySelector(".question").textContent === question, question);
}

async function pictures(page, name) {
  if (!folder) return;
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const [size, width, height] of [["desktop", 1400, 860], ["phone", 390, 844]]) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1400, height: 860 });
  await page.waitForTimeout(300);
}

/** Plays until the game is over: a few actions by the board, then the end of the turn. */
async function playOut(page, name) {
  let clicked = 0, onBoard = 0, inTurn = 0;
  for (; clicked < MOST_CLICKS && !(await isOver(page)); clicked += 1) {
    const done = inTurn < 4 && (await actOnBoard(page));
    onBoard += done ? 1 : 0;
    inTurn = done ? inTurn + 1 : 0;
    if (!done) await actInList(page);
    if (clicked === 12) await takeBack(page);
    if (clicked === 16 && !(await isOver(page))) await askHint(page);
    if (clicked === 20) await reload(page);
    if (clicked === 25) await pictures(page, name);
  }
  check(await isOver(page), `the game is not over after ${clicked} clicks`);
  check(onBoard > 5, "hardly anything was done on the board");
  return clicked;
}

async function byKeys(page) {
  await beginAgainst(page, "ufo-mini", "shado", "scripted");
  const before = await words(page);
  await page.locator(".board").focus();
  await page.keyboard.press("]");
  await page.locator(".stand.selected").waitFor();
  const from = await page.locator(".board").getAttribute("aria-description");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  check((await page.locator(".board").getAttribute("aria-description")) !== from, "arrow keys do not move over the board");
  await page.locator(".choices .chip[data-action]").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelectorAll(".log .entry").length > before, before);
  await ready(page);
  await page.keyboard.press("u");
  await page.waitForFunction((before) => document.querySelectorAll(".log .entry").length === before, before);
  check((await page.locator("#news").textContent()) !== "", "nothing is said to screen readers");
}

await inBrowser(async (browser) => {
  const page = await newPage(browser);
  await beginAgainst(page, "ufo", "shado", "scripted");
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const clicks = await playOut(page, "ufo");
  await seeAgain(page);
  await lookAgain(page, "ufo");
  await page.locator(".tool.leave").click();
  await page.locator(".mine a").first().waitFor();
  const patrol = await newPage(browser, { hasTouch: true });
  await beginAgainst(patrol, "lost_patrol", "patrol", "scripted");
  await playOut(patrol, "lost_patrol");
  const skirmish = await newPage(browser);
  await beginAgainst(skirmish, "fg1-mini", "a", "scripted");
  await playOut(skirmish, "fg1-mini");
  await byKeys(await newPage(browser));
  await atTable(await newPage(browser));
  return `a game of ${clicks} clicks; first paint after ${Math.round(paint)} ms`;
});
