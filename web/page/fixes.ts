// Goes to the next problem, and applies its fix.

import { roll, rule, scenario } from "./editors";
import { sheet } from "./sheets";
import { repair } from "./editor";
import { hasTypographicSigns, straighten } from "./typography";
import { toast } from "./dialogs";
import { page } from "./state";
import type { Problem } from "./types";

const editorOf = (problem: Problem) => ({ scenario, rule, roll })[problem.text ?? "scenario"];

export function nextProblem(): void {
  const next = page.problems.find((problem) => problem.from !== undefined);
  if (!next) return toast("There is no problem.");
  sheet("change");
  editorOf(next).goTo(next.from!);
  editorOf(next).reveal(next);
}

export function applyFix(): void {
  const fixable = [...page.problems, ...page.notes].find((problem) => problem.fix);
  if (fixable) repair(editorOf(fixable).view, fixable);
  else if (page.problems.length && hasTypographicSigns(scenario.text + rule.text + roll.text)) straightenAll();
  else toast("There is nothing to fix automatically.");
}

export const straightenAll = () => straighten([scenario, rule, roll]);
