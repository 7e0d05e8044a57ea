// Tests the installed package in Node: `node --test test.mjs` in a folder with oddsmith in node_modules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { load, OddsError, Roll } from "oddsmith";

const odds = await load();
const folder = dirname(createRequire(import.meta.url).resolve("oddsmith"));

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

test("the types have every field of results", () => {
  const types = readFileSync(join(folder, "index.d.ts"), "utf8");
  const fieldsOf = (name) => {
    const [, body] = new RegExp(`^export interface ${name} {\n(.*?)^}`, "ms").exec(types);
    return [...body.matchAll(/^  (\w+)\??:/gm)].map(([, field]) => field);
  };
  const expectFields = (name, value) => {
    const declared = fieldsOf(name);
    for (const key of Object.keys(value)) assert.ok(declared.includes(key), `${name} does not declare ${key}`);
  };
  for (const source of ["wing3d", "fair-duel"]) {
    const run = odds.run(source, {}, { asks: source === "wing3d" ? ["P(successes = 3)"] : [], trials: 1000 });
    const [one] = run.cases;
    expectFields("Results", run);
    expectFields("Case", one);
    expectFields("Answer", one.asks[0]);
    expectFields("Headline", one.headlines[0]);
    expectFields("Metric", one.metrics[0]);
    expectFields("Step", one.metrics[0].steps[0]);
    expectFields("Outcome", one.metrics[0].steps[0].distribution[0]);
    if (source === "wing3d") assert.equal(one.asks[0].ask, "P(successes = 3)");
    else for (const key of fieldsOf("Play")) assert.ok(key in one.play, `there is no ${key}`);
  }
});

test("exact numbers do not depend on the number of trials", () => {
  const exact = (trials) => odds.run("wing3d", { quality: 4 }, { trials }).cases.map((one) => one.asks.map((ask) => ask.exact));
  assert.deepEqual(exact(100), exact(2000));
});

test("the rule and the lines of the README work", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const [, rule] = /const rule = `\n(.*?)`;/s.exec(readme);
  const shields = odds.run(rule, { save: [4, 5, 6] }, { asks: ["P(wounds >= 2)"], trials: 1000 });
  const answers = shields.cases.map((one) => (one.asks[0].exact ?? one.asks[0].value).toFixed(4));
  assert.ok(readme.includes(`// ${answers.join(", ")}`), answers.join(", "));
  const run = odds.run("wing3d", { quality: [4, 5], cubes: 0 }, { asks: ["P(successes >= 2)"], trials: 1000 });
  assert.ok(readme.includes(`// "${run.headlines[0]}"`), run.headlines[0]);
  assert.ok(Math.abs(odds.run("output [highest 3 of 4d6]", {}, { trials: 1000 }).cases[0].metrics[0].steps[0].exact_mean - 15869 / 1296) < 1e-9);
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
  assert.throws(() => odds.run("wing3d", {}, { trials: 0 }), TypeError);
  assert.throws(() => odds.run("wing3d", {}, { asks: "P(x)" }), TypeError);
  assert.throws(() => odds.run("wing3d", {}, { files: "a rule" }), TypeError);
  assert.throws(() => odds.run("wing3d", {}, { files: { "mine.odds": 1 } }), TypeError);
});

test("settings and options are objects", () => {
  const calls = [
    (settings, options) => odds.run("wing3d", settings, options),
    (settings, options) => odds.balance("fair-duel", settings, options),
    (settings, options) => odds.find("wing3d", "P(successes = 3) = 0.125", "quality", settings, options),
  ];
  for (const call of calls) {
    for (const [value, type] of [[null, "null"], ["trials", "string"], [1000, "number"], [[4], "array"], [new Map(), "Map"], [Promise.resolve({}), "Promise"]]) {
      const message = (name) => ({ name: "TypeError", message: new RegExp(`^${name}: expected an object such as { .* }, not ${type}$`) });
      assert.throws(() => call(value), message("settings"));
      assert.throws(() => call({}, value), message("options"));
    }
  }
});

test("unknown options are type errors", () => {
  const message = (message) => ({ name: "TypeError", message });
  assert.throws(() => odds.run("wing3d", {}, { ask: ["P(x)"] }), message("options: unknown option `ask` (allowed: asks, files, trials, seed)"));
  assert.throws(() => odds.run("wing3d", {}, { Trials: 10 }), message(/unknown option `Trials` \(allowed/));
  assert.throws(() => odds.balance("fair-duel", {}, { quality: 4 }), message("options: unknown option `quality` (allowed: asks, files, trials, seed)"));
  assert.throws(() => odds.find("wing3d", "P(successes = 3) = 0.125", "quality", {}, { seeds: 1 }), message(/unknown option `seeds` \(allowed/));
});

test("what is no module is refused", async () => {
  await assert.rejects(load(42), TypeError);
  await assert.rejects(load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
});
