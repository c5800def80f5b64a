// What the tests in a browser share: pages, and games begun on them.

import { chromium } from "playwright-core";

export const [url, executablePath, folder] = process.argv.slice(2);

/** What pages complained of on their console, and what they asked for elsewhere. */
export const faults = [];

export function check(holds, what) {
  if (!holds) throw new Error(what);
}

export async function newPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => request.url().startsWith(url) || request.url().startsWith("data:") || faults.push(`outside: ${request.url()}`));
  return page;
}

/** A promise, unless it takes too long. */
async function within(promise, what) {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error(what)), 60_000)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * Lets a test hold up what a page asks the server for. To be called before a game is begun on the page: requests of a document that was
 * there before pass by unseen at times. What comes back holds up the next requests at paths that `meets` accepts: `held()` waits until one is,
 * `free()` lets them go on.
 */
export async function holding(page) {
  const holds = new Set();
  await page.route("**/api/**", async (route) => {
    const path = new URL(route.request().url()).pathname;
    for (const hold of holds) if (hold.meets(path)) await hold.stop();
    // The page may have taken its request back meanwhile, or be gone.
    await route.continue().catch(() => {});
  });
  return (meets) => {
    let caught, free;
    const held = new Promise((done) => (caught = done)), freed = new Promise((done) => (free = done));
    const hold = { meets, stop: () => (caught(), freed) };
    holds.add(hold);
    return { held: () => within(held, "the page did not ask for what was to be held up"), free: () => (holds.delete(hold), free()) };
  };
}

export const words = (page) => page.locator(".log .entry").count();

/** Everything is shown, and it is the person's turn, or the dice are to be told, or the game is over. */
export const ready = (page) => page.waitForFunction(() => {
  const question = document.querySelector(".question");
  const busy = document.querySelector(".busy, .choices.waiting");
  return question && !busy && ["human", "table", "over"].some((kind) => question.classList.contains(kind));
});

export const isOver = (page) => page.locator(".question.over").count();

/** Begins a game by the form of the first page; `more` fills in what else is wanted. */
export async function begin(page, game, seat, more) {
  await page.goto(url);
  await page.evaluate(() => localStorage.setItem("moonbase.speed", '"at_once"'));
  await page.locator(`.card input[value="${game}"]`).check({ force: true });
  await page.locator("select[name=seat]").selectOption(seat);
  await more();
  await page.locator("summary").click();
  await page.locator("input[name=seed]").fill("7");
  await page.locator("button[type=submit]").click();
  await page.locator(".board :is(.tile, .land)").first().waitFor();
  await ready(page);
}

export const beginAgainst = (page, game, seat, opponent) => begin(page, game, seat, () => page.locator("select[name=against]").selectOption(opponent));

/** Runs a test in a browser of its own; what it returns is said. */
export async function inBrowser(test) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const said = await test(browser);
    check(faults.length === 0, faults.join("\n"));
    console.log(said);
  } catch (error) {
    console.error([error.message, ...faults].join("\n"));
    process.exitCode = 1;
  }
  await browser.close();
}
