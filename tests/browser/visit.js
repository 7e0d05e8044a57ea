// Records visits to the page: `node visit.js PAGE FOLDER [VISIT]`, all of them or one. FOLDER gets
// the frames of each visit, a sheet of frames with their times, and visits.json with what was
// measured. A visit fails if a visitor does not get what they came for.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { desk, phone, quiet, url } from "./bench.js";

const folder = process.argv[3], only = process.argv[4];
/** The most frames on a sheet. */
const MOST = 24;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: quiet });
const measured = {};

async function sheet(name, frames, size) {
  const step = Math.max(1, Math.ceil(frames.length / MOST)), chosen = frames.filter((_, i) => i % step === 0 || i === frames.length - 1);
  const width = size.width < 500 ? 200 : 400;
  const cells = chosen.map(({ data, time, words }) => `<figure><img src="data:image/jpeg;base64,${data}" width="${width}"><figcaption>${(time / 1000).toFixed(2)} s ${words}</figcaption></figure>`);
  const page = await browser.newPage({ viewport: { width: 1680, height: 900 } });
  await page.setContent(`<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif}figure{margin:0;width:${width}px}img{border:1px solid #999}</style>${cells.join("")}`);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
}

// Records what `act` does from the moment at which the page is opened. `say` names the next frames.
async function visit(name, options, act) {
  if (only && name !== only) return;
  const context = await browser.newContext({ viewport: desk, offline: true, ...options }), page = await context.newPage();
  const client = await context.newCDPSession(page), frames = [], wrong = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  let keys = 0, taps = 0, words = "", start = 0;
  client.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    const time = metadata.timestamp * 1000 - start;
    if (start && time >= 0) frames.push({ data, time, words });
    client.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await client.send("Page.startScreencast", { format: "jpeg", quality: 70, everyNthFrame: 1 });
  const visitor = {
    page,
    say: (text) => { words = text; },
    now: () => Date.now() - start,
    press: async (key) => { keys++; await page.keyboard.press(key); },
    type: async (text) => { for (const sign of text) { keys++; await page.keyboard.type(sign); await page.waitForTimeout(60); } },
    click: async (target) => { taps++; await (options.hasTouch ? page.locator(target).first().tap() : page.locator(target).first().click()); },
    rest: () => page.waitForTimeout(500),
  };
  start = Date.now();
  await page.goto(url);
  const result = await act(visitor);
  await client.send("Page.stopScreencast");
  measured[name] = { keys, taps, ...result };
  rmSync(join(folder, name), { recursive: true, force: true });
  mkdirSync(join(folder, name), { recursive: true });
  frames.forEach(({ data, time }, i) => writeFileSync(join(folder, name, `${String(i).padStart(3, "0")}-${time.toFixed(0)}ms.jpg`), Buffer.from(data, "base64")));
  await sheet(name, frames, page.viewportSize());
  await context.close();
  assert.deepEqual(wrong, [], name);
}

const seconds = (milliseconds) => Number((milliseconds / 1000).toFixed(2));
const painted = (page) => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
const first = (page) => page.waitForFunction(() => document.body.dataset.whole);
const meanIs = (page, mean) => page.waitForFunction((mean) => document.querySelector(".roll-summary td.value:not(.prepared *)")?.textContent === mean && document.body.dataset.whole, mean);

// The distribution of 4d6kh3 is there at once. Another roll is typed over it, and then 4d6kh3 again.
async function dice({ page, say, now, press, type, click, rest }, isPhone) {
  const shown = await painted(page);
  say("the example");
  await first(page);
  const engine = now();
  if (isPhone) await click("#roll-editor .cm-content");
  say("d20 is typed");
  await press("Control+a");
  await type("d20");
  await meanIs(page, "10.50");
  await rest();
  say("4d6kh3 is typed");
  await press("Control+a");
  const typing = now();
  await type("4d6kh3");
  await meanIs(page, "12.24");
  const typed = now() - typing;
  await rest();
  assert.ok(await page.locator("figure:visible svg").first().isVisible());
  return { exampleShown: seconds(shown), engineAnswered: seconds(engine), keysFor4d6kh3: 7, secondsFor4d6kh3: seconds(typed), atSixtyMillisecondsAKey: true };
}
await visit("a-dice", {}, (visitor) => dice(visitor, false));
await visit("b-phone", { viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }, (visitor) => dice(visitor, true));

// Whether the focused element, or its label, has a visible outline.
const focus = (page) => page.evaluate(() => {
  const element = document.activeElement, box = element.getBoundingClientRect();
  const marks = [element, element.nextElementSibling, element.closest(".stepper"), element.closest(".editor")].filter(Boolean).map((mark) => getComputedStyle(mark));
  const isMarked = marks.some((style) => (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none");
  const name = element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.value || element.textContent;
  return { name: `${element.tagName.toLowerCase()} ${name.trim().replace(/\s+/g, " ").slice(0, 40)}`, isMarked: isMarked || element.matches("[type=range]"), isInside: box.bottom > 0 && box.top < innerHeight && box.width > 0 };
});
await visit("c-keyboard", { viewport: { width: 1280, height: 800 } }, async ({ page, say, press, type, rest }) => {
  await first(page);
  const before = [];
  say("Shift Tab");
  for (let stop; ;) {
    await press("Shift+Tab");
    stop = await focus(page);
    if (stop.name.startsWith("body")) break;
    before.unshift(stop);
  }
  while (!(await focus(page)).name.includes("Dice, one roll per line")) await press("Tab");
  say("typing");
  await press("Control+a");
  await type("3d6!");
  await rest();
  const stops = [];
  say("Tab");
  for (let i = 0; i < 40; i++) {
    await press("Tab");
    const stop = await focus(page);
    if (stop.name.startsWith("body")) break;
    stops.push(stop);
  }
  for (const stop of [...before, ...stops]) assert.ok(stop.isMarked && stop.isInside, JSON.stringify(stop));
  say("a game with Enter");
  await page.locator(".game").nth(2).focus();
  await press("Enter");
  await page.waitForFunction(() => /Chips won/.test(document.querySelector("#finding").textContent));
  await rest();
  return { before: before.map(({ name }) => name), after: stops.map(({ name }) => name) };
});

await visit("d-first-visit", { viewport: { width: 1280, height: 800 } }, async ({ page, say, now, press, type, click, rest }) => {
  const times = {}, done = async (what) => { times[what] = seconds(now()); await rest(); };
  const seen = async (act) => {
    const before = await page.evaluate(() => Number(document.body.dataset.first ?? 0));
    await act();
    await page.waitForFunction((before) => Number(document.body.dataset.first) > before, before);
  };
  await first(page);
  await done("opened");
  say("roll");
  await seen(async () => { await press("Control+a"); await type("2d6+3"); });
  await done("rolled");
  say("a game by picture");
  await seen(() => click(".game:has-text('Risk')"));
  await done("game");
  say("a knob");
  await seen(() => click("#knobs .stepper button:last-child:enabled"));
  await done("knob");
  say("write a rule");
  await seen(async () => { await press("Control+k"); await type("write a rule"); await press("Enter"); });
  await done("rule");
  say("a mistake");
  await page.locator("#rule-editor .cm-line", { hasText: "hits = successes" }).click();
  await press("Home");
  await type("    hits = succeses(n, 6, 5)\n".trim());
  await press("Enter");
  await page.waitForSelector("#rule-editor .problem .primary");
  await done("mistake");
  say("its fix");
  await seen(() => click("#rule-editor .problem .primary"));
  assert.equal(await page.locator(".problem").count(), 0);
  await done("fixed");
  return times;
});

writeFileSync(join(folder, "visits.json"), JSON.stringify(measured, null, 2));
console.log(JSON.stringify(measured, null, 2));
await browser.close();
