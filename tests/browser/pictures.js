// Tests the page's pictures other than those of metrics, the headline, and the additional requests
// to the engine.
import assert from "node:assert/strict";
import { accessible, choose, close, download, open, phone, shot, text, whole, write } from "./bench.js";

const finding = (page) => page.textContent("#finding");

export const pictures = async () => {
  const browser = await open(), { page } = browser;
  await whole(page);
  assert.match(await finding(page), /^All dice succeed, at QV 4 with no white cubes: 12\.5%$/);
  // A click asks what matters most to the first number. The picture is drawn, can be downloaded,
  // and disappears with the next change.
  await whole(page, () => choose(page, "wing-turn"));
  await page.getByRole("button", { name: "What matters most?" }).click();
  await page.getByRole("menuitem", { name: /^Actions/ }).click();
  await page.waitForSelector("figure.tornado svg");
  assert.match(await page.textContent("figure.tornado figcaption"), /Actions taken: largest effect from White cubes/);
  assert.match(await page.textContent("figure.tornado svg"), /unchanged: 4\.44/);
  // The page uses the typeface with which the texts were measured, so no text leaves its picture.
  const outside = await page.$$eval("figure svg text", (elements) => elements.filter((element) => { const [box, figure] = [element.getBoundingClientRect(), element.closest("svg").getBoundingClientRect()]; return box.left < figure.left - 1 || box.right > figure.right + 1; }).map((element) => element.textContent));
  assert.deepEqual(outside, []);
  await shot(page, "tornado");
  await accessible(page, "what matters most");
  const made = await download(page, async () => {
    await page.locator("figure.tornado .more").click();
    await page.getByRole("menuitem", { name: "This chart for layout" }).click();
  });
  assert.ok(made.name === "tornado.svg" && made.bytes.toString().includes("largest effect from"), made.name);
  await whole(page, async () => write(page, `${await text(page)}\n# more\n`));
  assert.equal(await page.locator("figure.tornado").count(), 0, "what was changed since is not shown any more");
  // Joint distributions are maps. Best play shows the option and its loss in each cell.
  await whole(page, () => choose(page, "wing-questions"));
  const shades = await page.$$eval('figure[data-key="joint"] rect', (elements) => [...new Set(elements.map((element) => getComputedStyle(element).fill))]);
  assert.ok(shades.length > 4, `small chances differ to the eye: ${shades.length} shades`);
  await page.locator('figure[data-key="joint"]').scrollIntoViewIfNeeded();
  await shot(page, "joint");
  await whole(page, () => choose(page, "duel"));
  const cells = await page.$$eval("figure.policy tr:nth-child(n+3) td", (elements) => elements.map((element) => element.textContent).filter(Boolean));
  assert.ok(cells.length > 4 && cells.every((cell) => /\d| or /.test(cell)), cells.join("; "));
  assert.ok((await page.locator("figure.policy svg rect").count()) >= cells.length);
  await page.locator("figure.policy").first().scrollIntoViewIfNeeded();
  await shot(page, "policy");
  await accessible(page, "best play");
  await close(browser);
  const small = await open({ viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2, colorScheme: "dark" });
  await whole(small.page);
  await whole(small.page, () => choose(small.page, "wing-best"));
  await small.page.locator("figure.policy").first().scrollIntoViewIfNeeded();
  await shot(small.page, "phone-policy");
  await small.page.getByRole("button", { name: "What matters most?" }).tap();
  await small.page.getByRole("menuitem").first().tap();
  await small.page.waitForSelector("figure.tornado svg", { timeout: 60_000 });
  // In dark mode, pictures use the engine's dark colours: pale text on a dark page.
  assert.equal(await small.page.$eval("figure.tornado svg text", (element) => getComputedStyle(element).fill), "rgb(236, 238, 240)");
  await shot(small.page, "phone-tornado");
  await accessible(small.page, "charts on a phone by night");
  const wide = await small.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= phone.width, `the page is ${wide} wide`);
  await close(small);
  console.log("best play, joint distributions and what matters most are drawn, downloaded, and read out; the finding is a sentence");
};
