// The search for parameter values. Inputs of the form go into the text, a bar shows the number of
// tried settings, and a click writes the values of a setting into the text.

import { engine, scenario, texts } from "./editors";
import { sheet } from "./sheets";
import { by } from "./dom";
import { pin } from "./pins";
import { toast } from "./dialogs";
import { show } from "./render";
import { page } from "./state";
import { showKnobs } from "./controls";
import type { FoundSetting } from "./types";

const failed = (error: Error) => toast(`That did not work: ${error.message}`, true);

// The program edits the text, or says why this is not possible.
function edit(request: string, question: object, done?: () => void): void {
  const before = scenario.text;
  engine.askAt<{ text?: string; failed?: string }>(request, { ...texts(), ...question }).then((result) => {
    // If the text was changed in the meantime, that change wins.
    if (scenario.text !== before) return;
    if (result.text === undefined) { showKnobs(); return toast(result.failed!, true); }
    done?.();
    scenario.replace(result.text);
  }, failed);
}

export const say = (formInput: object) => edit("wishing", { formInput });

export function openForm(): void {
  page.isEditingGoals = true;
  sheet("change");
  showKnobs();
  by("knobs").scrollTop = 0;
  by("knobs").querySelector("select")?.focus();
}

export function closeForm(): void { page.isEditingGoals = false; showKnobs(); }

export function find(): void {
  if (page.problems.length) return toast("Fix the problem first.");
  const wanted = page.started;
  page.isFinding = true;
  page.found = null;
  showKnobs();
  engine.find().then((found) => {
    if (wanted !== page.started) return;
    page.found = found;
    sheet("answer");
    show();
    by("shown").querySelector("[data-key=found]")?.scrollIntoView({ block: "nearest" });
    by("found")?.focus({ preventScroll: true });
  }, (error: Error) => { if (wanted === page.started) failed(error); }).finally(() => {
    page.isFinding = false;
    by("progress").hidden = true;
    showKnobs();
  });
}

/**
 * Writes the values of a setting into the text. The previous answer is pinned, unless another one
 * is.
 */
export function take(setting: FoundSetting): void {
  edit("put in", { point: setting.point }, () => {
    if (!page.pinned) pin();
    page.keepsFound = true;
    toast("The numbers are in the text; undo takes them back. What was is pinned, in grey.");
  });
}

/** Relaxes a goal, so that more settings meet it. */
export function giveWay(ask: string, to: string): void {
  const at = page.begun?.form.asks.findIndex((wish) => wish.want !== null && (wish.label ?? wish.question) === ask) ?? -1;
  if (at >= 0) say({ want: at, to });
}

export function forget(): void { page.found = null; show(); }
