import { chromium } from "playwright-core";
const jobs = JSON.parse(process.argv[2]);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const [name, out, opt] of jobs) {
  const context = await browser.newContext({ viewport: { width: opt.w || 1200, height: 900 }, colorScheme: opt.dark ? "dark" : "light", deviceScaleFactor: opt.s || 1 });
  const page = await context.newPage();
  page.on("console", (m) => console.log(name, m.text())); page.on("pageerror", (e) => console.log(name, String(e)));
  await page.goto(`file:///tmp/rep1/${name}/report.html`);
  await page.waitForTimeout(300);
  if (opt.pdf) await page.pdf({ path: out, preferCSSPageSize: true, printBackground: true });
  else { if (opt.open) await page.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; })); await page.screenshot({ path: out, fullPage: true }); }
  await context.close();
}
await browser.close();
