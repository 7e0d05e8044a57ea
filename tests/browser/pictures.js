// The pictures of the page that show no metric, the finding, and what is asked of the engine besides.
import assert from "node:assert/strict";
import { accessible, choose, close, download, open, phone, shot, text, whole, write } from "./bench.js";

const finding = (page) => page.textContent("#finding");

export const pictures = async () => {
  const own = await open(), { page } = own;
  await whole(page);
  assert.match(await finding(page), /^At QV 4 with no cubes, all dice succeed as often as all dice fail: 12\.5% and 12\.5%\.$/);
  // What matters most to the first number: asked by a click, drawn, downloaded, gone with the next change.
  await whole(page, () => choose(page, "wing-turn"));
  await page.getByRole("button", { name: "What matters most?" }).click();
  await page.getByRole("menuitem", { name: /^Mean actions/ }).click();
  await page.waitForSelector("figure.tornado .bar-row");
  assert.match(await page.textContent("figure.tornado figcaption"), /Nothing matters more than .*cubes/i);
  const bars = await page.$$eval("figure.tornado .bar-row", (all) => all.map((row) => [row.querySelector(".name").textContent, ...[...row.querySelectorAll(".change i")].map((own) => own.getBoundingClientRect().width)]));
  assert.ok(bars.length > 4 && bars[1][1] > Math.max(...bars.at(-1).slice(1)), JSON.stringify(bars));
  assert.match(await page.textContent("figure.tornado .bars.head"), /as it is: 4\.44$/);
  const outside = await page.$$eval("figure.tornado .beside", (all) => all.filter((own) => { const [box, figure] = [own.getBoundingClientRect(), own.closest("figure").getBoundingClientRect()]; return box.left < figure.left || box.right > figure.right + 1; }).map((own) => own.textContent));
  assert.deepEqual(outside, []);
  await shot(page, "tornado");
  await accessible(page, "what matters most");
  const made = await download(page, async () => {
    await page.locator("figure.tornado .more").click();
    await page.getByRole("menuitem", { name: "This chart for layout" }).click();
  });
  assert.ok(made.name === "tornado.svg" && made.bytes.toString().includes("Nothing matters more"), made.name);
  await whole(page, async () => write(page, `${await text(page)}\n# more\n`));
  assert.equal(await page.locator("figure.tornado").count(), 0, "what was changed since is not told any more");
  // Joint laws, each a map; and best play, option and loss in each cell.
  await whole(page, () => choose(page, "wing-questions"));
  assert.ok((await page.locator('figure[data-key="joint"] .cell').count()) > 8);
  const shades = await page.$$eval('figure[data-key="joint"] .cell', (all) => [...new Set(all.map((own) => getComputedStyle(own).backgroundColor))]);
  assert.ok(shades.length > 4, `small chances differ to the eye: ${shades.length} shades`);
  await page.locator('figure[data-key="joint"]').scrollIntoViewIfNeeded();
  await shot(page, "joint");
  await whole(page, () => choose(page, "pig"));
  const cells = await page.$$eval("figure.policy .cell.opt", (all) => all.map((own) => own.textContent));
  assert.ok(cells.length > 4 && cells.every((own) => /\d/.test(own)), cells.join("; "));
  await page.locator("figure.policy").first().scrollIntoViewIfNeeded();
  await shot(page, "policy");
  await accessible(page, "best play");
  await close(own);
  const small = await open({ viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2, colorScheme: "dark" });
  await whole(small.page);
  await whole(small.page, () => choose(small.page, "wing-best"));
  await small.page.locator("figure.policy").first().scrollIntoViewIfNeeded();
  await shot(small.page, "phone-policy");
  await small.page.getByRole("button", { name: "What matters most?" }).tap();
  await small.page.waitForSelector("figure.tornado .bar-row", { timeout: 60_000 });
  await shot(small.page, "phone-tornado");
  await accessible(small.page, "charts on a phone by night");
  const wide = await small.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= phone.width, `the page is ${wide} wide`);
  await close(small);
  console.log("best play, joint laws and what matters most are drawn, downloaded, and read out; the finding is a sentence");
};
