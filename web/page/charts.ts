// Shows charts. The engine draws them as for print, and the page adds the title, the subtitle and
// the last line.

import { chance } from "../../crates/export/src/html/explorer/numbers.js";
import { parting } from "../../crates/export/src/html/explorer/parting.js";
import { h } from "./dom";
import type { Chart } from "./types";
import { coded } from "./words";

/** Formats a chance that was added up. It is certain if only rounding separates it from 1. */
const chanceText = (share: number): string => chance(share, share > 1 - 1e-12);

/**
 * Returns a figure with its title, its pictures, and its numbers as a table for readers who cannot
 * see them.
 */
export function figure(chart: Chart, extra: { menu(chart: Chart, at: HTMLElement): void }): HTMLElement {
  const id = `chart-${chart.file}`, pictures = h("div", { class: "picture", "aria-hidden": "true" });
  pictures.innerHTML = chart.pictures.join("");
  return h("figure", { class: `chart ${chart.kind} ${chart.isWide ? "wide" : ""}`, "data-key": chart.file, "aria-labelledby": id },
    h("figcaption", {}, h("div", { class: "captioned" }, h("h2", { id }, chart.title), h("button", { type: "button", class: "icon more", "aria-label": `Copy or download: ${chart.title}`, "aria-haspopup": "menu", onclick: (event: MouseEvent) => extra.menu(chart, event.currentTarget as HTMLElement) }, "⋯")),
      chart.subtitle ? h("p", {}, chart.subtitle) : null),
    pictures,
    [...pictures.querySelectorAll("svg")].map((svg, i) => parting(svg, `${chart.file} ${i}`, chanceText)),
    chart.note ? h("p", { class: "last" }, coded(chart.note)) : null,
    h("table", { class: "unseen" }, chart.table.map((row, i) => h("tr", {}, row.map((cell) => h(i < 2 && cell ? "th" : "td", {}, cell))))));
}
