// Tests the search for parameter values on the page, the values that the controls show, and the
// handles of distributions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accessible, choose, close, fromMenu, native, open, phone, shot, shots, text, whole } from "./bench.js";
import { unzipSync } from "../../web/node_modules/fflate/esm/index.mjs";

const found = (page) => page.waitForSelector("section.found", { timeout: 120_000 });
const title = (page) => page.textContent("section.found h2");
const change = async (page, field, value) => { await field.fill(value); await whole(page, () => field.press("Enter")); };

export const finding = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  // The user chooses a goal and ticks a parameter, and both appear in the text.
  await whole(page, () => choose(page, "wing-turn"));
  await page.getByRole("button", { name: "Find numbers" }).click();
  assert.ok(await page.locator("#knobs .may input").first().isDisabled(), "first something is wished for");
  assert.ok(await page.locator("#find-now").isDisabled());
  await whole(page, () => page.getByLabel("Add a goal").selectOption({ index: 1 }));
  assert.match(await text(page), /\[\[ask\]\]\nlabel = "Actions taken"\nvalue = "mean\(actions\)"\nwant = "4(\.0)? to 4\.9"/);
  await change(page, page.getByLabel("Actions taken: from"), "4.9");
  await change(page, page.getByLabel("Actions taken: to"), "5.1");
  assert.match(await text(page), /want = "4\.9 to 5\.1"/);
  await whole(page, () => page.locator("#knobs .may", { hasText: "Dice" }).first().getByRole("checkbox").check());
  await whole(page, () => page.locator("#knobs .may", { hasText: "White cubes" }).first().getByRole("checkbox").check());
  assert.match(await text(page), /\[balance\]\ndice = \{ from = 1, to = 3 \}\ncubes = \{ from = 0, to = 2 \}/);
  await change(page, page.getByLabel("White cubes: to"), "3");
  await shot(page, "find-form");
  await accessible(page, "the form");
  // Input that is not a number is refused, and the text stays.
  const field = page.getByLabel("White cubes: to");
  await field.fill("99");
  await field.press("Enter");
  await page.waitForSelector("#toast.bad");
  assert.match(await page.textContent("#toast"), /31 is out of range/);
  assert.match(await text(page), /cubes = \{ from = 0, to = 3 \}/);
  await page.locator("#find-now").click();
  await found(page);
  const heading = await title(page);
  assert.match(heading, /^Settings that meet all goals: \d+ of 12$/);
  // Undo works for inputs of the form as for typed text.
  await page.locator("#scenario-editor .cm-line").first().click();
  await whole(page, () => page.keyboard.press("Control+z"));
  assert.equal(await page.locator("section.found").count(), 0, "what was changed since is not shown any more");
  await page.getByRole("button", { name: "Back to the knobs" }).click();

  // The table has the same bytes as on the command line.
  await whole(page, () => choose(page, "fair-duel"));
  await page.getByRole("button", { name: "Find numbers" }).click();
  await page.locator("#find-now").click();
  await found(page);
  assert.equal(await title(page), "Settings that meet all goals: 2 of 225");
  const rows = await page.$$eval("section.found tbody tr", (elements) => elements.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(rows[1].slice(1, 6), ["7", "8", "3", "4", "51.2% (0.77 pp)"], JSON.stringify(rows));
  assert.ok((await page.locator("section.found figure.balance svg polyline").count()) > 3, "a map with its borders");
  await page.waitForTimeout(200);
  await page.locator("section.found").evaluate((section) => section.scrollIntoView());
  await shot(page, "found");
  await accessible(page, "what was found");
  const { bytes } = await fromMenu(page, "Tables");
  const [, csv] = Object.entries(unzipSync(bytes)).find(([path]) => path.endsWith("balance.csv"));
  assert.ok(Buffer.from(csv).equals(readFileSync(join(native, "..", "balanced", "fair-duel", "balance.csv"))), "balance.csv has other bytes");
  // A click writes the values into the text. Comments stay, the previous answer is pinned, and the
  // row is marked as current.
  await whole(page, () => page.getByRole("button", { name: /^Use setting 1:/ }).click());
  assert.match(await text(page), /\[parameters\]\nfast = 3\nhard = 4\ntheirs = 8\n/);
  assert.match(await text(page), /\[balance\] +# what may be changed, and to what/);
  assert.equal(await page.locator(".pill.was").count(), 1);
  assert.match(await page.textContent("section.found tr.now"), /^1in the text/);
  await shot(page, "found-used");
  await whole(page, () => page.getByRole("button", { name: /^Use setting 2:/ }).click());
  assert.match(await text(page), /fast = 2\nhard = 4/);
  // A search that is stopped keeps what it has found. There are too many settings to try all before
  // the next keystroke.
  await change(page, page.getByLabel(/our health: to$/i).first(), "20");
  await page.locator("#find-now").click();
  await page.waitForSelector("#progress:not([hidden])");
  assert.match(await page.textContent("#progress"), /Finding/);
  await page.keyboard.press("Escape");
  await found(page);
  assert.match(await title(page), /^Settings that meet all goals: \d+ of [\d,]+ tried \(stopped early; there are [\d,]+\)$/);
  // A keystroke during the search takes effect at once.
  await page.locator("#find-now").click();
  await page.waitForSelector("#progress:not([hidden])");
  await page.locator("#scenario-editor .cm-line").first().click();
  await whole(page, () => page.keyboard.type(" "));
  assert.equal(await page.locator("section.found").count(), 0);

  await close(browser);
  await atOdds();
  await onAPhone();
  console.log("numbers are found by a form that writes the text, step by step, the same as by the command line; a click puts them in");
};

// Conflicting goals are listed with the cost of each. A click relaxes one of them.
const atOdds = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  await whole(page, () => choose(page, "fair-duel"));
  await page.getByRole("button", { name: "Find numbers" }).click();
  await change(page, page.getByLabel("Only settings in which").last(), "ours <= theirs");
  await whole(page, () => page.getByRole("checkbox", { name: /^Lowest face that lands a hard strike/ }).uncheck());
  await page.locator("#find-now").click();
  await found(page);
  await shot(page, "at-odds");
  assert.match(await page.textContent("section.found .odds"), /No setting meets “We win”We win: 56% instead of 52% would allow 1 of the settings/);
  await whole(page, () => page.getByRole("button", { name: "We win: want 0.48 to 0.56 instead" }).click());
  await page.locator("#find-now").click();
  await found(page);
  assert.equal(await title(page), "Settings that meet all goals: 1 of 75");
  await close(browser);
};

const onAPhone = async () => {
  const browser = await open({ viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2, colorScheme: "dark" }), { page } = browser;
  await whole(page);
  await whole(page, () => choose(page, "fair-duel"));
  await page.tap("#to-change");
  await page.getByRole("button", { name: "Find numbers" }).tap();
  await shot(page, "phone-find-form");
  await accessible(page, "the form on a phone");
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok((await wide()) <= phone.width, `the page is ${await wide()} wide`);
  await page.locator("#find-now").tap();
  await found(page);
  assert.equal(await page.evaluate(() => document.body.dataset.sheet), "answer");
  assert.ok((await wide()) <= phone.width, `the page is ${await wide()} wide`);
  await page.locator("section.found").evaluate((section) => section.scrollIntoView());
  await shot(page, "phone-found");
  await accessible(page, "what was found, on a phone by night");
  for (const size of await page.$$eval("section.found tbody .boxed, #find-now", (elements) => elements.map((element) => element.getBoundingClientRect().height).filter((height) => height > 0))) assert.ok(size >= 43.5, `a target is ${size} high`);
  await whole(page, () => page.getByRole("button", { name: /^Use setting 1:/ }).tap());
  assert.match(await text(page), /theirs = 8/);
  await close(browser);
};

export const standing = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  await whole(page, () => choose(page, "pig"));
  const goal = page.locator('#knobs [data-key="goal"]'), field = goal.getByLabel(/: number$/);
  assert.equal(await field.inputValue(), "10", "the knob stands at what is shown");
  assert.match(await goal.textContent(), /charted: 10 to 30; other values by the knob/);
  assert.match(await page.textContent(".pill.now"), /Goal 10$/);
  await change(page, field, "14");
  assert.match(await page.textContent(".pill.now"), /Goal 14$/);
  assert.match(await goal.textContent(), /this value separately/);
  assert.equal(await page.textContent("[data-key=note]"), "The charts show Goal 10, 20 and 30; Goal 14 is computed separately.");
  await shot(page, "apart");
  await change(page, field, "20");
  assert.match(await page.textContent(".pill.now"), /Goal 20$/);
  assert.equal(await page.locator("[data-key=note]").count(), 0);
  await close(browser);
  console.log("a knob stands where what is shown stands; a setting apart from all that is charted is computed in addition to the charts");
};

export const parting = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  await whole(page, () => choose(page, "wing-turn"));
  const box = page.locator(".parting").first(), shares = async () => (await box.locator("p span").allTextContents()).map((part) => Number(/([\d.]+)%/.exec(part)?.[1] ?? 0));
  const before = await shares();
  assert.ok(Math.abs(before.reduce((total, share) => total + share, 0) - 100) < 0.3, `${before}`);
  assert.ok(before[0] <= 5 && before[2] <= 5, `${before}`);
  const lower = box.getByLabel("Lower delimiter");
  await lower.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const after = await shares();
  assert.ok(after[0] > before[0] && after[1] < before[1] && after[2] === before[2], `${before} ${after}`);
  // The share of a part is the sum of its rows in the table of the distribution.
  await page.getByLabel("What to look at").selectOption({ label: "Actions taken" });
  const words = (await box.locator("p span").first().textContent()).match(/^below (\d+): /);
  const distribution = await page.$$eval("table.distribution-table tbody tr", (elements) => elements.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)));
  const sum = distribution.filter(([value]) => /^\d+$/.test(value) && Number(value) < Number(words[1])).reduce((total, [, odds]) => total + Number.parseFloat(odds.replace("<", "")), 0);
  assert.ok(Math.abs(sum - after[0]) < 0.3, `${sum} ${after}`);
  // The handles also work with the pointer, and keep their position when a control changes.
  const upper = await box.getByLabel("Upper delimiter").boundingBox();
  assert.ok(upper.width > 100);
  await page.locator(".parting").first().scrollIntoViewIfNeeded();
  await shot(page, "parting");
  await accessible(page, "a distribution parted");
  await close(browser);
  console.log(`a distribution is parted by two handles: ${before.join(" | ")} and then ${after.join(" | ")}`);
};
