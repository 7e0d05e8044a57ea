// Tests the site in headless Chromium, from a disk and without a network: `node site.js
// FOLDER/index.html - [SCREENSHOTS]`.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { file, open, close, shot, accessible, whole, text, phone } from "./bench.js";

const folder = dirname(resolve(file)), within = `${pathToFileURL(folder).href}/`;
const visit = (name, options = {}) => open({ at: within + name, within, scenario: null, ...options });
const games = readdirSync(`${folder}/gallery`).filter((name) => name.endsWith(".html") && name !== "index.html").map((name) => `gallery/${name}`);
const documents = readdirSync(`${folder}/docs`).map((name) => `docs/${name}`);
const few = ["index.html", "gallery/index.html", "gallery/craps.html", "docs/language.html"];

// No page scrolls sideways or writes to the console, and all are accessible.
const looks = { light: {}, dark: { colorScheme: "dark" }, phone: { viewport: phone, isMobile: true, hasTouch: true } };
for (const [look, options] of Object.entries(looks)) {
  const browser = await visit("index.html", options), { page } = browser;
  for (const name of ["index.html", "gallery/index.html", "docs/index.html", ...games, ...documents]) {
    await page.goto(within + name);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name} is ${wide} dots too wide (${look})`);
    if (few.includes(name)) {
      await accessible(page, `${name}, ${look}`);
      await shot(page, `site-${name.replace(/\W/g, "-")}-${look}`);
    }
  }
  await close(browser);
}
console.log(`${games.length} games and ${documents.length} documents by day, by night and on a phone: nothing is cut, four are checked for everybody's eyes`);

// Measures how soon the gallery shows something, and how much its layout shifts.
const timed = await visit("gallery/index.html", { before: () => {
  globalThis.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { globalThis.shift += entry.value; })).observe({ type: "layout-shift", buffered: true });
} });
const first = await timed.page.evaluate(() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntriesByName("first-contentful-paint")[0]?.startTime)).observe({ type: "paint", buffered: true })));
assert.ok(await timed.page.locator(".card svg").first().isVisible());
const shift = await timed.page.evaluate(() => globalThis.shift);
console.log(`the gallery's first picture after ${first.toFixed(0)} ms; its layout moves by ${shift.toFixed(3)}`);
assert.ok(first < Number(process.env.FIRST_PICTURE || 3000) && shift < 0.05);
await close(timed);

// A user can go from the front page to a game, and from there to the page, which opens the game.
const browser = await visit("index.html"), { page } = browser;
await page.locator(".card").first().click();
await page.waitForSelector(".hero svg");
const question = await page.textContent("h1");
await whole(page, async () => { await page.getByRole("link", { name: "Open and change it" }).click(); await page.waitForURL(/oddsmith\.html/); });
assert.ok((await text(page)).toLowerCase().includes(question.toLowerCase()), `the page has not opened the game that asks ${question}`);
await close(browser);
console.log("a game of the site is opened and run by the page");

// The front page shows a distribution at once, and opens the dice that are typed into its box.
const front = await visit("index.html");
assert.ok(await front.page.locator(".lead svg").first().isVisible());
await front.page.getByLabel("Dice", { exact: true }).fill("2d6 + 3 >= 10");
await whole(front.page, async () => { await front.page.keyboard.press("Enter"); await front.page.waitForURL(/oddsmith\.html/); });
assert.match(await front.page.textContent(".roll-summary"), /58\.3%/);
await front.page.goto(within + "index.html");
await whole(front.page, async () => { await front.page.getByRole("link", { name: "Write a rule" }).click(); await front.page.waitForURL(/#new/); });
assert.match(await text(front.page), /^rule = "mine\.odds"$/m);
await close(front);
// The gallery lists every game once, by mechanic.
const gallery = await visit("gallery/index.html");
assert.equal(await gallery.page.locator(".card").count(), games.length);
assert.equal(await gallery.page.locator("main nav a").count(), await gallery.page.locator("main h2[id]").count());
await close(gallery);
console.log("the front page opens dice and a new rule; the gallery is sorted by mechanic");

// The search works by the keyboard alone.
const search = await visit("docs/index.html");
await search.page.keyboard.press("/");
await search.page.keyboard.type("white cubes");
await search.page.waitForSelector("#found a mark");
await shot(search.page, "site-search");
await accessible(search.page, "search");
await search.page.keyboard.press("ArrowDown");
await search.page.keyboard.press("Enter");
await search.page.waitForURL((url) => !url.href.endsWith("docs/index.html"));
// It knows the ids of games, and their mechanics.
for (const [words, game] of [["pig-hold", "Pig"], ["push your luck zombie", "Zombie Dice"]]) {
  await search.page.getByRole("searchbox").fill(words);
  await search.page.waitForFunction((game) => document.querySelector("#found b")?.textContent.startsWith(game), game);
}
await search.page.getByRole("searchbox").fill("");
await search.page.keyboard.type("xyzzy plugh");
await search.page.waitForFunction(() => /Nothing was found/.test(document.querySelector("#found").textContent));
await close(search);
console.log("the search finds parts of documents, and says so where there is nothing");
