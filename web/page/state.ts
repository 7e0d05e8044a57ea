// What the page holds: what is open, what the engine said of it, and what is pinned. The rooms read and write it; nothing is done here.

import type { Draft } from "./drafts";
import type { Answer, Begun, Catalogue, Chart, Found, Problem, Texts } from "./types";

class Page {
  /** What the engine brings along: there once it has started. */
  catalogue!: Catalogue;

  // What is open. Its texts stand in the editors.
  name = "wing3d";
  /** The name of the rule file next to the scenario, where there is one. */
  ruleName: string | null = null;
  draft: Draft | null = null;
  /** The scenario as it was opened. */
  original = "";

  // What the engine said. The last good answer stays while there are problems.
  begun: Begun | null = null;
  answer: Answer | null = null;
  problems: Problem[] = [];
  warnings: Problem[] = [];
  tornado: Chart | null = null;
  found: Found | null = null;
  /** Whether what was found stays when the text changes: it changes to one of these settings. */
  keepsFound = false;
  /** When the last run began, and how long its first odds took. */
  started = 0;
  took = 0;

  pinned: { texts: Texts; answer: Answer; knobs: Record<string, string> } | null = null;
  /** What came pinned with a link: it is run first, and pinned once its answer is whole. */
  toPin: Texts | null = null;

  /** The distribution that is looked at, and whether all knobs are. */
  pickedDistribution = "";
  /** Whether the form stands in place of the knobs, and whether numbers are looked for. */
  isWishing = false;
  isFinding = false;
  isMore = false;
}

export const page = new Page();
