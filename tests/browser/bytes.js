// Compares the page's numbers and files with those of the command line: the table, and the CSV
// files, charts and report of every bundled scenario.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { choose, close, fromMenu, native, open, shot, shots, table, text, whole } from "./bench.js";
import { rows } from "./csv.js";
import { holds, percent, shows } from "./printed.js";
import { unzipSync } from "../../web/node_modules/fflate/esm/index.mjs";

export const numbers = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  const odds = rows(join(native, "wing3d", "distribution.csv"));
  for (const [quality, cubes] of [[4, 0], [4, 2], [6, 3], [2, 6]]) {
    for (const [label, value] of [["Quality Value (QV)", quality], ["White cubes", cubes]]) {
      const input = page.locator("#knobs").getByLabel(`${label}: number`);
      if ((await input.inputValue()) !== String(value)) await whole(page, async () => { await input.fill(String(value)); await input.press("Enter"); });
    }
    const expected = odds.filter((row) => row.metric === "result" && row.quality === String(quality) && row.cubes === String(cubes));
    const found = Object.fromEntries((await table(page)).map(([name, exact, fraction, trials]) => [name.toLowerCase().replace(" ", "-"), { exact, fraction, trials }]));
    for (const row of expected) {
      const p = Number(row.exact), printed = found[row.label];
      if (p === 0 && !printed) continue;
      assert.equal(printed.exact, percent(p), `QV ${quality}, ${cubes} cubes, ${row.label}`);
      if (p > 0 && p < 1) assert.equal(printed.fraction, row.exact_fraction);
      holds("", printed.trials, row.ci_low * 100, row.ci_high * 100, `QV ${quality}, ${cubes} cubes, ${row.label}`);
    }
  }
  assert.match(await text(page), /quality = 2/);
  assert.match(await text(page), /cubes = 6/, "a knob that was not in the text is written into it");
  await close(browser);
  console.log("the page shows the numbers of the CSV, by the knobs that move the text");
};

export const bundled = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  const names = readdirSync(native), slow = [];
  for (const name of names) {
    const start = Date.now();
    if ((await page.textContent("#open-name")) !== name) await whole(page, () => choose(page, name), 120_000);
    slow.push([Date.now() - start, name]);
    assert.equal(await page.textContent("#open-name"), name);
    assert.ok(!(await page.evaluate(() => document.body.dataset.wrong)), `${name}: ${await page.textContent("#status")}`);
    assert.ok((await page.$$("figure")).length > 0, `${name} has charts`);
    const wanted = readdirSync(join(native, name)).filter((file) => file.endsWith(".csv")), got = await fromMenu(page, "Tables");
    const files = got.name.endsWith(".zip") ? Object.entries(unzipSync(got.bytes)) : [[got.name, got.bytes]];
    assert.deepEqual(files.map(([path]) => path.split("/").at(-1)).sort(), wanted.sort(), name);
    for (const [path, bytes] of files) assert.ok(Buffer.from(bytes).equals(readFileSync(join(native, name, path.split("/").at(-1)))), `${name}: ${path} has other bytes`);
    if (shots && ["aging-acts", "card-duel", "wing-best", "wing-questions", "battle", "collision"].includes(name)) await shot(page, `bundled-${name}`);
  }
  await close(browser);
  slow.sort((a, b) => b[0] - a[0]);
  console.log(`${names.length} bundled scenarios: every CSV has the bytes of the command line; slowest ${slow.slice(0, 3).map(([ms, name]) => `${name} ${ms} ms`).join(", ")}`);
};

export const files = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  const archive = await fromMenu(page, "Everything"), files = unzipSync(archive.bytes);
  for (const [path, bytes] of Object.entries(files)) {
    const name = path.split("/").at(-1);
    if (/\.(svg|png|pdf|csv)$/.test(name)) assert.ok(Buffer.from(bytes).equals(readFileSync(join(native, "wing3d", name))), `${name} has other bytes`);
  }
  for (const ending of ["svg", "png", "pdf", "csv", "html", "json", "toml"]) assert.ok(Object.keys(files).some((path) => path.endsWith(`.${ending}`)), ending);
  const report = Buffer.from(files["wing3d/report.html"]).toString(), theirs = readFileSync(join(native, "wing3d", "report.html"), "utf8");
  assert.equal(report, theirs);
  const png = await fromMenu(page, "This chart as picture");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  assert.match((await fromMenu(page, "Scenario")).name, /^wing3d\.toml$/);
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("copied"));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^Result of the roll\tNow, exact\tas a fraction\tBy trials\nAll succeed\t12\.5%\t1\/8\t/);
  await page.getByRole("button", { name: "Copy picture" }).first().click();
  await page.waitForFunction(() => /picture is copied|did not work/.test(document.querySelector("#toast").textContent));
  await close(browser);
  console.log("SVG, PNG, PDF, CSV and report are the bytes of the command line");
};
