// Tests the page inside another page: the box for dice, one chart, its height, and the link back.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { accessible, choose, close, open, shot, url, whole, write } from "./bench.js";

const host = (frames) => {
  const folder = mkdtempSync(join(tmpdir(), "host-")), file = join(folder, "host.html");
  writeFileSync(file, `<!doctype html><html lang="en"><title>A blog</title><body><main><h1>A blog</h1><p>Text above.</p>${frames}<p>Text below.</p></main></body></html>`);
  return pathToFileURL(file).href;
};

export const embedded = async () => {
  // The page itself makes the HTML, for dice and for a chart.
  const maker = await open({ hash: "#roll=2d6;3d4" });
  await whole(maker.page);
  const code = async (page) => { await choose(page, "Copy code for a web page"); await page.waitForSelector("#toast.shown"); return page.evaluate(() => navigator.clipboard.readText()); };
  const dice = await code(maker.page);
  assert.ok(dice.includes("?embed#roll=2d6;3d4") && dice.includes("<script>"), dice);
  await whole(maker.page, () => choose(maker.page, "Craps"));
  const scenario = await code(maker.page);
  await close(maker);
  // The documents have the same lines.
  const script = dice.slice(dice.indexOf("<script>")), page_md = readFileSync(new URL("../../docs/page.md", import.meta.url), "utf8");
  assert.ok(page_md.includes(script), "docs/page.md has the script of the code");

  const frames = [dice, scenario.slice(0, scenario.indexOf("<script>")), `<iframe src="${url}?embed&amp;chart=robbed-by-players#game=catan-robber" title="Robber" style="width: 340px; height: 480px; border: 0"></iframe>`, `<iframe src="${url}?embed&amp;chart=none#game=catan-robber" title="Nothing" style="width: 100%; height: 480px; border: 0"></iframe>`];
  const browser = await open({ at: host(frames.join("\n")), within: url.slice(0, url.lastIndexOf("/")), viewport: { width: 760, height: 900 } }), { page } = browser;
  browser.wrong.length = 0;
  const inner = page.frames().slice(1);
  assert.equal(inner.length, 4);
  // Frames that are out of sight paint nothing.
  for (const frame of inner) await frame.waitForFunction(() => Number(document.body.dataset.whole) > 0, null, { timeout: 60_000, polling: 100 });
  const chrome = ["header", "nav", "#change", "#status", "#start", "#roll-examples", ".more"];
  for (const frame of inner) for (const part of chrome) assert.equal(await frame.locator(`${part}:visible`).count(), 0, part);
  assert.equal(await inner[0].locator("#roll-editor:visible").count(), 1);
  for (const frame of inner.slice(0, 3)) assert.equal(await frame.locator("figure:visible").count(), 1);
  assert.match(await inner[2].textContent("figure h2"), /seven/i);
  assert.match(await inner[3].textContent("#shown"), /There is no chart none\. The charts are: robbed-by-players, waited-at-least\./);
  // Each frame is as high as its content.
  const heights = () => page.$$eval("iframe", (elements) => elements.map((element) => element.getBoundingClientRect().height));
  const misfit = async () => {
    const contents = await Promise.all(inner.map((frame) => frame.evaluate(() => document.documentElement.scrollHeight)));
    return (await heights()).flatMap((height, i) => (height > 60 && Math.abs(height - contents[i]) <= 1 ? [] : [`frame ${i} is ${height} high, its content ${contents[i]}`]));
  };
  // A frame reports its height after each change, and the page around it follows a moment later.
  for (let left = 50; left && (await misfit()).length; left--) await page.waitForTimeout(100);
  assert.deepEqual(await misfit(), []);
  // The focus stays in the page around them.
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY");
  await shot(page, "embedded");
  const link = () => inner[0].getAttribute("#whole-page", "href");
  assert.equal(await link(), `${url}#roll=2d6;3d4`);
  const [before] = await heights();
  await inner[0].locator("#roll-editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("d4");
  await inner[0].waitForFunction(() => document.querySelector(".roll-chances")?.textContent.includes("25.0%"));
  await page.waitForFunction((before) => document.querySelector("iframe").getBoundingClientRect().height < before, before);
  await inner[0].waitForFunction((href) => document.querySelector("#whole-page").href === href, `${url}#roll=d4`);
  for (const frame of inner) await accessible(frame, frame.url());
  // Nothing is kept: the next visit begins as before.
  assert.equal(await inner[0].evaluate(() => localStorage.getItem("oddsmith.last")), null);
  await close(browser);
};
