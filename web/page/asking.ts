// What can be asked of a rule, beside its scenario.

import { by, h, patchChildren } from "./dom";
import type { Metric } from "./types";

/** Shows the metrics, and a button that writes a question. */
export function asking(metrics: Metric[], ask: () => void): void {
  const box = by("asking");
  box.hidden = !metrics.length;
  if (box.hidden) return;
  patchChildren(box, [h("h2", {}, "What can be asked"), h("dl", {}, metrics.slice(0, 8).map((own) => [h("dt", {}, own.name), h("dd", {}, own.label, own.outcomes.length ? `: ${own.outcomes.map((one) => one.name).join(", ")}` : "")])),
    h("button", { type: "button", class: "link", onclick: ask }, "Ask a question")]);
}
