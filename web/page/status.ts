// Shows in one line how certain the answer is.

import { by, h, patchChildren } from "./dom";
import type { Answer, Problem } from "./types";

/** The state that the line describes. */
export type Standing = { answer: Answer | null; problems: Problem[]; warnings: Problem[]; took: number; ruleName: string | null };

/** Returns the line of the first problem that has one, with the text that it is in. */
export function lineOf(problems: Problem[], ruleName: string | null): string | null {
  const placed = problems.find((problem) => problem.line !== undefined);
  if (!placed) return null;
  return `line ${placed.line}${ruleName === null || placed.text === "roll" ? "" : placed.text === "rule" ? ` of ${ruleName}` : " of the scenario"}`;
}

/**
 * Shows the line at the bottom: how certain the answer is, or how many problems there are and where
 * the first one is.
 */
export function status({ answer, problems, warnings, took, ruleName }: Standing): void {
  const light = by("light"), statusText = by("status-text");
  by("next-problem").hidden = !problems.some((problem) => problem.from !== undefined);
  for (const [id, kind] of [["scenario-problems", "scenario"], ["rule-problems", "rule"]] as const) {
    const many = problems.filter((problem) => problem.text === kind).length;
    by(id).textContent = many ? `${many} problem${many > 1 ? "s" : ""}` : "";
  }
  if (problems.length) {
    light.className = "bad";
    const line = lineOf(problems, ruleName);
    patchChildren(statusText, [h("span", {}, h("b", {}, `${problems.length} problem${problems.length > 1 ? "s" : ""}`), line === null ? "" : `, ${line}`), h("span", {}, answer ? "The answer is the last good one, from before this line changed" : "")]);
    by("facts").textContent = "";
    return;
  }
  if (!answer) { light.className = ""; statusText.textContent = ""; return; }
  const { status: summary } = answer, many = (value: number) => value.toLocaleString("en");
  light.className = summary.disagrees ? "bad" : summary.exact === summary.cases ? "good" : "part";
  const parts: HTMLElement[] = [];
  const part = (head: string, rest: string) => parts.push(h("span", { class: "fact" }, h("b", {}, head), ` ${rest}`));
  if (summary.exact) part("Exact", `for ${summary.exact} of ${summary.cases} case${summary.cases > 1 ? "s" : ""}`);
  if (!summary.trials) { /* The odds are exact, and no trial was run. */ }
  else if (summary.sampled) { part("Sampled", `${many(summary.trials)} per case from the exact odds`); part("Simulated", `${many(summary.checkTrials)} per case${summary.agrees ? ": they agree" : ""}`); }
  else part("Simulated", `${many(summary.trials)} per case${summary.agrees ? ": they agree" : ""}`);
  if (summary.disagrees) part("Disagree:", summary.verdict ?? "");
  if (warnings.length) parts.push(h("span", { class: "fact warned" }, h("b", {}, `${warnings.length} hint${warnings.length > 1 ? "s" : ""}:`), ` ${warnings[0].line ? `line ${warnings[0].line}: ` : ""}${warnings[0].message}`));
  patchChildren(statusText, parts);
  by("facts").textContent = [summary.widest !== null && summary.trials ? `widest interval ±${(summary.widest * 100).toPrecision(2)} percentage points` : "", summary.trials ? `seed ${summary.seed}` : "", `${Math.round(took)} ms`].filter(Boolean).join("   ");
}
