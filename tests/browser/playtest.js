// Tests logs of playtests on the page: a dropped log, the questions about it, and its mistakes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { unzipSync } from "../../web/node_modules/fflate/esm/index.mjs";
import { accessible, choose, close, fromMenu, open, phone, shot, whole } from "./bench.js";

// The evening of docs/playtests.md.
const log = /```csv notes\.csv\n([^`]+)```/.exec(readFileSync(new URL("../../docs/playtests.md", import.meta.url), "utf8"))[1];

const drop = (page, name, content) => page.evaluate(([name, content]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}, [name, content]);
const section = (page) => page.locator("section.playtest");
const says = async (page, expected) => {
  await page.waitForFunction(([expected]) => document.querySelector("section.playtest")?.textContent.includes(expected), [expected], { timeout: 30_000 });
  return section(page).textContent();
};
const pick = async (page, button, item) => {
  await section(page).getByRole("button", { name: button }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

export const playtests = async () => {
  const browser = await open({ scenario: "" }), { page } = browser;
  await whole(page);
  await drop(page, "notes.csv", log);
  await page.waitForSelector("#toast.bad");
  assert.match(await page.textContent("#toast"), /Open a game or a scenario first/);
  await whole(page, () => choose(page, "wing-turn"));
  await drop(page, "notes.csv", log);
  const compared = await says(page, "Playtests: 16 trials");
  assert.match(compared, /Actions taken: 2\.50 on average in 16 trials, expected 3\.86\. Luck alone is at least this far off 1 time in 3,400\./);
  assert.match(compared, /Further off than luck explains: Actions taken and Result of the roll, Vanguard\./);
  assert.equal(await section(page).locator("figure svg").count(), 2);
  await shot(page, "playtest");
  await accessible(page, "a log of playtests");
  // Which numbers they played, and the parts of the log.
  await pick(page, "Which numbers did they play?", /^Dice$/);
  await says(page, "These trials are possible with dice 2, and impossible with dice 3");
  await pick(page, "Compare parts", /^table$/);
  await says(page, "table: Ann");
  assert.equal(await section(page).locator("table caption").count(), 4, "all, two parts, and a likelihood");
  await section(page).evaluate((element) => element.scrollIntoView());
  await shot(page, "playtest-fit");
  await accessible(page, "the likelihood of a log");
  // The comparison is among the files, and follows a change of the scenario.
  const tables = unzipSync((await fromMenu(page, "Tables")).bytes);
  assert.ok(Object.keys(tables).some((path) => path.endsWith("/playtest.csv")), Object.keys(tables).join());
  await whole(page, () => page.getByLabel("Vanguard: Quality Value (QV): more").first().click());
  await says(page, "Result of the roll, Vanguard, Mixed: 40.0% of 15 trials, expected 75.0%.");
  await section(page).getByRole("button", { name: "Close" }).click();
  assert.equal(await section(page).count(), 0);
  // Mistakes have lines. Their rows can be left out.
  await drop(page, "notes.csv", `${log}8 Nov,Ann,many,mixed\n8 Nov,Ben,99,mixed\n`);
  const mistakes = await says(page, "notes.csv cannot be compared yet");
  assert.match(mistakes, /Line 18: .*many.* is no value of actions/);
  await accessible(page, "mistakes of a log");
  await shot(page, "playtest-mistakes");
  await section(page).getByRole("button", { name: "Leave these rows out" }).click();
  await says(page, "Left out: 2 rows");
  // What is no log of this scenario.
  await drop(page, "notes.csv", "colour,weather\nred,rain\n");
  await says(page, "No column of notes.csv is a metric of the rule");
  await drop(page, "evil.csv", "actions,<img src=x onerror=alert(1)>\n3,<b>x</b>\n");
  await says(page, "Playtests: 1 trial");
  assert.equal(await section(page).locator("img, b").count(), 0);
  await close(browser);
  await onAPhone();
  console.log("a log of playtests is compared as on the command line, with its likelihood, its parts and its mistakes");
};

const onAPhone = async () => {
  const browser = await open({ viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2, colorScheme: "dark" }), { page } = browser;
  await whole(page);
  await whole(page, () => choose(page, "wing-turn"));
  await page.setInputFiles("#file", { name: "notes.csv", mimeType: "text/csv", buffer: Buffer.from(log) });
  await says(page, "Playtests: 16 trials");
  await shot(page, "phone-playtest");
  await accessible(page, "a log of playtests on a phone");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut off");
  await close(browser);
};
