// Tests the box for dice: the first thing that a visitor sees, typing, links, mistakes, and the way
// to a rule.
import assert from "node:assert/strict";
import { accessible, choose, close, count, open, phone, problem, shot, text, whole, write } from "./bench.js";

const box = "#roll-editor";
const typed = (page) => text(page, box);
const cells = (page, part) => page.$$eval(`.${part} tr`, (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
const roll = (page, lines) => whole(page, () => write(page, lines, box));
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth);
const link = (page, hash) => page.waitForFunction((hash) => location.hash === hash, hash);

export const rolls = async () => {
  const browser = await open({ scenario: null, before: () => { globalThis.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => { globalThis.shift += entry.hadRecentInput ? 0 : entry.value; })).observe({ type: "layout-shift", buffered: true }); } }), { page } = browser;
  await whole(page);
  assert.equal(await page.textContent("h1:visible"), "The odds of dice and game rules");
  assert.equal(await page.locator("#games .game:visible").count(), 10);
  assert.equal(await typed(page), "4d6kh3");
  assert.deepEqual(await cells(page, "roll-summary"), [["", "mean", "standard deviation"], ["4d6kh3", "12.24", "2.85"]]);
  assert.deepEqual((await cells(page, "roll-chances"))[1], ["3", "0.077%"]);
  assert.equal(await page.locator("figure.distribution svg").count(), 1);
  assert.equal(await page.evaluate(() => location.hash), "", "the address of a fresh visit stays short");
  assert.match(await page.textContent("#status-text"), /^Exact for 1 of 1 case$/);
  await page.waitForTimeout(300);
  const moved = await page.evaluate(() => globalThis.shift);
  assert.ok(moved < 0.05, `the layout jumps by ${moved}`);
  await shot(page, "roll");
  await accessible(page, "the box for dice");

  // Each example has an answer without a mistake or a note.
  assert.equal(await page.locator("#roll-examples button").count(), 10);
  for (const example of await page.locator("#roll-examples button").all()) {
    if (await example.evaluate((button) => button.textContent.startsWith("Keep highest"))) await whole(page, () => write(page, "d6", box));
    await whole(page, () => example.click());
    assert.equal(await page.locator("#roll .problem").count(), 0, await typed(page));
    assert.ok((await page.locator(".rolled figure svg").count()) > 0, await typed(page));
  }
  assert.match((await cells(page, "roll-summary"))[1].join(" "), /^d8 if d20 \+ 5 >= 15 else 0 /);

  // Several lines are laid over each other, and the switch changes their chances.
  await roll(page, "3d6\nd20\n2d10");
  assert.deepEqual((await cells(page, "roll-chances"))[0], ["", "3d6", "d20", "2d10"]);
  assert.match(await page.textContent(".rolled figure svg"), /3d6.*2d10.*d20/);
  await link(page, "#roll=3d6;d20;2d10");
  await shot(page, "roll-three");
  await accessible(page, "three rolls");
  await whole(page, () => page.getByRole("radio", { name: "At least" }).check({ force: true }));
  assert.deepEqual((await cells(page, "roll-chances")).find(([value]) => value === "10"), ["10", "62.5%", "55.0%", "64.0%"]);
  await link(page, "#roll=3d6;d20;2d10&at-least");
  await whole(page, () => page.keyboard.press("ArrowRight"));
  assert.deepEqual((await cells(page, "roll-chances")).find(([value]) => value === "10"), ["10", "50.0%", "50.0%", "45.0%"]);
  await shot(page, "roll-at-most");

  // A link opens the same rolls elsewhere, and a spoilt one is explained.
  await page.getByRole("button", { name: "Share link" }).click();
  const hash = await page.evaluate(() => location.hash);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.evaluate(() => location.href));
  const other = await open({ hash, colorScheme: "dark" });
  await whole(other.page);
  assert.equal(await typed(other.page), "3d6\nd20\n2d10");
  assert.deepEqual(await cells(other.page, "roll-chances"), await cells(page, "roll-chances"));
  await shot(other.page, "roll-dark");
  await accessible(other.page, "rolls in the dark");
  await close(other);
  const coded = await open({ hash: "#roll=2d6%20%2B%203%20%3E%3D%2010;3d%7B1%2C2%7D" });
  await whole(coded.page);
  assert.equal(await typed(coded.page), "2d6 + 3 >= 10\n3d{1,2}");
  await close(coded);
  const spoilt = await open({ hash: "#roll=%E0%A4%A" });
  await spoilt.page.waitForSelector("#dialog[open]");
  assert.match(await spoilt.page.textContent("#dialog"), /link to dice was cut/);
  await whole(spoilt.page);
  await close(spoilt);

  // Conditions are chances, with a bar and the number.
  await roll(page, "2d6 + 3 >= 10\nd20 + 5 > d20");
  assert.deepEqual(await cells(page, "roll-summary"), [["", "chance", "as a fraction"], ["2d6 + 3 >= 10", "58.3%", "7/12"], ["d20 + 5 > d20", "70.0%", "7/10"]]);
  assert.match(await page.textContent("figure.stacked svg"), /58\.3.*70\.0/);
  await shot(page, "roll-conditions");
  await accessible(page, "conditions");

  // A mistake is marked, and the last good answer stays in grey.
  await write(page, "3d6\n4d6kx3", box);
  await problem(page);
  await page.waitForSelector("#roll .problem");
  assert.equal(await page.textContent(`${box} .wrong`), "k");
  assert.match(await page.textContent("#banner"), /Last good answer\. It waits for line 2/);
  assert.equal((await cells(page, "roll-summary")).length, 3);
  assert.ok(await page.evaluate(() => document.querySelector("#answer").classList.contains("old")));
  await shot(page, "roll-mistake");
  await accessible(page, "a mistake in a roll", ["#shown", "#finding"]);
  // The comparison of a total has a button that counts the dice instead.
  await roll(page, "5d10>=7");
  await page.waitForSelector("#roll .doubt");
  await shot(page, "roll-note");
  await accessible(page, "a note on a roll");
  await whole(page, () => page.getByRole("button", { name: "Count the dice" }).click());
  assert.equal(await typed(page), "count(5d10 >= 7)");
  assert.equal(await page.locator("#roll .doubt").count(), 0);
  // Many values and long expressions keep the page in its frame.
  await roll(page, "100d6\n10d100");
  await shot(page, "roll-wide");
  await roll(page, `${"d6 + ".repeat(60)}d6`);
  await shot(page, "roll-long");
  assert.ok((await wide(page)) <= 1440);

  // The keyboard alone: a line is added, and the rolls become a rule, which is a draft.
  await roll(page, "4d6kh3");
  await page.locator(`${box} .cm-content`).press("Control+End");
  await whole(page, () => page.keyboard.type("\n3d6"));
  await page.waitForFunction(() => document.querySelectorAll(".roll-summary tbody tr").length === 2);
  await page.locator("#make-rule").focus();
  await whole(page, () => page.keyboard.press("Enter"));
  assert.equal(await page.textContent("#open-name"), "4d6kh3, 3d6");
  assert.match(await text(page, "#rule-editor"), /dice\("4d6kh3"\)/);
  assert.match(await text(page), /^rolls = \["4d6kh3", "3d6"\]$/m);
  assert.equal(await page.evaluate(() => location.hash), "");
  assert.ok(await page.locator("#change").isVisible());
  // The draft comes back on the next visit, and the box from the list.
  await page.reload();
  await whole(page);
  assert.equal(await page.textContent("#open-name"), "4d6kh3, 3d6");
  await whole(page, () => choose(page, "Roll dice"));
  assert.ok(!(await page.locator("#change").isVisible()));
  await close(browser);
  await onAPhone();
  console.log(`dice: typed, laid over each other, linked, explained and made into a rule; no jump (${moved.toFixed(3)})`);
};

const onAPhone = async () => {
  const browser = await open({ scenario: null, viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }), { page } = browser;
  await whole(page);
  await page.waitForTimeout(200);
  await shot(page, "phone-roll");
  await accessible(page, "the box on a phone");
  await whole(page, () => page.getByRole("button", { name: "Advantage" }).tap());
  await page.waitForTimeout(200);
  await shot(page, "phone-roll-three");
  assert.ok((await wide(page)) <= phone.width, `the page is ${await wide(page)} wide`);
  for (const size of await page.$$eval("#roll button, #roll-view label", (elements) => elements.map((element) => element.getBoundingClientRect().height))) assert.ok(size >= 43.5, `a target is ${size} high`);
  await whole(page, () => page.locator("#make-rule").tap());
  assert.equal(await page.evaluate(() => document.body.dataset.sheet), "change");
  // The way back to the box, and on to a new rule, shows the right sheet.
  await whole(page, () => choose(page, "Roll dice"));
  assert.ok(await page.locator("#roll-editor").isVisible());
  await whole(page, () => page.tap("#new-rule"));
  assert.ok(await page.locator("#rule-editor").isVisible());
  await close(browser);
};

// The time from a keystroke to the drawn chart.
export const rolling = async () => {
  const browser = await open({ scenario: null }), { page } = browser;
  await whole(page);
  await page.evaluate(() => {
    globalThis.times = [];
    let key = 0;
    document.querySelector("#roll-editor").addEventListener("input", () => { key = performance.now(); }, true);
    new MutationObserver(() => { if (key) { globalThis.times.push(performance.now() - key); key = 0; } }).observe(document.body, { attributeFilter: ["data-first"] });
  });
  const measured = [];
  for (const [lines, keys] of [["4d6kh3", "23"], ["3d6\n2d10\nd20", "08"]]) {
    await roll(page, lines);
    await page.evaluate(() => { globalThis.times = []; });
    await page.locator(`${box} .cm-content`).press("Control+End");
    for (let i = 0; i < 20; i++) {
      const before = await count(page, "first");
      await page.keyboard.press("Shift+ArrowLeft");
      await page.keyboard.type(keys[i % 2]);
      await page.waitForFunction((before) => Number(document.body.dataset.first) > before, before);
    }
    const times = (await page.evaluate(() => globalThis.times)).sort((a, b) => a - b);
    assert.ok(times.length >= 20, `${times.length}`);
    measured.push(`${lines.replaceAll("\n", ", ")}: ${times[10].toFixed(0)} ms (most ${times.at(-1).toFixed(0)})`);
    assert.ok(times[10] < Number(process.env.FIRST_ODDS || 1000), "the chart takes too long");
  }
  await close(browser);
  console.log(`dice are charted after a key, median of 20: ${measured.join("; ")}`);
};
