// Charts on the screen: boxes and lines that follow the page's width, now in colour, what is pinned in grey.

import { h, svg } from "./dom";
import { policy, tornado } from "./grids";
import type { Chart, Line, Number_, Place } from "./types";

const TONES: Record<string, string> = { success: "success", mixed: "mixed", failure: "failure", neutral: "neutral" };
const percent = (share: number) => `${Math.max(0, Math.min(1, share)) * 100}%`;
const digits = (text: string) => text.replace("%", "");

/** A figure with its title, its picture, and its numbers as a table for those who do not see it. */
export function figure(chart: Chart, pinned: Chart | null, extra: { class?: string; copy(chart: Chart): void; menu(chart: Chart, at: HTMLElement): void }): HTMLElement {
  const same = pinned && pinned.kind === chart.kind ? pinned : null;
  const id = `chart-${chart.file}`;
  return h("figure", { class: `chart ${chart.kind} ${extra.class ?? ""}`, "data-key": chart.file, "aria-labelledby": id },
    h("figcaption", {}, h("div", { class: "captioned" }, h("h2", { id }, chart.title), h("button", { type: "button", class: "icon more", "aria-label": `Copy or download: ${chart.title}`, "aria-haspopup": "menu", onclick: (event: MouseEvent) => extra.menu(chart, event.currentTarget as HTMLElement) }, "⋯")),
      h("p", {}, chart.subtitle, same ? `${/[.?!]$/.test(chart.subtitle) ? "" : "."} Grey: pinned.` : "")),
    h("div", { class: `picture ${chart.panels ? "panels" : ""}`, "aria-hidden": "true" }, chart.panels
      ? chart.panels.map((panel, i) => h("div", { class: "panel-of", "data-key": panel.title }, h("b", {}, panel.title), picture(panel, same?.panels ? same.panels.find((own) => own.title === panel.title) ?? same.panels[i] ?? null : same)))
      : picture(chart, same?.panels ? same.panels[0] : same)),
    h("table", { class: "unseen" }, table(chart).map((row, i) => h("tr", {}, row.map((cell) => h(i === 0 ? "th" : "td", {}, cell))))));
}

function picture(chart: Chart, pinned: Chart | null): HTMLElement {
  const pictures: Record<Chart["kind"], () => HTMLElement> = {
    stacked: () => stacked(chart, pinned), distribution: () => bars(chart, pinned), heatmap: () => heatmap(chart, pinned),
    fan: () => fan(chart, pinned), lines: () => lines(chart, pinned), "at-least": () => lines(chart, pinned), compare: () => lines(chart, pinned),
    policy: () => policy(chart, pinned), tornado: () => tornado(chart),
  };
  return pictures[chart.kind]();
}

/** The numbers of a chart as rows of cells. */
export function table(chart: Chart): string[][] {
  if (chart.panels) return chart.panels.flatMap((panel) => [[panel.title], ...table({ ...panel, panels: undefined })]);
  if (chart.kind === "stacked") return [[chart.y || "", ...chart.segments!.map((own) => own.label)], ...chart.rows!.map((row) => [row.name || "all", ...row.cells.map(text)])];
  if (chart.kind === "distribution") return [[chart.x || "", "Chance"], ...chart.bars!.map((bar) => [bar.label, bar.text])];
  if (chart.kind === "fan") return [[chart.x || "", "5%", "25%", "median", "75%", "95%", "mean"], ...chart.slices!.map((own) => [own.tick, ...own.quantiles.map(String), own.text])];
  if (chart.kind === "policy") return [[`${chart.y || ""} / ${chart.x || ""}`, ...chart.columns!], ...chart.grid!.map((row) => [row.name || "all", ...row.cells.map((cell) => (cell ? `${chart.options![cell.option]}, ${cell.text}` : ""))])];
  if (chart.kind === "tornado") return [["Parameter", "is", "changed to", "answer"], ...chart.tornado!.flatMap((row) => row.changes.map((own) => [row.name, row.from, own.told, own.text ?? ""]))];
  return [[`${chart.y || ""} / ${chart.x || ""}`, ...chart.xs!.map((own) => own.tick)], ...chart.series!.map((row) => [row.name || "all", ...row.cells.map(text)])];
}
const text = (cell: Number_ | null) => cell?.text ?? "";

type Segment = NonNullable<Chart["segments"]>[number];

/** The paint of an outcome: that of its tone, the second of a tone a little other than the first. */
export function paint(all: Segment[], at: number): string {
  const own = all[at], nth = all.slice(0, at).filter((other) => other.tone === own.tone).length;
  return own.tone ? `${TONES[own.tone]} nth${Math.min(nth, 3)}` : `step${own.of > 1 ? Math.round((own.nth / (own.of - 1)) * 3) : 1}`;
}

function stacked(chart: Chart, pinned: Chart | null): HTMLElement {
  const segments = chart.segments!, last = segments.length - 1;
  const heads = segments.length <= 3
    ? segments.map((own, i) => h("span", { class: `head ${paint(segments, i)} ${i === 0 ? "first" : i === last ? "last" : "middle"}` }, own.label))
    : segments.map((own, i) => h("span", { class: "key" }, h("i", { class: `swatch ${paint(segments, i)}` }), own.label));
  return h("div", { class: "rows" },
    h("div", { class: segments.length <= 3 ? "heads" : "keys" }, heads),
    chart.rows!.map((row, i) => {
      const ghost = ghostOf(pinned?.rows, row, i);
      return h("div", { class: `row ${row.now ? "now" : ""} ${ghost ? "has-ghost" : ""}`, "data-key": row.name },
        h("span", { class: "name" }, row.name),
        h("span", { class: `side left ${paint(segments, 0)}` }, row.cells[0]?.text ?? "", ghost && h("small", {}, digits(ghost.cells[0]?.text ?? ""))),
        h("span", { class: "tracks" },
          h("span", { class: "track" }, row.cells.map((cell, at) => h("span", { class: `part ${paint(segments, at)}`, style: `flex-grow:${cell?.v ?? 0}` }, at > 0 && at < last && (cell?.v ?? 0) > 0.09 ? h("b", {}, cell!.text) : null))),
          ghost && h("span", { class: "track ghost" }, ghost.cells.map((cell, at) => h("span", { class: `part grey${at % 3}`, style: `flex-grow:${cell?.v ?? 0}` })))),
        last > 0 ? h("span", { class: `side right ${paint(segments, last)}` }, row.cells[last]?.text ?? "", ghost && h("small", {}, digits(ghost.cells[last]?.text ?? ""))) : null);
    }));
}

// The same row of what is pinned: by its name, or else by its place where the names are of another kind.
function ghostOf(rows: Line[] | undefined, row: Place, i: number): Line | null {
  if (!rows) return null;
  return rows.find((own) => own.name === row.name) ?? (rows.length === 1 ? rows[0] : rows[i]?.name === "" ? rows[i] : null);
}

function ticks(top: number, count = 5): number[] {
  const raw = top / count, power = 10 ** Math.floor(Math.log10(raw || 1));
  const step = [1, 2, 2.5, 5, 10].map((own) => own * power).find((own) => own >= raw - 1e-12)!;
  const all = [];
  for (let at = 0; at < top + step - 1e-9; at += step) all.push(Number(at.toFixed(10)));
  return all;
}

function scale(marks: number[], label: (value: number) => string, low = 0): HTMLElement[] {
  const top = marks.at(-1)!;
  return marks.map((value) => h("span", { class: "tick", style: `bottom:${percent((value - low) / (top - low || 1))}` }, h("i", {}, label(value))));
}

function bars(chart: Chart, pinned: Chart | null): HTMLElement {
  const all = chart.bars!, ghost = new Map(pinned?.bars?.map((own) => [own.label, own]));
  const labels = [...all.map((own) => own.label)];
  pinned?.bars?.forEach((own) => { if (!labels.includes(own.label)) labels.push(own.label); });
  if (labels.every((own) => Number.isFinite(Number(own.replace("−", "-"))))) labels.sort((a, b) => Number(a.replace("−", "-")) - Number(b.replace("−", "-")));
  const own = new Map(all.map((bar) => [bar.label, bar]));
  const top = Math.max(...[...all, ...(pinned?.bars ?? [])].map((bar) => bar.v ?? 0), 0.01);
  const marks = ticks(Math.min(top, 1) * 100), full = marks.at(-1)! / 100, every = Math.ceil(labels.length / 14);
  return h("div", { class: "plot" },
    h("div", { class: "frame" }, scale(marks, (value) => (value === marks.at(-1) ? `${value}%` : String(value))),
      h("div", { class: `columns ${labels.length > 14 ? "many" : ""}` }, labels.map((label) => {
        const bar = own.get(label), grey = ghost.get(label);
        return h("span", { class: "column", "data-key": label },
          grey && h("span", { class: "bar pinned", style: `height:${percent((grey.v ?? 0) / full)}` }),
          bar && h("span", { class: "bar", style: `height:${percent((bar.v ?? 0) / full)}` }, labels.length <= 14 ? h("b", {}, digits(bar.text)) : null));
      }))),
    h("div", { class: "labels" }, labels.map((label, i) => h("span", {}, i % every === 0 ? label : ""))),
    h("p", { class: "axis" }, chart.x ?? ""),
    pinned && labels.length <= 8 ? h("div", { class: "labels points" }, h("em", {}, "points"), labels.map((label) => h("span", {}, points((own.get(label)?.v ?? 0) - (ghost.get(label)?.v ?? 0), chart.decimals ?? 0)))) : null);
}

/** A difference in percentage points, of unrounded values. */
export function points(difference: number, decimals: number): string {
  const told = (Math.abs(difference) * 100).toFixed(decimals), least = (0.1 ** decimals).toFixed(decimals);
  if (Math.abs(difference) < 1e-11) return "0";
  if (Number(told) === 0) return difference < 0 ? `>−${least}` : `<+${least}`;
  return `${difference < 0 ? "−" : "+"}${told}`;
}

function heatmap(chart: Chart, pinned: Chart | null): HTMLElement {
  const known = chart.series!.flatMap((row) => row.cells).filter((cell): cell is Number_ => cell !== null && cell.v !== null).map((cell) => cell.v!);
  // Where all chances are small, as of pairs of values, the greatest is the darkest: else none could be told from another.
  const most = Math.max(...known), [low, high] = chart.isProbability ? [0, most < 0.5 ? most : 1] : [Math.min(...known), most];
  const heat = (value: number) => Math.round(((value - low) / (high - low || 1)) * 10);
  const isPinned = (row: Line, x: Place) => pinned?.series?.find((own) => own.name === row.name)?.now && pinned.xs?.find((own) => own.name === x.name)?.now;
  const isTold = chart.xs!.length <= 14;
  return h("div", { class: "heat-wrap" }, h("p", { class: "axis" }, chart.x ?? ""),
    h("div", { class: "heat", style: `grid-template-columns:minmax(2.5rem,auto) repeat(${chart.xs!.length},minmax(0,1fr))` },
      h("span", { class: "corner" }), chart.xs!.map((x, i) => h("span", { class: "head" }, isTold || i % Math.ceil(chart.xs!.length / 12) === 0 ? x.tick : "")),
      chart.series!.map((row) => [h("span", { class: "name" }, row.name || row.tick), row.cells.map((cell, i) => {
        const x = chart.xs![i], isNow = row.now && x.now;
        return h("span", { class: `cell heat${cell ? heat(cell.v!) : "-none"} ${isNow ? "now" : isPinned(row, x) ? "was" : ""}` }, isTold && cell ? digits(cell.text) : "");
      })])));
}

function numbers(places: Place[]): number[] {
  const all = places.map((own) => Number(own.tick.replace("−", "-").replaceAll(",", "")));
  const rises = all.every((value, i) => Number.isFinite(value) && (i === 0 || value > all[i - 1]));
  return rises ? all : places.map((_, i) => i);
}

function lines(chart: Chart, pinned: Chart | null): HTMLElement {
  const xs = chart.xs!, at = numbers(xs), first = at[0] ?? 0, last = at.at(-1) ?? 1, span = last - first || 1;
  const pad = xs.length === 1 ? 50 : 3, place = (i: number) => (xs.length === 1 ? 50 : pad + ((at[i] - first) / span) * (100 - 2 * pad));
  const all = [...chart.series!, ...(pinned?.series ?? [])].flatMap((own) => own.cells).filter((cell): cell is Number_ => cell?.v != null);
  const values = all.map((cell) => cell.v!), isShare = chart.isProbability ?? false;
  const low = isShare ? 0 : Math.min(0, ...values), top = isShare ? 1 : Math.max(...values, low + 1e-9);
  const marks = isShare ? [0, 0.25, 0.5, 0.75, 1] : ticks(top), full = marks.at(-1)!;
  const up = (value: number) => 100 - ((value - low) / (full - low || 1)) * 100;
  const pinnedAt = pinned ? pinned.xs!.map((own) => xs.findIndex((x) => x.name === own.name)) : [];
  const path = (row: Line, where: (i: number) => number) => row.cells.map((cell, i) => (cell?.v != null && where(i) >= 0 ? `${place(where(i)).toFixed(2)},${up(cell.v).toFixed(2)}` : "")).filter(Boolean).join(" ");
  const many = chart.series!.length > 1, focus = chart.series!.some((own) => own.now);
  const ends = spread(chart.series!.map((row) => { const cell = [...row.cells].reverse().find((own) => own?.v != null); return cell ? up(cell.v!) : 100; }));
  const every = Math.ceil(xs.length / 12);
  const style = (row: Line, i: number) => `line ${focus && many ? (row.now ? "chosen" : "other") : ""} hue${i % 6}`;
  return h("div", { class: `plot ${many ? "named" : ""}` },
    h("div", { class: "frame" }, scale(marks, (value) => (isShare ? `${value * 100}${value === 1 ? "%" : ""}` : String(value)), low),
      svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        pinned?.series!.map((row) => svg("polyline", { class: "line pinned", points: path(row, (i) => pinnedAt[i]) })),
        chart.series!.map((row, i) => svg("polyline", { class: style(row, i), points: path(row, (at) => at) }))),
      chart.series!.map((row, i) => row.cells.map((cell, at) => cell?.v != null && xs.length <= 24 ? h("i", { class: `dot ${style(row, i)}`, style: `left:${place(at)}%;top:${up(cell.v)}%` }, (row.now || !many) && xs.length <= 9 ? h("b", {}, digits(cell.text)) : null) : null)),
      many ? chart.series!.map((row, i) => h("span", { class: `end ${style(row, i)}`, style: `top:${ends[i]}%` }, row.name)) : null),
    h("div", { class: "labels at" }, xs.map((own, i) => h("span", { style: `left:${place(i)}%`, class: own.now ? "now" : "" }, i % every === 0 ? own.tick : ""))),
    h("p", { class: "axis" }, chart.x ?? ""));
}

// Names beside the ends of lines, moved apart where they would stand on one another.
function spread(feet: number[]): number[] {
  const gap = 8.5, order = feet.map((_, i) => i).sort((a, b) => feet[a] - feet[b]), told = [...feet];
  order.forEach((own, i) => { if (i > 0) told[own] = Math.max(told[own], told[order[i - 1]] + gap); });
  const over = Math.max(0, (told[order.at(-1)!] ?? 0) - 104);
  return told.map((foot) => foot - over);
}

function fan(chart: Chart, pinned: Chart | null): HTMLElement {
  const slices = chart.slices!, every = Math.ceil(slices.length / 12);
  const values = [...slices, ...(pinned?.slices ?? [])].flatMap((own) => own.quantiles);
  const low = Math.min(0, ...values), marks = ticks(Math.max(...values, 1)), full = marks.at(-1)!;
  const foot = (value: number) => ((value - low) / (full - low || 1)) * 100;
  const was = new Map(pinned?.slices?.map((own) => [own.tick, own]));
  const box = (from: number, to: number, kind: string) => h("span", { class: kind, style: `bottom:${foot(from)}%;height:${Math.max(foot(to) - foot(from), 0.8)}%` });
  return h("div", { class: "plot" },
    h("div", { class: "frame" }, scale(marks, String, low),
      h("div", { class: "columns slices" }, slices.map((own) => {
        const [p5, p25, median, p75, p95] = own.quantiles, grey = was.get(own.tick);
        return h("span", { class: "column", "data-key": own.tick }, box(p5, p95, "wide"), box(p25, p75, "half"), box(median, median, "median"), grey && box(grey.quantiles[2], grey.quantiles[2], "median pinned"));
      }))),
    h("div", { class: "labels" }, slices.map((own, i) => h("span", {}, i % every === 0 ? own.tick : ""))),
    h("p", { class: "axis" }, `${chart.x ?? ""}. The line: the median; bands: half, and nine of ten trials`));
}
