// Tests `report.html` in headless Chromium: selects values, compares the numbers with the CSV
// files, copies what can be copied, and checks the page in light and dark mode, on a phone and on
// paper.
//
// `node report.js FOLDER [SCREENSHOTS]`: FOLDER contains the results of wing3d, wing-penalty,
// alone, evil, letters, panels and asks, and plain/asks.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { rows } from "./csv.js";
import { holds, percent, shows } from "./printed.js";

const [folder, shots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const profile = mkdtempSync(join(tmpdir(), "report-"));
const desk = { width: 1200, height: 900 };
const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true };

// Opens a report in a new browser. Console output and network requests count as errors.
const open = async (name, options, hash = "") => {
  const context = await chromium.launchPersistentContext(join(profile, `${name.replace("/", "-")}${Math.random()}`), {
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium", headless: true, args: quiet, viewport: desk, permissions: ["clipboard-read", "clipboard-write"], ...options,
  });
  const page = context.pages()[0] || (await context.newPage());
  const url = pathToFileURL(resolve(folder, name, "report.html")).href;
  const wrong = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("dialog", (dialog) => { wrong.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (request.url().split("#")[0] !== url && !/^(data|blob):/.test(request.url())) wrong.push(request.url()); });
  await page.goto(url + hash);
  await page.evaluate(() => document.fonts.ready);
  return { page, context, wrong };
};
const close = async ({ context, wrong }) => { await context.close(); assert.deepEqual(wrong, []); };
const shot = async (page, name) => { if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true }); };
const unfold = (page) => page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
const accessible = async (page, where) => {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(found.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`), [], where);
};
// Returns the rows of the explorer's table: the name and the cell texts of each.
const table = async (page) => {
  await page.locator(".numbers").evaluate((details) => { details.open = true; details.classList.add("with-sim"); });
  return page.$$eval("#picked .numbers tbody:not(.facts) tr", (elements) => elements.map((row) => {
    const words = (cell) => cell.innerText.split(/\s+/).filter(Boolean);
    return { name: row.querySelector("th").innerText, cells: [...row.querySelectorAll("td")].map(words) };
  }));
};
// Moves a slider with the keyboard.
const turn = async (page, within, name, times) => {
  const knob = page.locator(within).getByLabel(name);
  await knob.focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < times; i++) await page.keyboard.press("ArrowRight");
};
const sum = (records, column, test) => records.filter((row) => test(Number(row.value))).reduce((total, row) => total + Number(row[column]), 0);

const odds = rows(join(folder, "wing3d", "distribution.csv"));
const distribution = (metric, quality, cubes) => odds.filter((row) => row.metric === metric && row.quality === String(quality) && row.cubes === String(cubes));
const outcome = (name) => name.toLowerCase().replace(" ", "-");

{
  assert.ok(statSync(join(folder, "wing3d", "report.html")).size < 1e6, "wing3d is under 1 MB");
  const report = await open("wing3d", {});
  const { page } = report;
  const opened = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd);
  console.log(`opened in ${Math.round(opened)} ms`);
  // The first setting has the scenario's own parameters: QV 4 without cubes.
  for (const [name, value] of [["Quality Value (QV)", "4"], ["White cubes", "0"]]) {
    assert.equal(await page.locator(".setting.a").getByLabel(name).getAttribute("aria-valuetext"), value, name);
  }
  assert.ok((await page.locator("h1").innerText()).startsWith("All dice succeed: over 50% with 1 white cube or more at QV 3, 3 at QV 4, 5 at QV 5"));
  for (const [quality, cubes, other] of [[2, 0, 6], [4, 0, 3], [5, 3, 0], [6, 6, 1]]) {
    await turn(page, ".setting.a", "Quality Value (QV)", quality - 2);
    await turn(page, ".setting.a", "White cubes", cubes);
    await turn(page, ".setting.b", "Quality Value (QV)", quality - 2);
    await turn(page, ".setting.b", "White cubes", other);
    const [a, b] = [distribution("result", quality, cubes), distribution("result", quality, other)], found = await table(page);
    // Success comes first.
    assert.equal(found[0].name, "All succeed");
    for (const { name, cells } of found) {
      const [exactA, seenA, exactB, , gap] = cells, context = `QV ${quality}, ${cubes} cubes, ${name}`;
      const [inA, inB] = [a, b].map((rows) => rows.find((row) => row.label === outcome(name)));
      assert.equal(exactA[0], percent(Number(inA?.exact || 0)), context);
      assert.equal(exactB[0], percent(Number(inB?.exact || 0)), context);
      if (inA && inA.count !== "0" && inA.estimate !== "1") {
        if (!/^[<>]/.test(seenA[0])) shows(seenA[0], inA.estimate * 100, context);
        const spread = seenA.slice(1).join(" ");
        if (spread) holds(seenA[0], spread, inA.ci_low * 100, inA.ci_high * 100, context);
      }
      // A difference is computed from unrounded numbers and shown with one decimal.
      assert.deepEqual(gap.slice(1), ["pp"], context);
      if (!/^[<>]/.test(gap[0])) shows(gap[0], ((inB?.exact || 0) - (inA?.exact || 0)) * 100, context);
    }
    // The lengths of the bars are proportional to the odds.
    const width = await page.locator(".picture").evaluate((svg) => Number(svg.getAttribute("width")));
    const bars = await page.$$eval(".picture .box.success", (elements) => elements.filter((bar) => bar.getAttribute("height") === "36").map((bar) => Number(bar.getAttribute("width"))));
    const chances = [a, b].map((rows) => Number(rows.find((row) => row.label === "all-succeed")?.exact || 0)).filter((p) => p > 0);
    assert.equal(bars.length, chances.length);
    bars.forEach((bar, i) => assert.ok(Math.abs(bar - Math.max(0.5, chances[i] * width)) < 0.01, `bar ${bar} of ${width} is not ${chances[i]}`));
  }
  console.log("exact odds, estimates, intervals, differences and bars are those of the CSV");

  await page.getByLabel("What", { exact: true }).selectOption({ label: "Successes" });
  await turn(page, ".setting.a", "Quality Value (QV)", 2);
  await turn(page, ".setting.a", "White cubes", 1);
  for (const [mode, test] of [["At least", (value, k) => value >= k], ["At most", (value, k) => value <= k]]) {
    await page.getByLabel(mode, { exact: true }).check();
    const expected = distribution("successes", 4, 1), found = await table(page);
    expected.forEach((row, i) => {
      const k = Number(row.value), context = `${mode} ${k}`;
      assert.ok(found[i].name.startsWith(row.value), context);
      assert.equal(found[i].cells[0][0], percent(sum(expected, "exact", (value) => test(value, k))), context);
    });
  }
  await page.getByLabel("Exactly").check();
  await turn(page, ".setting.b", "Quality Value (QV)", 4);
  await turn(page, ".setting.b", "White cubes", 3);
  const [a, b, found] = [distribution("successes", 4, 1), distribution("successes", 6, 3), await table(page)];
  const chance = (rows, value) => sum(rows, "exact", (candidate) => candidate === value);
  found.forEach((row) => {
    assert.equal(row.cells[0][0], percent(chance(a, Number(row.name))));
    assert.equal(row.cells[2][0], percent(chance(b, Number(row.name))));
    if (!/^[<>]/.test(row.cells[4][0])) shows(row.cells[4][0], (chance(b, Number(row.name)) - chance(a, Number(row.name))) * 100, `difference at ${row.name}`);
  });
  console.log("at least, at most, and two settings with their difference are, too");

  // A reader can copy these.
  const pickedText = await page.locator(".picked").innerText();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy table" }).click();
  const cells = (await clipboard()).trim().split("\n").map((line) => line.split("\t"));
  assert.deepEqual(cells[0].slice(0, 1).concat(cells[0].slice(3)), ["Successes", "B minus A"]);
  cells.slice(1).forEach(([value, inA, inB, gap]) => {
    const [x, y] = [chance(a, Number(value)), chance(b, Number(value))];
    [[inA, x], [inB, y], [gap, y - x]].forEach(([printed, number]) => assert.ok(Math.abs(Number(printed) - number) < 1e-9, `${value}: ${printed} is not ${number}`));
  });
  await page.getByRole("button", { name: "Copy as picture" }).click();
  await page.waitForFunction(() => document.querySelector(".copy-status").textContent.startsWith("Picture"));
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const image = await createImageBitmap(await item.getType("image/png"));
    return [image.width, image.height];
  });
  assert.ok(size[0] > 800 && size[1] > 300, `the picture is ${size}`);
  await page.getByRole("button", { name: "Copy link to this comparison" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".copy-status").textContent === "Link copied");
  const hash = new URL(await clipboard()).hash;
  await accessible(page, "light");
  await shot(page, "light");
  await unfold(page);
  await accessible(page, "light, unfolded");
  await close(report);
  const again = await open("wing3d", { colorScheme: "dark" }, hash);
  assert.deepEqual(await table(again.page), found, "the link opens what was picked");
  assert.equal(await again.page.locator(".picked").innerText(), pickedText);
  await accessible(again.page, "dark");
  await shot(again.page, "dark");
  // In dark mode, no chart has a white background, and its texts are readable.
  const night = await again.page.$$eval("svg.chart.desk", (charts) => charts.map((svg) => {
    const light = (colour) => { const [r, g, b] = colour.match(/[\d.]+/g).map((channel) => { const x = channel / 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const page = light(getComputedStyle(document.body).backgroundColor), boxes = [...svg.querySelectorAll("rect")];
    return [...svg.querySelectorAll("text")].map((text) => {
      const { x, y, width, height } = text.getBBox(), at = [x + width / 2, y + height / 2];
      const before = (box) => box.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
      const under = boxes.filter((box) => { const bounds = box.getBBox(); return before(box) && bounds.x <= at[0] && at[0] <= bounds.x + bounds.width && bounds.y <= at[1] && at[1] <= bounds.y + bounds.height; }).pop();
      const [ink, ground] = [light(getComputedStyle(text).fill), under ? light(getComputedStyle(under).fill) : page];
      return [text.textContent, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)];
    });
  }));
  assert.ok(night.length >= 3);
  night.flat().forEach(([text, contrast]) => assert.ok(contrast >= 4.45, `"${text}" has a contrast of ${contrast.toFixed(2)} by night`));
  await close(again);
  console.log("link, picture and table can be taken along; charts can be read by night");
}

// On paper there are two pages, and no controls.
for (const name of ["wing3d", "asks", "wing-penalty"]) {
  const report = await open(name, {});
  const pdf = await report.page.pdf({ preferCSSPageSize: true, printBackground: true, ...(shots ? { path: join(shots, `${name}.pdf`) } : {}) });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.equal(pages, 2, `${name} prints ${pages} pages`);
  await report.page.emulateMedia({ media: "print" });
  for (const control of [".knobs", ".buttons", ".numbers", "summary"]) {
    assert.equal(await report.page.locator(control).filter({ visible: true }).count(), 0, control);
  }
  await shot(report.page, `print-${name}`);
  await close(report);
}

// Charts of many panels are folded on a screen. On paper, they begin a new page after the others.
{
  const report = await open("panels", {}), { page } = report, panels = page.locator(".appendix svg.chart.desk");
  assert.equal(await panels.filter({ visible: true }).count(), 0, "it is folded");
  await page.locator(".appendix summary").click();
  assert.equal(await panels.filter({ visible: true }).count(), 1);
  await accessible(page, "the appendix");
  await page.locator(".appendix summary").click();
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, ...(shots ? { path: join(shots, "panels.pdf") } : {}) });
  assert.ok(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length >= 3, "the appendix is printed");
  await page.emulateMedia({ media: "print" });
  assert.ok(await panels.isVisible());
  await close(report);
}

for (const name of ["wing3d", "wing-penalty", "asks", "evil", "letters", "panels", "plain/asks"]) {
  const report = await open(name, phone);
  const { page } = report;
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name} is ${wide} pixels wider than a phone`);
  // Every chart is drawn in one column, complete and with readable text.
  const charts = await page.$$eval("figure svg.chart", (svgs) => svgs.filter((svg) => svg.getBoundingClientRect().width > 0).map((svg) => {
    const bounds = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect(), Number(text.getAttribute("font-size")) * bounds.width / svg.viewBox.baseVal.width]);
    const off = texts.filter(([, box]) => box.left < bounds.left - 1 || box.right > bounds.right + 1).map(([text]) => text);
    return { left: bounds.left, right: bounds.right, off, small: Math.min(...texts.map(([, , size]) => size)) };
  }));
  assert.ok(charts.length > 0, name);
  for (const chart of charts) {
    assert.ok(chart.left >= 0 && chart.right <= 360, `${name}: a chart from ${chart.left} to ${chart.right}`);
    assert.deepEqual(chart.off, [], `${name}: texts are cut off`);
    assert.ok(chart.small >= 10, `${name}: a text of ${chart.small} dots`);
  }
  const small = await page.$$eval("button, select, input[type=range], .fold > summary", (controls) => controls.filter((control) => control.getBoundingClientRect().height > 0 && control.getBoundingClientRect().height < 43.5).map((control) => control.outerHTML.slice(0, 80)));
  assert.deepEqual(small, [], `${name}: too small to be touched`);
  await accessible(page, `${name} on a phone`);
  await shot(page, `phone-${name.replace("/", "-")}`);
  await unfold(page);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    await accessible(page, `${name} on a phone, unfolded, ${colorScheme}`);
  }
  if (name === "evil") {
    const text = "<script>alert(1)</script>";
    assert.equal(await page.title(), text);
    assert.equal(await page.locator("header b").innerText(), text);
    assert.ok((await page.locator(".description").innerText()).includes("<img src=x onerror=alert(1)>"));
    assert.ok((await page.locator("#picked").innerText()).length > 0);
  }
  // Letters of other scripts have the measured width: nothing is clipped, and no letter is missing.
  if (name === "letters") {
    const known = await page.evaluate(() => ["400", "600"].every((weight) => document.fonts.check(`${weight} 14px "IBM Plex Sans"`, "Как в книге Łódź")));
    assert.ok(known, "the typeface has every letter of the page");
    assert.ok((await page.locator("main").innerText()).includes("Как в книге"));
  }
  if (name === "plain/asks") {
    const text = (await page.locator("body").innerText()).toLowerCase();
    for (const word of ["interval", "median", "mean", "deviation", "quantile", "distribution", "simulated", "trials", "sample", "p-value"]) {
      assert.ok(!new RegExp(`\\b${word}\\b`).test(text), `for playtesters: ${word}`);
    }
    assert.ok(text.includes("the rule"));
  }
  await close(report);
}
// Two handles divide a distribution. With the pointer and with the keyboard, the shares are the
// sums of the rows in the CSV file.
{
  const report = await open("alone", {}), { page } = report;
  const strikes = rows(join(folder, "alone", "distribution.csv")).filter((row) => row.metric === "strikes" && row.case === "1");
  const box = page.locator(".parting:visible").first(), shareTexts = () => box.locator("p span").allTextContents();
  const unit = (text) => 10 ** -(/\.(\d+)%$/.exec(text)?.[1].length ?? 0);
  const holds = async () => {
    const [under, within, over] = await shareTexts(), share = (text) => Number(/: ([\d.]+)%$/.exec(text)?.[1] ?? 0);
    const low = Number(/^below (\d+): /.exec(under)?.[1] ?? -Infinity), high = Number(/^over (\d+): /.exec(over)?.[1] ?? Infinity);
    const percentOf = (test) => 100 * sum(strikes, "exact", test);
    for (const [text, wanted] of [[under, percentOf((value) => value < low)], [within, percentOf((value) => value >= low && value <= high)], [over, percentOf((value) => value > high)]]) assert.ok(Math.abs(share(text) - wanted) < 0.6 * unit(text), `${text}: ${wanted}`);
    return [share(under), share(within), share(over)];
  };
  const first = await holds();
  assert.ok(first[0] >= 0 && first[0] <= 5 && first[2] > 0 && first[2] <= 5, `${first}`);
  await box.getByLabel("Lower delimiter").focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  assert.ok((await holds())[0] > first[0]);
  const handles = await box.locator(".handles").boundingBox(), upper = box.getByLabel("Upper delimiter"), many = Number(await upper.getAttribute("max")), at = Number(await upper.inputValue());
  await page.mouse.move(handles.x + (handles.width * at) / many, handles.y + handles.height / 2);
  await page.mouse.down();
  await page.mouse.move(handles.x + (handles.width * (at - 2)) / many, handles.y + handles.height / 2, { steps: 5 });
  await page.mouse.up();
  assert.equal(Number(await upper.inputValue()), at - 2, "the handle is dragged");
  assert.ok((await holds())[2] > first[2]);
  await accessible(page, "a distribution parted");
  await shot(page, "parting");
  await close(report);
  console.log(`a distribution is parted by two handles, at first ${first.join(" | ")}`);
}
console.log("light, dark, phone, paper: nothing for axe to find, nothing said, nothing fetched, nothing cut off; a title that is a script is text");
