// Tests the page in headless Chromium, from a disk and without a network.
//
// `node page.js PAGE NATIVE [SCREENSHOTS]`: NATIVE contains the results of every bundled scenario,
// as the command line wrote them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { file, shots, open, close, shot, accessible, count, whole, settled, problem, choose, write, text, table, phone, only } from "./bench.js";
import * as bytes from "./bytes.js";
import * as finding from "./finding.js";
import { hostile } from "./hostile.js";
import { pictures } from "./pictures.js";
import { playtests } from "./playtest.js";
import { embedded } from "./embedded.js";
import * as rolls from "./rolls.js";
import * as starting from "./starting.js";

const parts = { ...bytes, ...finding, ...rolls, ...starting, embedded, hostile, pictures, playtests };

parts.typing = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  await page.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => globalThis.long.push(entry.duration))).observe({ entryTypes: ["longtask"] });
    globalThis.times = [];
    let key = 0;
    addEventListener("keydown", () => { key = performance.now(); }, true);
    new MutationObserver(() => { if (key) { globalThis.times.push(performance.now() - key); key = 0; } }).observe(document.body, { attributeFilter: ["data-first"] });
  });
  const line = page.locator("#scenario-editor .cm-line", { hasText: "quality = 4" });
  await line.click();
  await page.keyboard.press("End");
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("Backspace");
    const before = await count(page, "first");
    await page.keyboard.press("23456"[i % 5]);
    await page.waitForFunction((before) => Number(document.body.dataset.first) > before, before);
  }
  const { times, long } = await page.evaluate(() => ({ times: globalThis.times, long: globalThis.long }));
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)], longest = Math.max(0, ...long);
  console.log(`first odds ${median.toFixed(0)} ms after the last key (median of ${times.length}, most ${times.at(-1).toFixed(0)}); longest task of the page ${longest.toFixed(0)} ms`);
  assert.ok(times.length >= 20 && median < Number(process.env.FIRST_ODDS || 1000), "first odds take too long");
  assert.ok(longest <= Number(process.env.LONGEST || 1000), `typing was blocked: ${long}`);
  await close(browser);
};

parts.mending = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  await page.locator("#scenario-editor .cm-line", { hasText: "quality = 4" }).click();
  await page.keyboard.press("Home");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Delete");
  await problem(page);
  await page.waitForTimeout(300);
  assert.match(await page.textContent(".problem"), /Did you mean quality\?/);
  assert.match(await page.textContent("#banner"), /Last good answer\. It waits for line \d+/);
  assert.ok(await page.locator(".wrong").count());
  assert.ok((await table(page)).length === 3, "the last good answer stays");
  await shot(page, "error");
  // The previous answer is grey on purpose.
  await accessible(page, "with an error", ["#shown", "#finding"]);
  await whole(page, () => page.getByRole("button", { name: "Change to quality" }).click());
  assert.match(await text(page), /^quality = 4$/m);
  assert.equal(await page.locator(".problem").count(), 0);

  // The next problem and its fix can be reached by the keyboard alone.
  await write(page, (await text(page)).replace("dice = 3", "dise = 3"));
  await problem(page);
  await page.keyboard.press("F8");
  await whole(page, () => page.keyboard.press("Control+."));
  assert.match(await text(page), /^dice = 3$/m);

  // Completions and hovers use the rule.
  await page.locator("#scenario-editor .cm-line", { hasText: "dice = 3" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("\nones_al");
  await page.waitForFunction(() => /ones_always_fail/.test(document.querySelector(".cm-tooltip-autocomplete")?.textContent ?? ""));
  // The editor ignores keystrokes for a completion list that has just appeared.
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await page.keyboard.type("true");
  await whole(page, () => page.keyboard.type(" "));
  assert.match(await text(page), /^ones_always_fail = true/m);
  const box = await page.locator("#scenario-editor .cm-line", { hasText: "dice = 3" }).boundingBox();
  await page.mouse.move(box.x + 14, box.y + box.height / 2);
  await page.mouse.move(box.x + 18, box.y + box.height / 2);
  await page.waitForSelector(".explanation");
  assert.match(await page.textContent(".explanation"), /dice/);
  // Completions of a question are the names that it may use.
  await page.locator("#scenario-editor .cm-line").last().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('\n[[ask]]\nvalue = "medi');
  // The list for the key may still be there.
  await page.waitForFunction(() => /median/.test(document.querySelector(".cm-tooltip-autocomplete")?.textContent ?? ""));
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await page.keyboard.type('(actions');
  assert.match(await text(page), /value = "median\(actions/);
  await close(browser);
  console.log("errors are underlined, explained, and fixed by a click or a key; completion and hover know the rule");
};

parts.pinning = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  await page.getByRole("button", { name: /^Pin, to compare/ }).click();
  const slider = page.locator("#knobs").getByLabel("White cubes", { exact: true });
  await slider.focus();
  await whole(page, async () => { await page.keyboard.press("ArrowRight"); await page.keyboard.press("ArrowRight"); });
  assert.match(await text(page), /cubes = 2/);
  const found = await table(page);
  const allSucceed = found.find(([name]) => name === "All succeed");
  assert.deepEqual(allSucceed.slice(1, 5), ["41.7%", "5/12", "12.5%", "+29.2 pp"]);
  assert.equal(await page.textContent("#finding"), "All succeed, with white cubes 2 instead of 0: 41.7%, was 12.5% (+29.2 percentage points)");
  assert.match(await page.textContent("figure.stacked .last"), /Grey lines under a bar: the boundaries in the pinned results\./);
  assert.equal(await page.locator('figure.stacked circle[r="60"]').count(), 1, "one row is where the knobs stand");
  assert.equal(await page.locator("#knobs .ring:not([hidden])").count(), 1);
  await page.waitForTimeout(200);
  await shot(page, "light");
  await accessible(page, "light");
  // A link opened elsewhere gives the same page, with the pinned answer.
  const seen = { table: found, finding: await page.textContent("#finding"), text: await text(page), titles: await page.$$eval(".captioned h2", (headings) => headings.map((heading) => heading.textContent)) };
  await page.getByRole("button", { name: "Share link" }).click();
  await page.waitForFunction(() => location.hash.length > 9);
  const hash = await page.evaluate(() => location.hash);
  await page.emulateMedia({ media: "print" });
  if (shots) await page.pdf({ path: join(shots, "print.pdf"), preferCSSPageSize: true, printBackground: true });
  await page.emulateMedia({ media: "screen" });
  await close(browser);
  const fresh = await open({ hash, colorScheme: "dark" });
  await whole(fresh.page);
  await settled(fresh.page);
  assert.deepEqual({ table: await table(fresh.page), finding: await fresh.page.textContent("#finding"), text: await text(fresh.page), titles: await fresh.page.$$eval(".captioned h2", (headings) => headings.map((heading) => heading.textContent)) }, seen);
  await shot(fresh.page, "dark");
  await accessible(fresh.page, "dark");
  await fresh.page.getByRole("button", { name: "Download", exact: true }).click();
  await shot(fresh.page, "dark-menu");
  await accessible(fresh.page, "a menu");
  await fresh.page.keyboard.press("Escape");
  await fresh.page.keyboard.press("Control+k");
  await shot(fresh.page, "dark-commands");
  await accessible(fresh.page, "commands");
  await close(fresh);
  for (const [spoilt, words] of [[hash.slice(0, -20), /cut or changed/], [hash.slice(0, 8), /cut or changed|cannot be read/], [hash.replace("#1.", "#7."), /later version/], ["#hello", /not one of this page/], [`${hash.slice(0, 40)}A${hash.slice(41)}`, /cut or changed/]]) {
    const broken = await open({ hash: spoilt });
    await broken.page.waitForSelector("#dialog[open]");
    assert.match(await broken.page.textContent("#dialog"), words);
    await whole(broken.page);
    await close(broken);
  }
  console.log(`pinning compares by unrounded values; a link of ${hash.length} characters gives the same page elsewhere; a spoilt one is explained`);
};

parts.phone = async () => {
  const browser = await open({ viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }), { page } = browser;
  await whole(page);
  await page.waitForTimeout(200);
  await shot(page, "phone-answer");
  await accessible(page, "phone");
  await page.locator("#docked-knob").getByLabel("White cubes: more").or(page.locator("#docked-knob").getByLabel(/: more$/)).first().tap();
  await page.waitForTimeout(1500);
  await page.tap("#to-change");
  assert.match(await page.textContent("#docked-result"), /All succeed/);
  await shot(page, "phone-change");
  await accessible(page, "phone, changing");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= phone.width, `the page is ${wide} wide`);
  // The Share button is in the header as an icon, and its link contains everything.
  await page.tap("#share");
  await page.waitForFunction(() => location.hash.length > 9);
  const [share, more] = [await page.locator("#share").boundingBox(), await page.locator("#more").boundingBox()];
  assert.ok(share.x + share.width <= more.x + 1 && more.x + more.width <= phone.width, JSON.stringify([share, more]));
  for (const size of await page.$$eval("nav button, .stepper, #more, #share", (elements) => elements.map((element) => element.getBoundingClientRect().height).filter((height) => height > 0))) assert.ok(size >= 43.5, `a target is ${size} high`);
  await close(browser);
  for (const [width, height] of [[768, 1024], [1024, 768], [1200, 800]]) {
    const sized = await open({ viewport: { width, height } });
    await whole(sized.page);
    await shot(sized.page, `width-${width}`);
    await whole(sized.page, () => choose(sized.page, "battle"));
    await shot(sized.page, `width-${width}-rule`);
    const wide = await sized.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `at ${width} the page is ${wide} wide`);
    await close(sized);
  }
  console.log("phone: two sheets, docked knob and result; widths from 768 on");
};

parts.rule = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  await whole(page, () => choose(page, "battle"));
  await page.waitForTimeout(300);
  await shot(page, "rule");
  await accessible(page, "with a rule file");
  const good = await page.textContent("#finding");
  // A mistake in the rule file is reported in the rule file.
  const program = await page.evaluate(() => [...document.querySelectorAll("#rule-editor .cm-line")].map((line) => line.textContent).join("\n"));
  await write(page, program.replace(/successes\(/, "succeses("), "#rule-editor");
  await problem(page);
  assert.match(await page.textContent("#rule-editor .problem"), /Did you mean successes\?/);
  await shot(page, "rule-error");
  await whole(page, () => page.keyboard.press("Control+."));
  assert.equal(await page.textContent("#finding"), good);
  // A rule that never ends is stopped, and the page keeps working.
  const loops = ['n = count("N")\n\ndef trial():\n    x = 0\n    while True:\n        x += 1\n    record(n, x)\n', 'n = count("N")\n\ndef trial():\n    x = 0\n    while roll(6) < 7:\n        x += 1\n    record(n, x)\n'];
  for (const loop of loops) {
    await write(page, loop, "#rule-editor");
    await write(page, 'rule = "battle.odds"\n');
    await Promise.race([problem(page, 30_000), page.waitForTimeout(6000)]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    assert.ok(await page.evaluate(() => 1 + 1), "the page answers");
  }
  await write(page, program, "#rule-editor");
  await whole(page, async () => { await write(page, 'rule = "battle.odds"\n[sweep]\nsave = [4, 5, 6]\n'); });
  assert.ok((await table(page)).length > 1);
  await close(browser);
  console.log("rule files: edited next to the scenario, mistakes in their place; one that never ends is stopped");
};

// The page packs its engine with five characters for four bytes.
const fromSigns = (text) => {
  const signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?_~,()[]{}@%$#", [length, packed] = text.split(" ");
  const bytes = Buffer.alloc((packed.length / 5) * 4);
  for (let at = 0; at < packed.length; at += 5) bytes.writeUInt32BE([...packed.slice(at, at + 5)].reduce((word, sign) => word * 85 + signs.indexOf(sign), 0), (at / 5) * 4);
  return bytes.subarray(0, Number(length));
};

parts.games = async () => {
  const browser = await open({ hash: "#game=craps" }), { page } = browser;
  await whole(page);
  assert.match(await text(page), /^rule = "craps\.odds"$/m);
  assert.match(await text(page, "#rule-editor"), /244\/495/);
  assert.match(await page.textContent("#shown"), /244\/495/);
  await shot(page, "game");
  // Another game is found by the question that people ask.
  await page.keyboard.press("Control+o");
  await page.keyboard.type("games hold");
  await shot(page, "games");
  await whole(page, () => page.locator("#chooser-list .option", { hasText: "Pig" }).first().click());
  assert.match(await page.textContent("#rule-name"), /^pig-hold\.odds$/);
  assert.ok(!(await page.evaluate(() => location.hash)), "the address holds the game no longer");
  await close(browser);
  const gone = await open({ hash: "#game=nobody" });
  await gone.page.waitForSelector("#dialog[open]");
  assert.match(await gone.page.textContent("#dialog"), /no game called nobody/);
  await whole(gone.page);
  await close(gone);
  console.log("games are listed with their questions, and a link opens one with its rule");
};

parts.calm = async () => {
  const browser = await open({ before: () => { globalThis.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => { globalThis.shift += entry.hadRecentInput ? 0 : entry.value; })).observe({ type: "layout-shift", buffered: true }); } }), { page } = browser;
  await whole(page);
  await page.getByRole("button", { name: "Share link" }).click();
  await page.waitForFunction(() => location.hash.length > 9);
  await page.reload();
  await whole(page);
  await settled(page);
  const moved = await page.evaluate(() => globalThis.shift);
  assert.ok(moved < 0.05, `the layout jumps by ${moved}`);
  assert.match(await page.textContent("#status"), /Exact for 35 of 35 cases.*they agree/);
  await choose(page, "About");
  await page.waitForSelector("#dialog[open] pre");
  for (const name of ["@codemirror/view", "fflate", "xz-decompress", "IBM Plex Sans", "IBM Plex Mono|ibm-plex-mono", "tiny-skia", "rayon"]) assert.match(await page.textContent("#dialog pre"), new RegExp(name));
  await accessible(page, "about");
  await close(browser);
  const html = readFileSync(file, "utf8"), policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)[1];
  assert.match(policy, /^default-src 'none'; script-src( 'sha256-[^']+'){3} 'wasm-unsafe-eval';/);
  const engine = /id="engine">([^<]+)</.exec(html)[1];
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(execFileSync("xz", ["--decompress", "--stdout"], { input: fromSigns(engine), maxBuffer: 1 << 28 })));
  assert.deepEqual(imports, [], "the engine asks nothing of the browser");
  assert.ok(html.length < 4.4e6, `the page has ${html.length} bytes`);
  console.log(`no jump (${moved.toFixed(3)}), licences listed, ${(html.length / 1e6).toFixed(2)} MB in one file`);
};

// Two parts run at the same time, the longest ones first, each with its own browsers. Parts that
// are named for measuring run one by one.
const left = Object.entries(parts).filter(([name]) => !only || only.includes(name)).sort(([a], [b]) => (b === "bundled") - (a === "bundled"));
const lane = async () => {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, part] = next, start = Date.now();
    try { await part(); } catch (error) { error.message = `${name}: ${error.message}`; throw error; }
    console.log(`  ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
  }
};
await Promise.all(only ? [lane()] : [lane(), lane()]);
