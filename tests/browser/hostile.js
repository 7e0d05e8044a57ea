// Tests hostile input, pasted text, links and storage. Each is reported in words, and none of it
// runs.
import assert from "node:assert/strict";
import { accessible, choose, close, open, problem, text, url, whole, write } from "./bench.js";

export const hostile = async () => {
  const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const evil = `title = '${markup}'\ndescription = '${markup}'\nrule = "wing-activation"\n[sweep]\nquality = [4, 5]\n[[ask]]\nlabel = '${markup}'\nvalue = "P(successes@1 >= 2)"\n[[variants]]\nname = '${markup}'\n[[variants]]\nname = '</script>"&'\nset = { ones_always_fail = true }\n[labels]\nsuccesses = '${markup}'\n`;
  const browser = await open(), { page } = browser;
  await whole(page);
  await whole(page, () => write(page, evil));
  assert.equal(await page.locator("img, #shown script").count(), 0);
  assert.match(await page.textContent("#shown"), /<img src=x/);
  await page.waitForFunction(() => document.querySelector("#kept").textContent.startsWith("Draft kept"));
  await page.keyboard.press("Control+k");
  assert.match(await page.textContent("#chooser-list"), /<img src=x/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share link" }).click();
  await page.waitForFunction(() => location.hash.length > 9);
  const hash = await page.evaluate(() => location.hash);
  // After the page is closed, a draft can be found, named and deleted.
  await page.goto("about:blank");
  await page.goto(url);
  await whole(page);
  assert.match(await text(page), /onerror/);
  await choose(page, "Name this draft");
  await page.locator("#dialog input").fill('<b>"mine"</b>');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#open-name").textContent.includes("mine"));
  await page.keyboard.press("Control+o");
  assert.match(await page.textContent("#chooser-list"), /<b>"mine"<\/b>/);
  await accessible(page, "drafts");
  await page.keyboard.press("Escape");
  await choose(page, "Delete this draft");
  await page.waitForFunction(() => document.querySelector("#toast").textContent.startsWith("Deleted"));
  // Rules with markup in the names of their outcomes.
  await whole(page, () => choose(page, "Write a rule"));
  await whole(page, () => write(page, `"""${markup}"""\nn = count("${markup.replaceAll('"', "")}")\ndef trial():\n    record(n, roll(6))\n`, "#rule-editor").then(() => write(page, 'rule = "mine.odds"\n')));
  assert.equal(await page.locator("img").count(), 0);
  // Ten megabytes of pasted text are refused in words, and the page keeps working.
  await write(page, `# ${"x".repeat(99)}\n`.repeat(102_400));
  await problem(page, 30_000);
  assert.match(await page.textContent("body"), /1 MiB/);
  await whole(page, () => choose(page, "wing3d"));
  // Text with the quotation marks and spaces of web pages and word processors.
  await write(page, "rule = “wing-activation”\n[parameters]\nquality\u00a0=\u00a05\n");
  await problem(page);
  assert.match(await page.textContent(".problem"), /word processors/);
  await whole(page, () => page.keyboard.press("Control+."));
  assert.match(await text(page), /rule = "wing-activation"/);
  await whole(page, () => write(page, 'rule = "wing-activation"\r\n[parameters]\r\nquality = 6\r\n'));
  assert.match(await page.textContent("#finding"), /\d%/);
  // A change just before another scenario is opened is kept.
  await write(page, 'rule = "wing-activation"\n# in a hurry\n');
  await whole(page, () => choose(page, "race"));
  assert.ok(await page.evaluate(() => localStorage.getItem("oddsmith.drafts").includes("in a hurry")));
  // So is a change just before the page is left.
  await write(page, 'rule = "wing-activation"\n# and away\n');
  await page.goto("about:blank");
  await page.goto(url);
  await whole(page);
  assert.match(await text(page), /and away/);
  await close(browser);
  const again = await open({ hash });
  await whole(again.page);
  assert.equal(await again.page.locator("img").count(), 0);
  // After opening something else, a user can still go back to the link.
  await whole(again.page, () => choose(again.page, "race"));
  assert.equal(await again.page.evaluate(() => location.hash), "");
  await whole(again.page, () => again.page.evaluate((hash) => { location.hash = hash; }, hash));
  assert.match(await text(again.page), /onerror/);
  await close(again);
  for (const [before, words] of [
    [() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; }, /room is full/],
    [() => { Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } }); }, /keeps nothing/],
  ]) {
    const limited = await open({ before });
    await whole(limited.page);
    await limited.page.locator("#scenario-editor .cm-line", { hasText: "dice = 3" }).click();
    await limited.page.keyboard.press("End");
    await whole(limited.page, () => limited.page.keyboard.type(" "));
    await limited.page.waitForFunction(() => document.querySelector("#kept").textContent);
    assert.match(await limited.page.textContent("#kept"), words);
    await close(limited);
  }
  const kept = await open({ before: () => localStorage.setItem("oddsmith.drafts", '[{"id":1},null,"x",{"id":"a","name":"<img src=x>","scenario":5}]') });
  await whole(kept.page);
  await kept.page.keyboard.press("Control+o");
  assert.equal(await kept.page.locator("img").count(), 0);
  await close(kept);
  console.log("markup, ten megabytes, odd quotes, CRLF, spoilt links, a full or forbidden storage: reported in words, nothing runs");
};
