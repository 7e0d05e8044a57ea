// Tests pages for everybody's eyes, by day and by night, on a desk and on a phone: `node
// accessible.js FILE...`. A FILE is a report, a page of the site, or the page with a game, such as
// oddsmith.html#game=pig-hold. Everything that is folded is opened.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const looks = { desk: { viewport: { width: 1200, height: 900 } }, phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } };
const found = [];
let count = 0;
for (const [look, options] of Object.entries(looks)) {
  const context = await browser.newContext({ offline: true, ...options });
  for (const file of process.argv.slice(2)) {
    const [path, hash] = file.split("#"), page = await context.newPage();
    await page.goto(pathToFileURL(resolve(path)).href + (hash ? `#${hash}` : ""));
    if (hash) await page.waitForFunction(() => Number(document.body.dataset.whole) > 0, null, { timeout: 120_000 });
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.waitForTimeout(hash ? 300 : 0);
      const { violations } = await page.evaluate(`${axe}; globalThis.axe.run(document, { preload: false })`);
      count++;
      for (const { id, nodes } of violations) found.push(`${file}, ${look}, ${colorScheme}: ${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, " ")}`).join(" | ")}`);
    }
    await page.close();
  }
  await context.close();
}
await browser.close();
console.log(`${count} looks at ${process.argv.length - 2} pages: ${found.length} violations`);
if (found.length) { console.error(found.join("\n")); process.exit(1); }
