// Shows the answer of typed dice: their means, the chart, and the chance of each value.

import { figure } from "./charts";
import { h } from "./dom";
import type { Answer, Chart } from "./types";

function table(rows: string[][], label: string): HTMLElement {
  const [head, ...others] = rows;
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, h("table", { class: "distribution-table" },
    h("thead", {}, h("tr", {}, head.map((text, i) => (i === 0 && !text ? h("td", {}) : h("th", { scope: "col" }, text))))),
    h("tbody", {}, others.map((row) => h("tr", { "data-key": row[0] }, row.map((text, i) => (i === 0 ? h("th", { scope: "row" }, text) : h("td", { class: "value" }, text))))))));
}

export function rolledSections(answer: Answer, menu: (chart: Chart, at: HTMLElement) => void): HTMLElement[] {
  const { summary, chances } = answer.rolls!;
  return [
    ...(answer.warnings.length ? [h("div", { class: "warnings", role: "note", "data-key": "warnings" }, answer.warnings.map((warning) => h("p", {}, warning[0].toUpperCase() + warning.slice(1) + ".")))] : []),
    h("div", { class: "rolled", "data-key": "rolled" },
      h("div", { class: "roll-summary", "aria-live": "polite", "data-key": "summary" }, table(summary, "Means")),
      h("div", { class: "roll-charts", "data-key": "charts" }, answer.charts.map((chart) => figure(chart, { menu }))),
      chances.length > 1 ? h("div", { class: "roll-chances", "data-key": "chances" }, table(chances, "Chances")) : null),
  ];
}
