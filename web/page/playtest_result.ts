// Shows a log of playtests next to the odds: what was observed, what was expected, and whether
// luck explains the difference.

import { figure } from "./charts";
import { h } from "./dom";
import { sentence } from "./editor";
import type { Chart, Compared, Log } from "./types";
import { coded } from "./words";

export interface ComparedOn { chooseFit(at: HTMLElement): void; choosePart(at: HTMLElement): void; skipRows(): void; closeLog(): void; chartMenu(chart: Chart, at: HTMLElement): void }

export function compared(log: Log, { playtest, problems, more }: Compared, on: ComparedOn): HTMLElement {
  const title = playtest ? playtest.title : `${log.name} cannot be compared yet`;
  const button = (text: string, run: (at: HTMLElement) => void) => h("button", { type: "button", class: "boxed", "aria-haspopup": "menu", onclick: (event: MouseEvent) => run(event.currentTarget as HTMLElement) }, text, " ", h("i", { class: "down", "aria-hidden": "true" }));
  return h("section", { "data-key": "playtest", class: "playtest", "aria-labelledby": "playtest" },
    h("div", { class: "headed" }, h("h2", { id: "playtest", tabindex: -1 }, title), h("button", { type: "button", class: "plain end", onclick: on.closeLog }, "Close")),
    problems ? mistakes(problems, more ?? 0, on) : null,
    playtest ? [
      playtest.headline ? h("p", { class: "lead" }, playtest.headline) : null,
      playtest.says ? h("p", {}, playtest.says) : null,
      h("div", { class: "compare" }, button(log.fit ? `Likelihood: ${log.fit}` : "Which numbers did they play?", on.chooseFit), playtest.otherColumns.length || log.by ? button(log.by ? `Parts: ${log.by}` : "Compare parts", on.choosePart) : null),
      playtest.charts.length ? h("div", { class: `charts ${playtest.charts.length === 1 ? "single" : ""}` }, playtest.charts.map((chart) => figure(chart, { menu: on.chartMenu }))) : null,
      playtest.tables.map(table),
      playtest.facts.length ? h("p", { class: "facts" }, coded(playtest.facts.join(" "))) : null,
    ] : null);
}

function mistakes(problems: NonNullable<Compared["problems"]>, more: number, on: ComparedOn): HTMLElement[] {
  const isOption = problems.some(({ help }) => help.includes("--")), isRows = problems.every(({ line }) => (line ?? 0) > 1);
  return [
    h("div", { role: "alert" }, h("ul", { class: "mistakes" }, problems.map(({ message, help, line }) => h("li", {}, h("strong", {}, line ? `Line ${line}: ` : "", coded(sentence(message))), " ", coded(help ? sentence(help) : ""))), more ? h("li", {}, `${more.toLocaleString("en")} more.`) : null)),
    isOption ? h("p", { class: "sub" }, "Options that begin with two hyphens belong to the command line.") : null,
    isRows ? h("p", {}, h("button", { type: "button", class: "boxed", onclick: on.skipRows }, "Leave these rows out")) : null,
  ].filter((element): element is HTMLElement => element !== null);
}

function table({ title, rows: [head, ...rows] }: { title: string; rows: string[][] }): HTMLElement {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, h("table", { class: "asks" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, i) => (i === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell))))))));
}
