// Starts a browser with the page, and contains what all tests of the page share.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const [file, native, shots] = process.argv.slice(2);
export const only = process.env.ONLY?.split(",");
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
export const url = pathToFileURL(resolve(file)).href;
export const profile = mkdtempSync(join(tmpdir(), "page-"));
export const desk = { width: 1440, height: 900 }, phone = { width: 390, height: 844 };

// Opens the page, or another address, in a new browser without a network. Console output and
// network requests count as errors. Without a link, the page opens with the box for dice, and the
// tests go on to a scenario: without `scenario` they stay at the box.
export const open = async ({ hash = "", before, at = url, within = at, scenario = "wing3d", ...options } = {}) => {
  const context = await chromium.launchPersistentContext(join(profile, String(Math.random())), {
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium", headless: true, args: quiet, viewport: desk, offline: true, acceptDownloads: true, ...options,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  const page = context.pages()[0] || (await context.newPage());
  const wrong = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("dialog", (dialog) => { wrong.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (!(within === at ? request.url().split("#")[0] === at : request.url().startsWith(within)) && !/^(data|blob):/.test(request.url())) wrong.push(request.url()); });
  if (before) await page.addInitScript(before);
  await page.goto(at + hash);
  if (at === url && !hash && scenario) {
    await whole(page);
    await page.evaluate(() => { delete document.body.dataset.first; delete document.body.dataset.whole; });
    await choose(page, scenario);
  }
  return { page, context, wrong };
};
export const close = async ({ context, wrong }) => { await context.close(); assert.deepEqual(wrong, []); };
export const shot = async (page, name) => { if (shots) await page.screenshot({ path: join(shots, `${name}.png`) }); };
export const accessible = async (page, where, but = []) => {
  const found = await page.evaluate(`${axe}; globalThis.axe.run({ exclude: ${JSON.stringify(but)} }, { preload: false })`);
  assert.deepEqual(found.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`), [], where);
};
export const count = (page, counter) => page.evaluate((counter) => Number(document.body.dataset[counter] ?? 0), counter);
// Performs an action, and waits for the answer with all trials.
export const whole = async (page, act, limit = 60_000) => {
  const before = await count(page, "whole");
  await act?.();
  await page.waitForFunction((before) => Number(document.body.dataset.whole ?? 0) > before, act ? before : 0, { timeout: limit });
};
export const settled = (page) => page.waitForFunction(() => document.querySelector("#progress").hidden && document.querySelector("#finding").textContent !== "Loading the engine…");
export const problem = (page, limit = 20_000) => page.waitForFunction(() => document.body.dataset.wrong, null, { timeout: limit });
export const choose = async (page, name) => {
  await page.keyboard.press("Control+k");
  await page.locator("#chooser-list .option").filter({ has: page.locator("b", { hasText: new RegExp(`^${name}$`) }) }).first().click();
};
export const write = async (page, text, pane = "#scenario-editor") => {
  await page.locator(`${pane} .cm-content`).click();
  await page.keyboard.press("Control+a");
  await page.evaluate(({ text, pane }) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.querySelector(`${pane} .cm-content`).dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, { text, pane });
};
export const text = (page, pane = "#scenario-editor") => page.evaluate((pane) => [...document.querySelectorAll(`${pane} .cm-line`)].map((line) => line.textContent).join("\n"), pane);
export const table = (page) => page.$$eval("table.distribution-table tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
export const download = async (page, act) => {
  const [got] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), act()]);
  return { name: got.suggestedFilename(), bytes: readFileSync(await got.path()) };
};
export const fromMenu = (page, item) => download(page, async () => { await page.click("#download"); await page.getByRole("menuitem", { name: item, exact: false }).click(); });
