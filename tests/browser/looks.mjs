// How the page looks and is read: help, scenarios of many lines, what is asked at a real table, small screens, the cursor of the board.
//
// node looks.mjs URL CHROMIUM
//
// Needs playwright-core. Fails with a message at the first thing that is not as it should be.

import { begin, beginAgainst, check, inBrowser, newPage, ready, url, words } from "./page.mjs";

const PHONE = { width: 390, height: 844 }, SIDEWAYS = { width: 844, height: 390 }, DESK = { width: 1280, height: 800 };

/** Is the middle of an element seen, and not under another? */
async function seen(page, selector, what) {
  const box = await page.locator(selector).first().boundingBox();
  const on = box && await page.evaluate(([x, y, selector]) => document.elementFromPoint(x, y)?.closest(selector) !== null, [box.x + box.width / 2, box.y + box.height / 2, selector]);
  check(on, `${what ?? selector} is out of sight`);
}

/** What keys do is told, on phones as well, and nothing else. */
async function helps(page) {
  await page.setViewportSize(PHONE);
  await beginAgainst(page, "ufo-mini", "shado", "scripted");
  await page.locator(".tool.keys").click();
  const help = page.locator("dialog.help");
  await help.waitFor();
  check((await help.locator("dt").count()) > 8, "the keys are not told");
  check(!(await help.innerText()).includes("[object"), "the help shows what it should not");
  await page.keyboard.press("Escape");
  await page.locator(".board").focus();
  await page.keyboard.press("?");
  await help.waitFor();
}

/** No word of the page is a spec or notation; the levels are called as in the list. */
async function reads(page) {
  await begin(page, "ufo-mini", "shado", async () => {});
  check((await page.locator(".seats").innerText()).includes("Level 5"), "the opponent is not called as in the list");
  await page.locator(".hinter").click();
  await page.locator("dialog.thought .weighed").waitFor();
  const told = await page.locator("dialog.thought").innerText();
  check(!/\w:\w/.test(told), `a hint is told in notation: ${told}`);
}

const SCENARIO = `fg1-scenario 1
name duel
first a
max_initiatives 12
size 5 3
map
..w..
.bww.
.....
objective 2,0
base a1 inf 0,0 - p1
base b1 mw 4,-1 4 p1
`;

/** A scenario is typed, or taken from a file, and played. */
async function scenario(page) {
  await page.goto(url);
  await page.locator('.card input[value="fg1"]').check({ force: true });
  await page.locator("summary").click();
  const area = page.locator("textarea[data-option=scenario]");
  const buffer = Buffer.from(SCENARIO);
  await page.locator(".long input[type=file]").setInputFiles({ name: "duel.txt", mimeType: "text/plain", buffer });
  await page.waitForFunction((text) => document.querySelector("textarea").value === text, SCENARIO);
  await area.fill(`# ${"a comment".repeat(40)}\n${SCENARIO}`);
  await page.locator("button[type=submit]").click();
  await page.locator(".board .land").waitFor();
  await ready(page);
  check((await page.locator(".stand .tag").count()) === 2, "the scenario is another");
}

/** What is asked at a real table is seen, with an answer, however much is to be set up. */
async function asks(page) {
  await begin(page, "ufo", "both", () => page.locator("input[name=table]").check());
  for (const size of [DESK, PHONE, SIDEWAYS]) {
    await page.setViewportSize(size);
    await seen(page, ".question", `the question at ${size.width}`);
    await seen(page, ".choices .chip", `an answer at ${size.width}`);
    await seen(page, ".deeds h3", `what to do on the table at ${size.width}`);
  }
}

/** Nothing is pushed out of the page; a phone on its side has room for choices; the replay's bar covers no board. */
async function fitsSmall(page) {
  await beginAgainst(page, "ufo", "shado", "scripted");
  for (const size of [DESK, PHONE, SIDEWAYS]) {
    await page.setViewportSize(size);
    const beyond = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]);
    check(beyond.every((by) => by <= 0), `the page is larger than a screen of ${size.width}: ${beyond}`);
    check((await page.locator(".play-tab").boundingBox()).height >= 140, `there is no room for choices at ${size.width}`);
  }
  for (const size of [PHONE, SIDEWAYS]) {
    await page.setViewportSize(size);
    await page.locator(".tool.replayer").click();
    await page.waitForFunction(() => document.querySelector(".replay-bar b")?.textContent.startsWith("0 of"));
    const [board, bar] = [await page.locator(".board").boundingBox(), await page.locator(".replay-bar").boundingBox()];
    check(board.y + board.height <= bar.y + 1 && board.height > 150, `the replay's bar covers the board at ${size.width}`);
    await page.keyboard.press("Escape");
    await ready(page);
  }
}

/** The cursor goes where a piece is chosen by its key, and says where that is. */
async function points(page) {
  await page.setViewportSize(PHONE);
  await beginAgainst(page, "fg1-mini", "a", "scripted");
  const described = () => page.locator(".board").getAttribute("aria-description");
  const places = new Set();
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press("]");
    const piece = await page.locator(".stand.selected").getAttribute("data-piece");
    const place = await described();
    check(place?.includes(` ${piece}`), `${piece} is chosen, the cursor is at ${place}`);
    check(place.startsWith(`${await page.locator(".label").textContent()}:`), "where the cursor is, is not shown");
    places.add(place);
  }
  check(places.size === 3, "the cursor stays where it was");
  const before = await described();
  await page.keyboard.press("ArrowRight");
  check((await described()) !== before, "arrow keys do not go on from the chosen piece");
}

/** A saved game comes back with those who played it, also if these are two agents, or two people. */
async function loads(page) {
  for (const seat of ["none", "both"]) {
    await page.goto(url);
    await page.locator('.card input[value="ufo-micro"]').check({ force: true });
    await page.locator("select[name=seat]").selectOption(seat);
    await page.locator("button[type=submit]").click();
    await page.locator(".question:is(.step, .human)").waitFor();
    const seats = await page.locator(".seats").innerText();
    const record = await page.evaluate(async () => (await fetch(document.querySelector(".save").href)).text());
    const first = page.url();
    await page.locator(".tool.leave").click();
    await page.locator("input[name=load]").setInputFiles({ name: "saved.game", mimeType: "text/plain", buffer: Buffer.from(record) });
    await page.locator(".question:is(.step, .human)").waitFor();
    check(page.url() !== first && (await page.locator(".seats").innerText()) === seats, `a game with ${seat} as people is loaded with others`);
  }
  check((await words(page)) === 0, "something was played");
}

await inBrowser(async (browser) => {
  const alone = () => newPage(browser);
  await helps(await alone());
  await reads(await alone());
  await scenario(await alone());
  await asks(await alone());
  await fitsSmall(await alone());
  await points(await alone());
  await loads(await alone());
  return "all that is asked is seen";
});
