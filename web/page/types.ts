// The data that the engine sends.

/** Typed dice, one roll per line, and which chance of each value is shown. */
export interface Roll { text: string; view: RollView }
export type RollView = "exactly" | "at least" | "at most";

export interface Texts { name: string; scenario: string; rule: { name: string; text: string } | null }

export type TextKind = "scenario" | "rule" | "roll";

export interface Problem {
  message: string; help: string; notes: string[];
  text?: TextKind; from?: number; to?: number; line?: number;
  fix?: { label: string; from: number; to: number; insert: string };
}

export interface Knob {
  key: string; label: string; short: string; meaning: string; allowed: string;
  kind: "whole" | "decimal" | "choice"; from?: number; to?: number; options?: string[]; isFlag?: boolean;
  value: string; default: string; given: boolean; at: [number, number] | null; swept: string[] | null;
}

export interface Metric {
  name: string; label: string; kind: string; steps: [number, number] | null;
  outcomes: { name: string; label: string; tone: string }[]; absent: string;
  /** A question to begin with. */
  question: string;
}

export interface Begun {
  /** If there are problems, the rest describes the rule file alone, or is missing. */
  problems?: Problem[];
  /** The texts made from typed dice, and notes on the dice. */
  texts?: Texts; notes?: Problem[];
  knobs: Knob[]; rule: { id: string; about: string; words: string[] }; metrics: Metric[];
  warnings: Problem[]; cases: number; trials: number; now: Record<string, string>; form: Form;
}

/**
 * The goals in the text: the values that each parameter may have, the condition on settings, and
 * the goal of each question.
 */
export interface Form { may: Record<string, string[]>; keep: string | null; asks: { label: string | null; question: string; want: string | null }[] }

export interface FoundSetting { point: number[]; written: string[]; values: string[]; answers: { text: string; met: boolean | null }[]; steps: number; robust: string; isMet: boolean }
/** The result of a search. */
export interface Found {
  title: string; says: string[]; parameters: { path: string; label: string }[]; asks: { label: string; want: string | null }[];
  published: { values: string[]; answers: { text: string; met: boolean | null }[] } | null; settings: FoundSetting[]; met: number; more: number;
  atOdds: { says: string; prices: { says: string; ask: string; to: string | null }[] }[]; chart: Chart | null;
  /** Whether the text was changed since then, to one of these settings. */
  isPast?: boolean;
}

/** The completions at a position, and where the completed word begins. */
export interface Offers { from: number; offers: { label: string; insert: string; info: string; kind: string }[] }
/** The explanation of a position. */
export interface Explained { from: number; to: number; says: string[]; distribution: string }

export interface Number_ { v: number | null; low: number | null; high: number | null; exact: boolean; text: string; isProbability?: boolean; label?: string }
export interface Chart {
  kind: string; file: string; title: string; subtitle: string; note: string; metric: string;
  /** Whether the chart takes two columns. */
  isWide: boolean;
  /** The picture; on a phone, one for each panel. */
  pictures: string[];
  /** The title, the heads and the rows of the table. */
  table: string[][];
}

export interface Row {
  value: number; label: string; tone: string | null; exact: number | null; fraction: string | null;
  count: number; estimate: number | null; low: number | null; high: number | null; text: string; range: string;
}

export interface Distribution {
  metric: string; label: string; step: number | null; stepName: string | null; stepWord: string; rows: Row[];
  mean: { exact: number | null; estimate: number | null; low: number | null; high: number | null; text: string; range: string } | null;
  absent: { label: string; count: number; exact: number | null; text: string } | null; trials: number;
}

export interface Ask extends Number_ {
  label: string; question: string; want: string | null; met: string | null; metIn: number; caseCount: number; fraction: string; isKnown: boolean;
}

export interface Play {
  aim: string; isChance: boolean; value: number; minimises: boolean; situationCount: number;
  situations: { words: string; choice: string; best: string; value: number; reached: number; text: string; met: string; options: { name: string; value: number | null; loss: number | null; probability: number; text: string | null }[] }[];
  held: { choice: string; answer: string; value: number | null; text: string | null }[]; text: string;
}

export interface Answer {
  /** Whether other settings are still being computed. */
  isPart?: boolean;
  name: string; title: string; setting: string; note?: string; finding: [string, string | null][]; charts: Chart[]; distributions: Distribution[]; headlines: (Number_ & { label: string; question: string })[];
  /** The numbers of typed dice: rows of cells, the heads first. */
  rolls?: { summary: string[][]; chances: string[][] };
  asks: Ask[]; play: Play | null; given: string; knobs: Record<string, string>; notes: [string, string][]; fixed: [string, string][]; warnings: string[];
  status: {
    cases: number; exact: number; sampled: number; trials: number; checkTrials: number; verdict: string | null;
    disagrees: boolean; agrees: boolean; widest: number | null; level: number; seed: number;
  };
}

/** The first worker, which unpacks the engine, and the address of its script. */
export interface Launched { url: string; worker: Worker; unpacked: Promise<WebAssembly.Module> }

/** A scenario that comes with the program. */
export interface Bundled { name: string; title: string; description: string; rule: string; text: string }

export interface Catalogue {
  version: string;
  games: (Bundled & { game: string; question: string; answer: string; mechanic: string })[];
  scenarios: Bundled[];
  ruleFiles: { name: string; about: string; text: string }[];
  rules: { id: string; about: string }[];

  /** A rule file to start from. */
  starter: string;
  /** Forms of dice and of rule files: the topic, the form, and what it means. */
  help: [string, string, string][];
}
