// How sure the answer is, in a line.

import { by, h, patchChildren } from "./dom";
import type { Answer, Problem } from "./types";

/** What there is to say something of. */
export type Standing = { answer: Answer | null; problems: Problem[]; warnings: Problem[]; took: number };

/** The line of the first problem that has one. */
export function lineOf(problems: Problem[]): number | null { return problems.find((own) => own.line !== undefined)?.line ?? null; }

/** The line at the foot: how sure the answer is, or how many problems there are and where the first one is. */
export function status({ answer, problems, warnings, took }: Standing): void {
  const light = by("light"), told = by("told");
  by("next-problem").hidden = !problems.some((own) => own.from !== undefined);
  for (const [id, kind] of [["scenario-problems", "scenario"], ["rule-problems", "rule"]] as const) {
    const many = problems.filter((own) => own.text === kind).length;
    by(id).textContent = many ? `${many} problem${many > 1 ? "s" : ""}` : "";
  }
  if (problems.length) {
    light.className = "bad";
    const line = lineOf(problems);
    patchChildren(told, [h("span", {}, h("b", {}, `${problems.length} problem${problems.length > 1 ? "s" : ""}`), line === null ? "" : `, line ${line}`), h("span", {}, answer ? "The answer is the last good one, from before this line changed" : "")]);
    by("facts").textContent = "";
    return;
  }
  if (!answer) { light.className = ""; told.textContent = ""; return; }
  const { status: own } = answer, many = (value: number) => value.toLocaleString("en");
  light.className = own.disagrees ? "bad" : own.exact === own.cases ? "good" : "part";
  const parts: HTMLElement[] = [];
  const part = (head: string, rest: string) => parts.push(h("span", { class: "fact" }, h("b", {}, head), ` ${rest}`));
  if (own.exact) part("Exact", `for ${own.exact} of ${own.cases} case${own.cases > 1 ? "s" : ""}`);
  if (own.sampled) { part("Sampled", `${many(own.trials)} per case from the exact odds`); part("Simulated", `${many(own.checkTrials)} per case${own.agrees ? ": they agree" : ""}`); }
  else part("Simulated", `${many(own.trials)} per case${own.agrees ? ": they agree" : ""}`);
  if (own.disagrees) part("Disagree:", own.verdict ?? "");
  if (warnings.length) parts.push(h("span", { class: "fact warned" }, h("b", {}, `${warnings.length} hint${warnings.length > 1 ? "s" : ""}:`), ` ${warnings[0].line ? `line ${warnings[0].line}: ` : ""}${warnings[0].what}`));
  patchChildren(told, parts);
  by("facts").textContent = [own.widest !== null ? `widest interval ±${(own.widest * 100).toPrecision(2)} percentage points` : "", `seed ${own.seed}`, `${Math.round(took)} ms`].filter(Boolean).join("   ");
}
