// The next problem, and its fix.

import { rule, scenario } from "./desk";
import { sheet } from "./docked";
import { repair } from "./editor";
import { isOdd, straighten } from "./odd";
import { toast } from "./said";
import { page } from "./state";
import type { Problem } from "./types";

const editorOf = (own: Problem) => (own.text === "rule" ? rule : scenario);

export function nextProblem(): void {
  const own = page.problems.find((one) => one.from !== undefined);
  if (!own) return toast("There is no problem.");
  sheet("change");
  editorOf(own).goTo(own.from!);
}

export function mend(): void {
  const own = page.problems.find((one) => one.fix);
  if (own) repair(editorOf(own).view, own);
  else if (page.problems.length && isOdd(scenario.text + rule.text)) straightenAll();
  else toast("There is nothing to fix automatically.");
}

export const straightenAll = () => straighten([scenario, rule]);
