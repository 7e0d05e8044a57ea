// The state of the page: what is open, what the engine returned, and what is pinned. The other
// modules read and write it.

import { by } from "./dom";
import type { Draft } from "./drafts";
import type { Answer, Begun, Catalogue, Chart, Compared, Found, Log, Problem, Roll, Texts } from "./types";

class Page {
  /** Whether the engine has started. Until then, nothing can be run. */
  isReady = false;
  /** The catalogue of the engine, once it has sent it. */
  catalogue: Catalogue | null = null;

  // What is open. Its texts are in the editors.
  name = "wing3d";
  /** The name of the rule file, if there is one. */
  ruleName: string | null = null;
  draft: Draft | null = null;
  /** The scenario as it was opened. */
  original = "";
  /** The typed dice, if these are open instead of a scenario, and the texts made from them. */
  roll: Roll | null = null;
  rollTexts: Texts | null = null;

  // What the engine returned. The last good answer stays while there are problems.
  begun: Begun | null = null;
  /** The rule file that `begun` is about. */
  begunRule = "";
  answer: Answer | null = null;
  problems: Problem[] = [];
  warnings: Problem[] = [];
  notes: Problem[] = [];
  tornado: Chart | null = null;
  found: Found | null = null;
  /** The log of playtests, and how it compares with the odds. */
  log: Log | null = null;
  compared: Compared | null = null;
  /**
   * Whether the result of a search stays when the text changes, because the change applies one of
   * its settings.
   */
  keepsFound = false;
  /** When the last run began, and how long its first odds took. */
  started = 0;
  took = 0;

  pinned: { texts: Texts; answer: Answer; knobs: Record<string, string> } | null = null;
  /** The pinned text of a link. It is run first, and pinned once its answer is complete. */
  toPin: Texts | null = null;

  /** The selected distribution. */
  pickedDistribution = "";
  /**
   * Whether the form replaces the controls, whether a search is running, and whether all controls
   * are shown.
   */
  isEditingGoals = false;
  isFinding = false;
  isMore = false;
}

export const page = new Page();

/** What the page is for, in a line. */
export const WHAT = by("finding").textContent!;
