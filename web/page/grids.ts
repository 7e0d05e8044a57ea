// Charts that show no metric: maps of best play, and what matters most.

import { h } from "./dom";
import { words } from "./editor";
import type { Chart } from "./types";

/** What to do in each situation: the option, and what the second best gives away; a heavy line between options. */
export function policy(chart: Chart, pinned: Chart | null): HTMLElement {
  const { columns, grid, options } = { columns: chart.columns!, grid: chart.grid!, options: chart.options! };
  const named = columns.length <= 6 && options.every((own) => own.length <= 12), told = columns.length <= 14;
  const before = (row: string, column: string) => {
    const cell = pinned?.grid?.find((own) => own.name === row)?.cells[pinned.columns!.indexOf(column)];
    return cell ? pinned!.options![cell.option] : null;
  };
  const hue = (option: number) => (chart.ties?.includes(option) ? "tie" : `hue${option % 6}`);
  const at = (row: number, column: number) => grid[row]?.cells[column]?.option;
  const edges = (row: number, column: number, option: number) =>
    `${(at(row, column - 1) ?? option) !== option ? "edge-left" : ""} ${(at(row - 1, column) ?? option) !== option ? "edge-top" : ""}`;
  return h("div", { class: "heat-wrap" }, h("p", { class: "axis" }, chart.x ?? ""),
    h("div", { class: "heat policy", style: `grid-template-columns:minmax(2.5rem,auto) repeat(${columns.length},minmax(0,1fr))` },
      h("span", { class: "corner" }, chart.y ?? ""), columns.map((own, i) => h("span", { class: "head" }, told || i % Math.ceil(columns.length / 12) === 0 ? own : "")),
      grid.map((row, r) => [h("span", { class: "name" }, row.name), row.cells.map((cell, c) => {
        if (!cell) return h("span", { class: "cell heat-none" });
        const was = before(row.name, columns[c]);
        return h("span", { class: `cell opt ${hue(cell.option)} ${edges(r, c, cell.option)} ${was !== null && was !== options[cell.option] ? "was" : ""}` }, named ? h("span", {}, options[cell.option]) : null, told ? h("b", {}, cell.text) : null);
      })])),
    named ? null : h("div", { class: "keys" }, options.map((own, i) => h("span", { class: "key" }, h("i", { class: `swatch opt ${hue(i)}` }), own))),
    h("p", { class: "axis" }, [`What the second best gives away${chart.isProbability ? ", in points" : ""}.`, chart.note].filter(Boolean).join(" ")));
}

/** A bar for each parameter, from the answer as it is to what one step makes of it, the longest first. */
export function tornado(chart: Chart): HTMLElement {
  const rows = chart.tornado!, base = chart.base ?? 0;
  const all = rows.flatMap((row) => row.changes).map((own) => own.v).filter((own): own is number => own !== null).concat(base);
  const low = Math.min(...all), span = Math.max(...all) - low || 1, place = (value: number) => ((value - low) / span) * 100;
  const bar = (own: NonNullable<Chart["tornado"]>[number]["changes"][number], nth: number, of: number) => {
    if (own.v === null) return null;
    const isMore = own.v >= base, from = place(Math.min(base, own.v)), to = place(Math.max(base, own.v));
    const beside = isMore ? `left:calc(${to}% + 6px)` : `right:calc(${100 - from}% + 6px)`;
    return h("span", { class: `change ${isMore ? "rise" : "fall"}`, style: `top:${(nth / of) * 100}%;height:${100 / of}%` },
      h("i", { style: `left:${from}%;width:${Math.max(to - from, 0.4)}%` }), h("span", { class: "beside", style: beside }, isMore ? [h("b", {}, own.text ?? ""), ` ${own.told}`] : [`${own.told} `, h("b", {}, own.text ?? "")]));
  };
  return h("div", { class: "tornado" },
    h("div", { class: "bar-row" }, h("span", { class: "name" }), h("span", { class: "bars head" }, h("b", { style: `left:${place(base)}%` }, `as it is: ${chart.baseText ?? ""}`))),
    rows.map((row) => {
      const known = row.changes.filter((own) => own.v !== null && own.v !== base), sides = new Set(known.map((own) => own.v! > base));
      const lines = known.length > 1 && sides.size === 1 ? known.length : 1;
      return h("div", { class: "bar-row", "data-key": row.name }, h("span", { class: "name" }, row.name),
        h("span", { class: "bars", style: `height:${lines * 26}px` }, h("i", { class: "base", style: `left:${place(base)}%` }), known.map((own, i) => bar(own, lines > 1 ? i : 0, lines))));
    }),
    [...(chart.more ? [`${chart.more} parameters more move it less.`] : []), ...chart.notes ?? []].map((own) => h("p", { class: "sub" }, words(own))));
}
