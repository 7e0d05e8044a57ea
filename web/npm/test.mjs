// Tests the installed package in Node: `node --test test.mjs` in a folder with oddsmith in node_modules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, OddsError, Roll } from "oddsmith";

const odds = await load();

test("rolls are exact", () => {
  const roll = odds.roll("4d6kh3");
  assert.ok(roll instanceof Roll);
  assert.deepEqual(roll.fraction(18), { n: 7n, d: 432n });
  assert.ok(Math.abs(roll.mean - 15869 / 1296) < 1e-12);
  assert.equal(roll.pmf.size, 16);
  assert.deepEqual([roll.min, roll.max, roll.chance(19)], [3, 18, 0]);
  assert.ok(Math.abs(roll.atLeast(15) + roll.atMost(14) - 1) < 1e-12);
  assert.deepEqual(odds.roll("2d6 >= 7").fraction(), { n: 7n, d: 12n });
});

test("runs have answers, charts and a table", () => {
  const run = odds.run("wing3d", { quality: [4, 5], cubes: 0 }, { asks: ["P(successes = 3)"], trials: 1000 });
  assert.equal(run.cases.length, 2);
  assert.ok(run.exact && run.headlines[0] && run.text.includes("QV"));
  const answers = run.cases.map((one) => Object.values(one.asks).find((ask) => ask.ask === "P(successes = 3)"));
  assert.deepEqual(answers.map((answer) => answer.exact_fraction), ["1/8", "1/27"]);
  assert.ok(run.charts.length > 0 && run.charts.every((chart) => chart.svg.includes("<svg")));
});

test("texts and files", () => {
  const rule = 'n = whole(5, 1, 20)\nhits = count("Hits")\n\ndef trial():\n    record(hits, successes(n, 6, 4))\n';
  assert.equal(odds.run(rule, { n: [1, 2] }, { trials: 100 }).cases.length, 2);
  const scenario = 'rule = "volley.odds"\n[sweep]\nn = [1, 2, 3]\n';
  assert.equal(odds.run(scenario, {}, { files: { "volley.odds": rule }, trials: 100 }).cases.length, 3);
});

test("searches", () => {
  const found = odds.find("wing3d", "P(successes = 3) = 0.125", "quality", { cubes: 0 });
  assert.equal(found.cases[0].nearest[0][0], 4);
  const balance = odds.balance("fair-duel");
  assert.ok(balance.isMet && balance.settings[0].meetsAll);
});

test("mistakes have a place and a fix", () => {
  const wrong = 'hits = count("Hits")\n\ndef trial():\n    record(hit, 1)\n';
  assert.throws(() => odds.run(wrong), (error) => error instanceof OddsError && error.line === 4 && error.column === 12 && error.fix === "Change to hits");
  assert.throws(() => odds.run("wing3d", { qualty: 4 }), /did you mean `quality`/);
  assert.throws(() => odds.run("wing4d"), OddsError);
  assert.throws(() => odds.roll("4d6kx3"), OddsError);
  assert.throws(() => odds.roll(""), OddsError);
});

test("wrong types are type errors", () => {
  assert.throws(() => odds.roll(6), TypeError);
  assert.throws(() => odds.run(null), TypeError);
  assert.throws(() => odds.run("wing3d", { quality: null }), TypeError);
  assert.throws(() => odds.run("wing3d", { quality: NaN }), TypeError);
  assert.throws(() => odds.run("wing3d", { quality: [] }), TypeError);
  assert.throws(() => odds.run("wing3d", {}, { trials: -1 }), TypeError);
  assert.throws(() => odds.run("wing3d", {}, { asks: "P(x)" }), TypeError);
});

test("what is no module is refused", async () => {
  await assert.rejects(load(42), TypeError);
  await assert.rejects(load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
});
