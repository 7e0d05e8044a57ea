// Compiled, never run: the types of the package, as a strict program uses them.
import { load, OddsError, type Fraction, type Results } from "oddsmith";
import wasm from "oddsmith/oddsmith.wasm";

const odds = await load();
const fraction: Fraction | null = odds.roll("4d6kh3").fraction(18);
const run: Results = odds.run("wing3d", { quality: [4, 5], cubes: 0 }, { asks: ["P(successes = 3)"] });
const titles: string[] = run.charts.map((chart) => chart.title);
const chart: string = run.charts[0].svg ?? "";
const chances: (number | null)[] = run.cases.map((one) => one.asks[0].exact ?? one.asks[0].value);
const quality: number | string | boolean | null = run.cases[0].values.quality;
const exact: number | null = run.cases[0].metrics[0].steps[0].distribution[0].exact;
const advice: string | undefined = run.cases[0].play?.recommendations[0].rule?.text;
const fetched = load(fetch(new URL(wasm, import.meta.url)));
const value: number = odds.find("wing3d", "P(successes = 3) = 0.125", "quality").cases[0].nearest[0][0];
const met: boolean = odds.balance("fair-duel").isMet;
// @ts-expect-error: dice are a text
odds.roll(6);
// @ts-expect-error: a setting is no object
odds.run("wing3d", { quality: {} });
// @ts-expect-error: there is no such option
odds.run("wing3d", {}, { ask: ["P(successes = 3)"] });
export { fraction, titles, chart, chances, quality, exact, advice, fetched, value, met, OddsError };
