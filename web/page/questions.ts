// Lists what can be asked about a rule.

import { scenario } from "./editors";
import { by, h, patchChildren } from "./dom";
import { page } from "./state";
import type { Metric } from "./types";

/**
 * Shows the metrics of the rule file, and a button that writes a question. A mistake in the scenario
 * needs their room.
 */
export function showQuestions(): void {
  const box = by("asking"), metrics: Metric[] = page.ruleName === null ? [] : page.begun?.metrics ?? [];
  box.hidden = !metrics.length || page.problems.some((problem) => problem.text === "scenario");
  if (box.hidden) return;
  patchChildren(box, [h("h2", {}, "What can be asked"), h("dl", {}, metrics.slice(0, 8).map((metric) => [h("dt", {}, metric.name), h("dd", {}, metric.label, metric.outcomes.length ? `: ${metric.outcomes.map((outcome) => outcome.name).join(", ")}` : "")])),
    h("button", { type: "button", class: "link", onclick: ask }, "Ask a question")]);
}

// The rule may have changed since the button was shown, so the current rule is used.
function ask(): void {
  const metric = page.begun?.metrics[0];
  if (!metric) return;
  const at = scenario.view.state.doc.length, text = `${scenario.text.endsWith("\n") || at === 0 ? "" : "\n"}\n[[ask]]\nvalue = ${JSON.stringify(metric.question)}\n`;
  scenario.view.dispatch({ changes: { from: at, insert: text }, selection: { anchor: at + text.length - 3 }, scrollIntoView: true });
  scenario.view.focus();
}
