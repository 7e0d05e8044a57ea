// What can be downloaded or shared: a chart as a picture, a table, files.

import { mainOf } from "./answer";
import { menu, type Item } from "./chooser";
import type { Engine, File_ } from "./engine";
import { h } from "./dom";
import { dialog, reportResult, toast } from "./dialogs";
import { copyPicture, copyTable, copyText, download, zip } from "./save";
import type { Answer, Chart, Texts } from "./types";

export function picture(engine: Engine, chart: Chart | undefined): void {
  if (!chart) return;
  const made = engine.files({ kind: "chart", file: chart.file, format: "png" }).then(([file]) => copyPicture(file.bytes));
  reportResult(made, "The picture is copied: paste it into a document.");
}

function save(question: Promise<File_[]>): void {
  question.then((files) => files.forEach((file) => download(file.name, file.bytes)), (error: Error) => toast(`That could not be made: ${error.message}.`, true));
}

function chartItems(engine: Engine, chart: Chart): Item[] {
  const as = (format: string) => () => save(engine.files({ kind: "chart", file: chart.file, format }));
  return [{ name: "This chart as picture", note: "PNG, 300 dpi", run: as("png") }, { name: "This chart for layout", note: "SVG", run: as("svg") }, { name: "This chart for print", note: "PDF", run: as("pdf") }];
}

export function chartMenu(engine: Engine, chart: Chart, at: HTMLElement): void {
  menu(at, [[{ name: "Copy picture", run: () => picture(engine, chart) }, { name: "Copy table", run: () => reportResult(copyTable(chart.table), "The table is copied: paste it into a spreadsheet.") }], chartItems(engine, chart)]);
}

/** Returns everything that can be downloaded: the texts and the answer. */
export function downloads(engine: Engine, now: Texts, answer: Answer | null): Item[][] {
  const { name } = now, files = (formats: string[], page: boolean) => engine.files({ kind: "files", formats, page });
  const chart = answer ? mainOf(answer) : undefined;
  const csv = async () => { const tables = (await files([], false)).filter((file) => file.name.endsWith(".csv")); if (tables.length === 1) download(tables[0].name, tables[0].bytes); else zip(`${name}-tables`, tables); };
  const texts_ = (): File_[] => [{ name: `${name}.toml`, bytes: new TextEncoder().encode(now.scenario) }, ...(now.rule ? [{ name: now.rule.name, bytes: new TextEncoder().encode(now.rule.text) }] : [])];
  return [
    chart ? chartItems(engine, chart) : [],
    [
      { name: "Report, one file", note: "HTML", run: () => reportResult(files(["svg"], true).then((made) => made.filter((file) => file.name === "report.html").forEach((file) => download(`${name}-report.html`, file.bytes))), "The report is made: it needs no network.") },
      { name: "Reference card", note: "PDF, A6", run: () => save(files(["card"], false).then((made) => made.filter((file) => file.name === "reference-card.pdf"))) },
      { name: "Tables", note: "CSV", run: () => reportResult(csv(), "The tables are made.") },
      { name: now.rule ? "Scenario and rule file" : "Scenario", note: "TOML", run: () => texts_().forEach((file) => download(file.name, file.bytes)) },
    ],
    [{ name: "Everything", note: "ZIP", run: () => reportResult(files(["svg", "png", "pdf"], true).then((made) => zip(name, [...texts_(), ...made])), "Everything is in one ZIP file.") }],
  ].filter((group) => group.length);
}

/**
 * Shares a link to the page. A phone opens its own sharing dialog. Without one, or if it refuses,
 * the link is copied.
 */
export function shareLink(link: string, title: string): void {
  if (matchMedia("(max-width: 720px)").matches && location.protocol !== "file:" && navigator.share) return void navigator.share({ title, url: link }).catch(() => {});
  const where = location.protocol === "file:" ? " It leads to this file on this computer: send the file along, or only what follows #." : "";
  copyText(link).then(() => toast(`Link copied, ${link.length} characters: it holds everything.${where}`), () => dialog("Share link", [h("p", {}, "Copy this link; it holds everything."), h("textarea", { readonly: true, rows: 5, "aria-label": "Link" }, link)]));
}

/** Copies HTML for another page. */
export function shareCode(code: string): void {
  const where = location.protocol === "file:" ? " It leads to this file on this computer: put the page on a web server first." : "";
  copyText(code).then(() => toast(`HTML copied: paste it into your web page.${where}`), () => dialog("Code for a web page", [h("p", {}, "Copy this HTML."), h("textarea", { readonly: true, rows: 9, "aria-label": "Code for a web page" }, code)]));
}
