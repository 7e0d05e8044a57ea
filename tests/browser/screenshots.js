// Takes the screenshots of the report and the page in README.md.
// Usage: node tests/browser/screenshots.js PAGE REPORT      such as target/page/oddsmith.html output/boss/report.html
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, report] = process.argv.slice(2).map((file) => pathToFileURL(resolve(file)).href);
const folder = new URL("../../docs/images/", import.meta.url).pathname;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const take = async (address, name, ready) => {
  const tab = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await tab.goto(address);
  await tab.waitForFunction(ready, null, { timeout: 60_000 });
  await tab.screenshot({ path: `${folder}${name}.png` });
  await tab.close();
};
await take(report, "report", () => document.readyState === "complete");
await take(`${page}#game=risk-battle`, "page", () => Number(document.body.dataset.whole ?? 0) > 0);
await browser.close();
