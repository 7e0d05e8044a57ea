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

export interface Options {
  /** Questions, such as "P(hits >= 2)". */
  asks?: string[];
  /** The texts of rule files that the text of a scenario names. */
  files?: Record<string, string>;
  /** Trials of each case. */
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

/** The answer to a question in a case. */
export interface Answer {
  ask: string;
  value: number | null;
  ci_low: number | null;
  ci_high: number | null;
  exact: number | null;
  exact_fraction: string | null;
  [key: string]: unknown;
}

/** A case of a run, in the format of `simulate --json=full`. */
export interface Case {
  case: number;
  parameters?: Record<string, unknown>;
  asks?: Answer[];
  metrics?: Record<string, unknown>[];
  [key: string]: unknown;
}

/** The results of a run, in the format of `simulate --json=full`, with its charts and its table. */
export interface Results {
  scenario: string;
  title: string;
  /** The headline, and the recommendation if there is one. */
  headlines: string[];
  /** Whether all answers and headlines are exact. */
  exact: boolean;
  cases: Case[];
  charts: Chart[];
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
