// Drives report.html in headless Chromium: picks values, reads the numbers, compares them with the CSV.
// node report.js FOLDER [SCREENSHOTS]: FOLDER holds the results of wing3d, wing-penalty and evil.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { rows } from "./csv.js";

const [folder, shots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const profile = mkdtempSync(join(tmpdir(), "report-"));
const desk = { width: 1200, height: 900 };

// Opens a report in a browser of its own; whatever it says or fetches is wrong.
const open = async (name, options, hash = "") => {
  const context = await chromium.launchPersistentContext(join(profile, `${name}${Math.random()}`), {
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium", headless: true, args: quiet, viewport: desk, ...options,
  });
  const page = context.pages()[0] || (await context.newPage());
  const url = pathToFileURL(resolve(folder, name, "report.html")).href;
  const wrong = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("dialog", (dialog) => { wrong.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (request.url().split("#")[0] !== url && !request.url().startsWith("data:")) wrong.push(request.url()); });
  await page.goto(url + hash);
  return { page, context, wrong };
};
const close = async ({ context, wrong }) => { await context.close(); assert.deepEqual(wrong, []); };
const shot = async (page, name) => { if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true }); };
const accessible = async (page, where) => {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(found.violations.map((own) => `${own.id}: ${own.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`), [], where);
};
// The table of the explorer: of each row its name and what its cells say.
const table = (page) => page.$$eval("#picked tbody:not(.facts) tr", (all) => all.map((row) => {
  const words = (cell) => (cell ? cell.innerText.split(/\s+/).filter(Boolean) : []);
  return { name: row.querySelector("th").innerText, cells: [...row.querySelectorAll("td:not(.bars)")].map(words) };
}));
// Turns a slider with the keyboard.
const turn = async (page, within, name, times) => {
  const knob = page.locator(within).getByLabel(name);
  await knob.focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < times; i++) await page.keyboard.press("ArrowRight");
};
const percent = (p) => (p <= 0 ? "0%" : p >= 1 ? "100%" : p < 1e-4 ? "<0.01%" : p > 0.9999 ? ">99.99%" : `${(p * 100).toFixed(2)}%`);
// A text with a number has as many digits of it as it shows.
const shows = (text, number, what) => {
  const digits = (text.split(".")[1] || "").replace(/\D/g, "").length;
  const told = Number(text.replace("−", "-").replace(/[%+]/g, ""));
  assert.ok(Math.abs(told - number) <= 0.5000001 * 10 ** -digits, `${what}: ${text} is not ${number}`);
};
const sum = (all, column, test) => all.filter((row) => test(Number(row.value))).reduce((total, row) => total + Number(row[column]), 0);

const odds = rows(join(folder, "wing3d", "distribution.csv"));
const law = (metric, quality, cubes) => odds.filter((row) => row.metric === metric && row.quality === String(quality) && row.cubes === String(cubes));

{
  const report = await open("wing3d", {});
  const { page } = report;
  for (const [quality, cubes] of [[2, 0], [4, 0], [5, 3], [6, 6]]) {
    await turn(page, ".setting.a", "Quality Value (QV)", quality - 2);
    await turn(page, ".setting.a", "White cubes", cubes);
    const expected = law("result", quality, cubes), found = await table(page);
    assert.equal(found.length, expected.length);
    expected.forEach((row, i) => {
      const [[exact, fraction], [estimate, interval]] = found[i].cells, what = `QV ${quality}, ${cubes} cubes, ${row.label}`;
      assert.equal(found[i].name.toLowerCase().replace(" ", "-"), row.label, what);
      assert.equal(exact, percent(Number(row.exact)), what);
      if (row.exact_fraction.length > 1 && row.exact_fraction !== "1/1") assert.equal(fraction, row.exact_fraction, what);
      if (row.count !== "0" && row.estimate !== "1") shows(estimate, row.estimate * 100, what);
      const [low, high] = interval.split("–");
      shows(low, row.ci_low * 100, what);
      shows(high, row.ci_high * 100, what);
    });
  }
  console.log("exact odds, estimates and intervals are those of the CSV");

  await page.getByLabel("What", { exact: true }).selectOption({ label: "Successes" });
  await turn(page, ".setting.a", "Quality Value (QV)", 2);
  await turn(page, ".setting.a", "White cubes", 1);
  for (const [mode, test] of [["At least", (value, k) => value >= k], ["At most", (value, k) => value <= k]]) {
    await page.getByLabel(mode, { exact: true }).check();
    const expected = law("successes", 4, 1), found = await table(page);
    expected.forEach((row, i) => {
      const k = Number(row.value), what = `${mode} ${k}`;
      assert.ok(found[i].name.startsWith(row.value), what);
      assert.equal(found[i].cells[0][0], percent(sum(expected, "exact", (value) => test(value, k))), what);
      const estimate = sum(expected, "estimate", (value) => test(value, k));
      if (estimate > 0 && estimate < 1 - 1e-9) shows(found[i].cells[1][0], estimate * 100, what);
    });
  }
  await page.getByLabel("Exactly").check();
  await page.getByLabel("Compare with another setting").check();
  await turn(page, ".setting.b", "Quality Value (QV)", 4);
  await turn(page, ".setting.b", "White cubes", 3);
  const [a, b, found] = [law("successes", 4, 1), law("successes", 6, 3), await table(page)];
  found.forEach((row) => {
    const chance = (rows) => sum(rows, "exact", (value) => value === Number(row.name));
    assert.equal(row.cells[0][0], percent(chance(a)));
    assert.equal(row.cells[1][0], percent(chance(b)));
    shows(row.cells[2][0], (chance(b) - chance(a)) * 100, `difference at ${row.name}`);
  });
  console.log("at least, at most, and two settings with their difference are, too");

  const hash = new URL(page.url()).hash;
  await accessible(page, "light");
  await shot(page, "light");
  await page.emulateMedia({ media: "print" });
  await shot(page, "print");
  await close(report);
  const again = await open("wing3d", { colorScheme: "dark" }, hash);
  assert.deepEqual(await table(again.page), found, "the address keeps what was picked");
  await accessible(again.page, "dark");
  await shot(again.page, "dark");
  await close(again);
}

for (const name of ["wing3d", "wing-penalty", "evil"]) {
  const report = await open(name, { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true });
  const { page } = report;
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name} is ${wide} pixels wider than a phone`);
  await accessible(page, `${name} on a phone`);
  await shot(page, `phone-${name}`);
  if (name === "evil") {
    const text = "<script>alert(1)</script>";
    assert.equal(await page.title(), text);
    assert.equal(await page.locator("h1").innerText(), text);
    assert.ok((await page.locator(".description").innerText()).includes("<img src=x onerror=alert(1)>"));
    assert.ok((await page.locator("#picked").innerText()).length > 0);
  }
  await close(report);
}
console.log("light, dark, phone: nothing for axe to find, nothing said, nothing fetched; a title that is a script is text");

// Best play: with the keyboard a situation is picked, and its options are those of policy.csv.
{
  const report = await open("duel", {});
  const { page } = report;
  const policy = rows(join(folder, "duel", "policy.csv"));
  const cases = [...new Set(policy.map((row) => row.variant))];
  await page.getByLabel("Case", { exact: true }).selectOption({ label: cases[cases.length - 1] });
  const own = policy.filter((row) => row.variant === cases[cases.length - 1] && row.choice === "ours");
  await page.getByLabel("Choice", { exact: true }).selectOption({ label: "ours" });
  for (const wanted of [own[0], own[own.length - 1]]) {
    for (const part of ["us", "them"]) {
      const picker = page.locator("#pick-play").getByLabel(part, { exact: true });
      if (await picker.count()) await picker.selectOption({ label: wanted[part] });
    }
    const expected = own.filter((row) => row.situation === wanted.situation);
    const found = await page.$$eval("#pick-play tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.innerText)));
    assert.deepEqual(found.map((row) => row[0]), expected.map((row) => row.option));
    expected.forEach((row, i) => {
      shows(found[i][1], Number(row.option_value), `${wanted.situation}: ${row.option}`);
      assert.equal(found[i][2] === "best", row.option === row.best, `${wanted.situation}: ${row.option}`);
    });
  }
  await accessible(page, "best play");
  await shot(page, "best-play");
  await close(report);
}
