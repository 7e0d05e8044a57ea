// Tests how a visitor starts: the first screen, games by picture, a new rule, files, and the search.
import assert from "node:assert/strict";
import { accessible, choose, close, open, phone, problem, shot, text, url, whole, write } from "./bench.js";

const SCORE = '"""Ability score: 4d6, lowest dropped"""\ntotal = count("Score")\n\ndef trial():\n    record(total, dice("4d6kh3"))\n';
const POOL = '"""Pool"""\nhits = count("Hits")\nsize = whole(4, 1, 9, "dice")\n\ndef trial():\n    record(hits, successes(size, 6, 5))\n';

const knobs = (page) => page.$$eval("#knobs .knob label", (labels) => labels.map((label) => label.textContent));
const metrics = (page) => page.$$eval("#asking:not([hidden]) dt", (terms) => terms.map((term) => term.textContent));
// A message is not covered and not cut if its corners belong to it.
const isReadable = (page) => page.$eval(".problem", (message) => {
  const { left, right, top, bottom } = message.getBoundingClientRect();
  return [[left + 6, top + 3], [right - 6, top + 3], [left + 6, bottom - 3], [right - 6, bottom - 3]].every(([x, y]) => message.contains(document.elementFromPoint(x, y)));
});

export const firstScreen = async () => {
  // Without its script, the page shows the answer of the example already.
  const still = await open({ scenario: null, javaScriptEnabled: false });
  assert.match(await still.page.textContent("figure:visible .captioned h2"), /12\.24/);
  assert.equal(await still.page.locator("#games .game svg:visible").count(), 10);
  const before = await still.page.locator("figure:visible svg").innerHTML();
  await close(still);
  for (const [look, options] of Object.entries({ wide: {}, laptop: { viewport: { width: 1280, height: 800 } }, dark: { colorScheme: "dark" }, phone: { viewport: phone, isMobile: true, hasTouch: true } })) {
    const browser = await open({ scenario: null, ...options }), { page } = browser;
    await whole(page);
    await page.waitForTimeout(200);
    await shot(page, `first-${look}`);
    await accessible(page, `the first screen, ${look}`);
    if (look === "wide") assert.equal(await page.locator("figure:visible svg").innerHTML(), before, "the engine draws what was there");
    const { height } = page.viewportSize(), buttons = look === "phone" ? ["#to-games", "#new-rule", "#open-file"] : ["#new-rule", "#open-file", ".game:last-child"];
    for (const button of ["#roll-editor", ...buttons]) {
      const box = await page.locator(button).last().boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= height, `${button} is not on the first screen, ${look}: ${JSON.stringify(box)}`);
    }
    if (look === "phone") { await page.tap("#to-games"); await page.waitForTimeout(300); await shot(page, "first-phone-games"); }
    await whole(page, () => page.locator(".game", { hasText: "Craps" }).click());
    assert.match(await text(page), /^rule = "craps\.odds"$/m);
    await close(browser);
  }
  console.log("first screen: what it is, dice, ten games by picture, a rule, a file; the picture is there before the engine");
};

export const newRule = async () => {
  const browser = await open({ scenario: null, viewport: { width: 1280, height: 800 } }), { page } = browser;
  await whole(page);
  await whole(page, () => page.click("#new-rule"));
  assert.doesNotMatch(await text(page), /^\[/m, "the scenario names nothing of the rule");
  assert.deepEqual(await knobs(page), ["Dice", "A die succeeds on this or more", "Successes wanted"]);
  assert.deepEqual(await metrics(page), ["first", "turns", "result"]);
  // Any other rule fits it, and its knobs and metrics take the place of the old ones.
  await whole(page, () => write(page, SCORE, "#rule-editor"));
  assert.deepEqual([await knobs(page), await metrics(page)], [[], ["total"]]);
  assert.match(await page.textContent("#finding"), /^Score: 12\.24/);
  // A scenario of another rule is fixed by a click. Its message can be read whole, and the knobs are
  // those of the new rule.
  await write(page, `rule = "mine.odds"\n${"# more\n".repeat(20)}\n[sweep]\nneed = [\n  3, 4,\n  5]\n`);
  await problem(page);
  await page.waitForTimeout(300);
  assert.match(await page.textContent(".problem"), /Unknown key need.*Remove it/);
  assert.ok(await isReadable(page), "the message is covered");
  await shot(page, "new-rule-error");
  await write(page, POOL, "#rule-editor");
  await page.waitForFunction(() => /Dice/.test(document.querySelector("#knobs").textContent));
  assert.deepEqual(await knobs(page), ["Dice"]);
  await whole(page, () => page.getByRole("button", { name: "Remove it" }).click());
  assert.deepEqual(await metrics(page), ["hits"]);
  // After a paste, a mistake far from the caret is shown.
  await write(page, POOL.replace("successes", "succeses") + "\n# more".repeat(60), "#rule-editor");
  await problem(page);
  await page.waitForTimeout(300);
  assert.ok(await isReadable(page), "the message is out of sight");
  assert.match(await page.textContent("#knobs"), /waits for mine\.odds/);
  await whole(page, () => page.locator("#banner").click().then(() => page.keyboard.press("Control+.")));
  assert.deepEqual(await knobs(page), ["Dice"]);
  // Another scenario with a mistake has none of the old knobs, and no old answer.
  await page.goto("about:blank");
  await close(browser);
  console.log("a new rule fits its scenario; knobs and metrics follow the text; messages are never covered");
};

export const files = async () => {
  const browser = await open({ scenario: null }), { page } = browser;
  await whole(page);
  const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  const pick = (...chosen) => page.setInputFiles("#file", chosen);
  await whole(page, () => pick(file("pool.toml", 'rule = "pool.odds"\n[sweep]\nsize = [3, 4]\n'), file("pool.odds", POOL)));
  assert.equal(await page.textContent("#open-name"), "pool");
  assert.match(await page.textContent("#status-text"), /2 of 2 cases/);
  await whole(page, () => pick(file("score.odds", SCORE)));
  assert.match(await text(page), /^rule = "score\.odds"$/m);
  assert.match(await page.textContent("#finding"), /^Score: 12\.24/);
  // What is opened replaces the controls and the answer, also if it has mistakes.
  await pick(file("wrong.toml", 'rule = "wing-activation"\n[parameters]\nqualty = 4\n'));
  await problem(page);
  assert.deepEqual(await knobs(page), []);
  assert.equal(await page.locator("#shown figure").count(), 0);
  await whole(page, () => page.getByRole("button", { name: "Change to quality" }).click());
  await whole(page, () => pick(file("dice.anydice", "output 3d6\n")));
  assert.match(await page.textContent(".roll-summary"), /10\.50/);
  await pick(file("a.toml", ""), file("b.toml", ""));
  await page.waitForSelector("#toast.bad");
  assert.match(await page.textContent("#toast"), /Open one scenario/);
  // Files can be dropped anywhere, also on an editor.
  await whole(page, () => page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "dropped.odds"));
    document.querySelector("#roll-editor .cm-content").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, SCORE));
  assert.equal(await page.textContent("#open-name"), "dropped");
  await close(browser);
  console.log("files are opened and dropped: a scenario with its rule file, a rule file alone, an AnyDice program");
};

export const searching = async () => {
  const browser = await open({ scenario: null }), { page } = browser;
  await whole(page);
  // An id, a name, a mechanic, a form of dice, and a function of rule files.
  for (const [words, found] of [["pig-hold", "Pig"], ["monty", "Monty Hall"], ["push your luck", "Farkle"], ["dice pools", "Vampire"], ["wing-activation", "wing3d"], ["3d6!", "3d6!"], ["explod", "3d6!"], ["successes(", "successes(5, 6, 4)"]]) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(words);
    const names = await page.$$eval("#chooser-list .option b", (options) => options.map((option) => option.textContent));
    assert.ok(names.includes(found), `${words}: ${names}`);
    if (words === "explod") { await shot(page, "search"); await accessible(page, "search"); }
    await page.keyboard.press("Escape");
  }
  await choose(page, "Write a rule");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("3d6! each six");
  await page.keyboard.press("Enter");
  assert.match(await page.textContent("#dialog"), /Exploding: each six adds another die/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("xyzzy");
  assert.match(await page.textContent("#chooser-list"), /Nothing was found/);
  await close(browser);
  console.log("the search finds ids, names, mechanics and help");
};

export const returning = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  await whole(page, () => write(page, 'rule = "wing-activation"\n[parameters]\nquality = 5\n'));
  const finding = await page.textContent("#finding");
  // The draft and the answer about it are kept shortly after.
  await page.waitForFunction(() => document.querySelector("#kept").textContent.startsWith("Draft kept") && localStorage.getItem("oddsmith.answer")?.includes("quality = 5"));
  // The last answer is there before the engine, with its controls, and the engine replaces it.
  await page.addInitScript(() => { globalThis.Worker = class { postMessage() {} terminate() {} }; });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName("kept-answer").length);
  assert.equal(await page.textContent("#finding"), finding);
  assert.ok((await knobs(page)).length > 2);
  assert.equal(await page.evaluate(() => document.body.dataset.whole), undefined);
  // What is changed before the engine has started makes the kept answer grey.
  await page.locator("#knobs").getByRole("button", { name: "White cubes: more" }).click();
  await page.waitForFunction(() => document.querySelector("#answer").classList.contains("old"));
  await close(browser);
  console.log("the next visit shows the last answer before the engine has started");
};
