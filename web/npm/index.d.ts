/** One mistake: what is wrong, where, and how to fix it. */
export interface Problem {
  message: string;
  help: string;
  file: string | null;
  /** The line, from 1. */
  line: number | null;
  /** The column in characters, from 1. */
  column: number | null;
  /** The change that fixes it, such as "Change to hits". */
  fix: string | null;
}

/** What is wrong with dice, a scenario, a rule or a setting. Its fields are those of the first mistake. */
export class OddsError extends Error {
  problems: Problem[];
  line: number | null;
  column: number | null;
  help: string;
  fix: string | null;
}

/** `n` divided by `d`. */
export interface Fraction {
  n: bigint;
  d: bigint;
}

/** The exact distribution of a roll. */
export class Roll {
  private constructor();
  readonly dice: string;
  readonly mean: number;
  readonly sd: number;
  readonly min: number;
  readonly max: number;
  /** The chance of every result. */
  readonly pmf: Map<number, number>;
  /** The chance of a result, by default of 1: that a comparison is true. */
  chance(value?: number): number;
  /** The same as a fraction; null if it does not fit in 64 bits. */
  fraction(value?: number): Fraction | null;
  /** The chance of this number or more. */
  atLeast(least: number): number;
  /** The chance of this number or less. */
  atMost(most: number): number;
}

/** The value of a parameter. */
export type Setting = number | string | boolean;
/** Values of parameters; a list sweeps one. */
export type Settings = Record<string, Setting | Setting[]>;

/** Options of a run or a search. Any other name is a TypeError. */
export interface Options {
  /** Questions, such as "P(hits >= 2)". */
  asks?: string[];
  /** The texts of rule files that the text of a scenario names. */
  files?: Record<string, string>;
  /** Simulated trials of each case. By default 1,000,000, or fewer if they are slow. Exact numbers do not depend on it. */
  trials?: number;
  /** The seed of the random numbers. */
  seed?: number;
}

/** A chart; `failed` is the reason why there is no `svg`. */
export interface Chart {
  file: string;
  title: string;
  svg?: string;
  failed?: string;
}

/** The answer to a question in a case. The best number is `exact ?? value`. */
export interface Answer {
  /** The label of the question, or the question itself. */
  ask: string;
  /** The answer from the trials. It is not exact. */
  value: number | null;
  /** The lower end of the confidence interval of `value`. */
  ci_low: number | null;
  /** The upper end of the confidence interval of `value`. */
  ci_high: number | null;
  /** The exact answer; null if there is none. If probability is missing, the true chance is between `exact` and `exact + unresolved`. */
  exact: number | null;
  /** The exact answer as a fraction, such as "7/27"; null if it is not known or has more than 18 digits. */
  exact_fraction: string | null;
  /** The probability that the exact computation left out; mostly 0. */
  unresolved: number | null;
  /** The goal of the question, such as "<= 9". */
  want: string | null;
  /** Whether the goal is met; "unsure" if only part of the interval meets it. */
  met: "yes" | "no" | "unsure" | null;
  /** The number of trials behind `value`. */
  trials: number;
  /** The share of trials without the number that the question asks for. */
  absent: number;
}

/** A number of the table that is no answer to a question. The best number is `exact ?? value`. */
export interface Headline {
  label: string;
  metric: string;
  /** The number of the step, from 1; null if the metric covers the whole trial. */
  step: number | null;
  /** Whether it is a chance, and not a mean. */
  is_probability: boolean;
  /** The number from the trials, with its confidence interval. */
  value: number | null;
  ci_low: number | null;
  ci_high: number | null;
  exact: number | null;
  unresolved: number | null;
}

/** A value of a metric. The best chance is `exact ?? estimate`. */
export interface Outcome {
  /** The value, or the number of a category's outcome, from 0; null for trials without the metric. */
  value: number | null;
  /** The name of the outcome, or the value as text. */
  label: string;
  /** The number of trials with this value. */
  count: number;
  /** The share of trials with this value, with its confidence interval. */
  estimate: number | null;
  ci_low: number | null;
  ci_high: number | null;
  /** The exact chance. */
  exact: number | null;
  exact_fraction: string | null;
  unresolved: number | null;
}

/** A metric in one step, or in the whole trial. Names that begin with `exact_` are exact; the others come from trials. Categories have no mean and no quantiles. */
export interface Step {
  /** The number of the step, from 1; null if the metric covers the whole trial. */
  step: number | null;
  step_label: string;
  /** The chance of every value. */
  distribution: Outcome[];
  exact_mean: number | null;
  exact_sd: number | null;
  exact_min: number | null;
  exact_p5: number | null;
  exact_p25: number | null;
  exact_median: number | null;
  exact_p75: number | null;
  exact_p95: number | null;
  exact_max: number | null;
  /** The chance that a trial has the metric. */
  exact_present: number | null;
  mean: number | null;
  mean_ci_low: number | null;
  mean_ci_high: number | null;
  sd: number | null;
  min: number | null;
  p5: number | null;
  p25: number | null;
  median: number | null;
  median_ci_low: number | null;
  median_ci_high: number | null;
  p75: number | null;
  p95: number | null;
  max: number | null;
  /** The share of trials that have the metric. */
  present: number | null;
  /** How the trials were made: rolled die by die, or drawn from the states behind the exact odds. */
  source: "simulated" | "sampled";
  trials: number | null;
  /** The simulated trials that check the exact odds, if `trials` were sampled, and their mean. */
  check_trials: number | null;
  check_mean: number | null;
  /** The p-value of a test that compares the trials with the exact odds. */
  gof_p: number | null;
  unresolved: number | null;
}

/** What a rule records, such as its hits. */
export interface Metric {
  /** The name, for questions. */
  metric: string;
  label: string;
  kind: "count" | "when" | "flag" | "category";
  /** The outcomes of a category, in the order of their numbers. */
  outcomes?: { name: string; label: string }[];
  /** One entry for each step; a single one if the metric covers the whole trial. */
  steps: Step[];
}

/** Best play. */
export interface Play {
  /** The aim of the player, such as "P(winner = us)". */
  aim: string;
  /** The exact value of the aim with best play. */
  value: number;
  is_probability: boolean;
  /** Whether the player wants a low value. */
  minimises: boolean;
  /** How many situations can come up. */
  situations: number;
  /** A short rule for each choice; `rule` is null if none comes close to best play. */
  recommendations: { choice: string; is_opponents: boolean; rule: { text: string; agreement: number; cost: number; value: number; [key: string]: unknown } | null; [key: string]: unknown }[];
  /** The best option in every situation. */
  policy?: {
    situation: string;
    parts: Record<string, unknown>;
    choice: string;
    best: string;
    value: number;
    options: { option: string; value: number | null; loss: number | null; probability: number }[];
    reached: number;
  }[];
  [key: string]: unknown;
}

/** A case of a run: a variant with one value for each swept parameter. */
export interface Case {
  /** The number of the case, from 1. */
  case: number;
  /** The name in the table, such as "QV 4". */
  name: string;
  /** The name of the variant; null if there are no variants. */
  variant: string | null;
  /** The values of the swept parameters. */
  values: Record<string, Setting | null>;
  /** The number of trials. */
  trials: number;
  /** How the trials were made: rolled die by die, or drawn from the states behind the exact odds. */
  source: "simulated" | "sampled";
  /** The answers: first those to `asks` of the options, then those to the questions of the scenario. */
  asks: Answer[];
  /** The numbers of the table that are no answers. */
  headlines: Headline[];
  /** All metrics with their distributions. */
  metrics: Metric[];
  /** The joint distributions that the scenario asks for: `of` names the values of each row. */
  joints: { of: string[]; rows: Record<string, unknown>[] }[];
  /** Best play; null if the rule has no choice, or if it was not found. */
  play: Play | null;
  /** Bounds for the aim under best play, if the case is too large to find it. */
  play_bounds: { aim: string; least: number; most: number } | null;
}

/** The results of a run, in the format of `simulate --json=full`, with its charts and its table. */
export interface Results {
  scenario: string;
  title: string;
  description: string;
  /** The name of the rule, for `simulate show`. */
  rule: string;
  /** The program and its version. */
  program: string;
  seed: number;
  /** The confidence of the intervals, such as 0.95. */
  confidence: number;
  /** The p-value of the cross-check, which compares simulated trials with the exact odds. */
  check_p: number | null;
  /** The same for sampled trials. */
  sampler_p: number | null;
  /** The swept parameters. */
  swept: { parameter: string; label: string }[];
  variants: string[];
  /** The questions, with their goals. */
  asks: { ask: string; question: string; want: string | null }[];
  /** The headline, and the recommendation if there is one. */
  headlines: string[];
  /** Whether all answers and headlines are exact. */
  exact: boolean;
  cases: Case[];
  charts: Chart[];
  /** The facts below the table. */
  notes: { label: string; value: string }[];
  /** The table that the program prints. */
  text: string;
  [key: string]: unknown;
}

export interface Balance {
  /** Whether any setting meets every goal. */
  isMet: boolean;
  /** The settings, the best first. */
  settings: { parameters: Record<string, unknown>; answers: Record<string, number | null>; meetsAll: boolean }[];
  text: string;
}

export interface Found {
  parameter: string;
  question: string;
  target: number;
  /** For each case the tried values with their answers, and those that come nearest. */
  cases: { case: string | null; tried: [number, number | null][]; nearest: [number, number | null][] }[];
  text: string;
}

/** The engine. Its methods block until they are done: use a worker for long runs. */
export interface Engine {
  /** Returns the exact distribution of dice, such as `4d6kh3` or `2d6 >= 7`. */
  roll(dice: string): Roll;
  /** Runs a bundled scenario, rule or game by its name, or the text of a scenario or a rule. */
  run(source: string, settings?: Settings, options?: Options): Results;
  /** Searches for settings that meet every goal of a scenario. */
  balance(source: string, settings?: Settings, options?: Options): Balance;
  /** Searches for the value of a parameter: `find("wing3d", "P(successes >= 2) = 0.5", "quality")`. */
  find(source: string, claim: string, over: string, settings?: Settings, options?: Options): Found;
}

/** Loads the engine: the file `oddsmith.wasm` next to this one, or what is given. */
export function load(source?: Response | BufferSource | WebAssembly.Module | PromiseLike<Response>): Promise<Engine>;
