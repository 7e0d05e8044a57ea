// Compiled, never run: the types of the package, as a strict program uses them.
import { load, OddsError, type Fraction, type Results } from "oddsmith";

const odds = await load();
const fraction: Fraction | null = odds.roll("4d6kh3").fraction(18);
const run: Results = odds.run("wing3d", { quality: [4, 5], cubes: 0 }, { asks: ["P(successes = 3)"] });
const titles: string[] = run.charts.map((chart) => chart.title);
const value: number = odds.find("wing3d", "P(successes = 3) = 0.125", "quality").cases[0].nearest[0][0];
const met: boolean = odds.balance("fair-duel").isMet;
// @ts-expect-error: dice are a text
odds.roll(6);
// @ts-expect-error: a setting is no object
odds.run("wing3d", { quality: {} });
export { fraction, titles, value, met, OddsError };
