// The answer: the finding in a sentence, what was asked, charts, and every number of the setting that is looked at.

import { change } from "../../src/export/html/explorer/numbers.js";
import { figure } from "./charts";
import { h } from "./dom";
import { found, type FoundOn } from "./found";
import type { Answer, Chart, Found, Law, Row } from "./types";

export interface Shown {
  now: Answer; pinned: Answer | null; nowName: string; pinnedName: string; pickedLaw: string; changes: string; tornado: Chart | null; found: Found | null; knobs: Record<string, string>;
  on: FoundOn & { pin(): void; unpin(): void; swap(): void; pick(law: string): void; copyPicture(): void; copyTable(rows: string[][], at: HTMLElement): void; weigh(at: HTMLElement): void };
}

export const lawKey = (law: Law) => `${law.metric}@${law.step ?? ""}`;
const lawName = (law: Law, isOnly: boolean) => (law.step === null || isOnly ? law.label : `${law.label}, ${law.stepName === String(law.step) ? `${law.of} ${law.step}` : law.stepName}`);

/** The finding in a sentence: what the answer comes to; with something pinned, what changes. */
export function finding(shown: Pick<Shown, "now" | "pinned" | "changes">): HTMLElement[] | string {
  const { now, pinned } = shown, first = now.headlines[0];
  const was = pinned?.headlines.find((own) => own.label === first?.label);
  if (pinned && first && was && first.v !== null && was.v !== null) {
    const label = shown.changes ? `${first.label}, with ${shown.changes}` : first.label;
    const by = Math.abs(first.v - was.v) < 1e-12 ? " (no change)" : ` (${change(first.v - was.v, first.isProbability === true).replace(" pp", " percentage points")})`;
    return [h("span", {}, `${label}: `), h("em", { class: "now" }, first.text), h("span", {}, ", was "), h("em", { class: "was" }, was.text), h("span", {}, by)];
  }
  if (now.finding.length) return now.finding.map(([text, tone]) => (tone === null ? h("span", {}, text) : h("em", { class: "now" }, text)));
  if (!first || first.v === null) return now.charts[0]?.title ?? now.title;
  const label = now.setting === "the only case" ? first.label : `${first.label}, ${now.setting}`;
  return [h("span", {}, `${label}: `), h("em", { class: "now" }, first.text), h("span", {}, first.exact ? "" : " (simulated)")];
}

/** The chart that stands first: outcomes by what varies, where there is one. */
export const mainOf = (now: Answer): Chart | undefined => now.charts.find((own) => own.kind === "stacked") ?? now.charts[0];

export function answer(shown: Shown): HTMLElement[] {
  const { now, pinned, on } = shown;
  const charts = now.charts, main = mainOf(now), beside = (kind: string) => charts.find((own) => own !== main && own.kind === kind), side = beside("distribution") ?? beside("at-least");
  const rest = charts.filter((own) => own !== main && own !== side);
  const draw = (chart: Chart) => figure(chart, { menu: on.chartMenu });
  return [
    h("div", { class: "compare", "data-key": "compare" },
      h("span", { class: "pill now" }, h("i", { class: "disc" }), `Now: ${shown.nowName}`),
      pinned ? [h("span", { class: "with" }, "compared with"), h("span", { class: "pill was" }, h("i", { class: "pin" }), `Pinned: ${shown.pinnedName}`, h("button", { type: "button", "aria-label": "Take the pin off", onclick: on.unpin }, "×")),
        h("button", { type: "button", class: "plain", onclick: on.swap }, "Swap"), h("button", { type: "button", class: "plain", onclick: on.pin }, "Pin now instead", h("kbd", {}, "P"))]
        : h("button", { type: "button", class: "plain", onclick: on.pin }, "Pin, to compare with", h("kbd", {}, "P")),
      pinned ? null : h("button", { type: "button", class: "plain end", id: "weigh", onclick: (event: MouseEvent) => on.weigh(event.currentTarget as HTMLElement) }, "What matters most?"),
      h("button", { type: "button", class: `plain ${pinned ? "end" : ""}`, onclick: on.copyPicture }, "Copy picture")),
    now.note ? h("p", { class: "sub", "data-key": "note" }, now.note) : null,
    now.warnings.length ? h("div", { class: "warnings", role: "note", "data-key": "warnings" }, now.warnings.map((own) => h("p", {}, own[0].toUpperCase() + own.slice(1) + "."))) : null,
    shown.found ? found(shown.found, shown.knobs, on) : null,
    now.asks.length ? asked(shown) : null,
    shown.tornado ? h("div", { class: "charts one", "data-key": "tornado" }, figure(shown.tornado, { menu: on.chartMenu })) : null,
    main ? h("div", { class: `charts ${side ? "" : "one"}`, "data-key": "main" }, draw(main), side && draw(side)) : null,
    laws(shown),
    now.play ? play(shown) : null,
    rest.length ? h("div", { class: "charts", "data-key": "rest" }, rest.map(draw)) : null,
    now.notes.length || now.fixed.length ? h("p", { class: "facts", "data-key": "facts" }, [...now.fixed, ...now.notes].map(([label, value]) => `${label}: ${value}. `)) : null,
  ].filter((own): own is HTMLElement => own !== null);
}

function asked({ now, pinned }: Shown): HTMLElement {
  const rows = now.asks.map((own) => {
    const was = pinned?.asks.find((other) => other.question === own.question);
    const met = own.met === "yes" ? "met" : own.met === "no" ? "missed" : own.met ? "undecided" : "";
    return h("tr", { "data-key": own.question },
      h("th", { scope: "row" }, own.label, own.label !== own.question ? h("small", {}, own.question) : null),
      h("td", { class: "value" }, own.isKnown ? own.text : "never happens"), h("td", { class: "fraction" }, own.fraction),
      pinned ? h("td", { class: "was" }, was ? was.text : "") : null,
      h("td", {}, own.want ?? ""), h("td", { class: own.met ?? "" }, met, own.met && own.of > 1 ? h("small", {}, `in ${own.metIn} of ${own.of} cases`) : null));
  });
  return h("section", { "data-key": "asks", "aria-labelledby": "asked" }, h("h2", { id: "asked" }, "What you asked"),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Answers" }, h("table", { class: "asks" },
      h("thead", {}, h("tr", {}, ["Question", "Now", "as a fraction", ...(pinned ? ["Pinned"] : []), "Goal", "Met?"].map((own) => h("th", { scope: "col" }, own)))), h("tbody", {}, rows))));
}

/** The rows of a law as a table: now, as a fraction, pinned, the difference, what trials showed. */
export function lawRows(law: Law, was: Law | null): string[][] {
  const all = law.rows, other = new Map(was?.rows.map((row) => [row.value, row]));
  was?.rows.forEach((row) => { if (!all.some((own) => own.value === row.value)) all.push({ ...row, exact: 0, fraction: null, count: 0, estimate: 0, low: null, high: null, text: "0%", range: "" }); });
  const order = ["success", "mixed", "failure", "neutral"];
  all.sort((a, b) => (a.tone && b.tone ? order.indexOf(a.tone) - order.indexOf(b.tone) : 0) || a.value - b.value);
  const best = (row: Row | undefined) => row?.exact ?? row?.estimate ?? 0;
  const isExact = all.some((row) => row.exact !== null);
  const head = [law.label, isExact ? "Now, exact" : "Now, by trials", "as a fraction", ...(was ? ["Pinned", "Difference"] : []), "By trials"];
  const rows = all.map((row) => [row.label, row.text, row.fraction && row.fraction.includes("/") && !row.fraction.endsWith("/1") && row.fraction.length < 24 ? row.fraction : "",
    ...(was ? [other.get(row.value)?.text ?? "0%", change(best(row) - best(other.get(row.value)), true)] : []), row.range]);
  if (law.absent) rows.push([law.absent.label || "Without it", law.absent.text, "", ...(was ? [was.absent ? was.absent.text : "0%", ""] : []), ""]);
  if (law.mean) {
    const value = law.mean.exact ?? law.mean.estimate, before = was?.mean ? was.mean.exact ?? was.mean.estimate : null;
    rows.push([`Mean ${lower(law.label)}`, law.mean.text, "", ...(was ? [was.mean?.text ?? "", before !== null && value !== null ? change(value - before, false) : ""] : []), law.mean.range]);
  }
  return [head, ...rows];
}
export const lower = (text: string) => (/^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text);

function laws({ now, pinned, nowName, pickedLaw, on }: Shown): HTMLElement {
  const law = now.laws.find((own) => lawKey(own) === pickedLaw) ?? now.laws.find((own) => own.metric === mainOf(now)?.metric && own.step === null) ?? now.laws.find((own) => own.metric === mainOf(now)?.metric) ?? now.laws[0];
  if (!law) return h("section", { "data-key": "laws" });
  const was = pinned ? pinned.laws.find((own) => lawKey(own) === lawKey(law)) ?? null : null;
  const [head, ...rows] = lawRows({ ...law, rows: [...law.rows] }, was);
  const tone = new Map(law.rows.map((row) => [row.label, row.tone]));
  const exact = law.rows.some((row) => row.exact !== null);
  const select = h("select", { "aria-label": "What to look at", onchange: (event: Event) => on.pick((event.target as HTMLSelectElement).value) },
    now.laws.map((own) => h("option", { value: lawKey(own), selected: own === law }, lawName(own, now.laws.filter((other) => other.metric === own.metric).length === 1))));
  const cell = (text: string, i: number) => {
    const kind = i === 1 ? "value" : head[i] === "as a fraction" ? "fraction" : head[i] === "Pinned" ? "was" : head[i] === "Difference" ? "difference" : "trials";
    return i === 0 ? h("th", { scope: "row", class: tone.get(text) ?? "" }, text) : h("td", { class: kind }, text);
  };
  return h("section", { "data-key": "laws", "aria-labelledby": "exactly" },
    h("div", { class: "headed" }, h("h2", { id: "exactly" }, now.setting === "the only case" ? (exact ? "Exactly" : "By trials") : `At ${nowName}${exact ? ", exactly" : ""}`), now.laws.length > 1 ? select : null,
      h("button", { type: "button", class: "plain end", onclick: (event: MouseEvent) => on.copyTable([head, ...rows], event.currentTarget as HTMLElement) }, "Copy table")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Odds of the setting" }, h("table", { class: "law" },
      h("thead", {}, h("tr", {}, head.map((own, i) => h("th", { scope: "col", class: i === 1 ? "value" : own === "as a fraction" ? "fraction" : own === "By trials" ? "trials" : "" },
        i === 1 ? h("i", { class: "disc" }) : own === "Pinned" ? h("i", { class: "hollow" }) : null, own === "By trials" ? `${law.trials.toLocaleString("en")} trials, ${Math.round(now.status.level * 1000) / 10}%` : own)))),
      h("tbody", {}, rows.map((row) => h("tr", { "data-key": row[0] }, row.map(cell)))))));
}

function play({ now, pinned }: Shown): HTMLElement {
  const own = now.play!, was = pinned?.play;
  return h("section", { "data-key": "play", "aria-labelledby": "play" }, h("h2", { id: "play" }, "Best play"),
    h("p", { class: "sub" }, `${own.aim}: `, h("strong", {}, own.text), was ? ` (pinned: ${was.text})` : "", own.held.length ? `. Instead ${own.held.map((held) => `${held.answer}: ${held.text ?? "never ends"}`).join(", ")}.` : "."),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "States" }, h("table", { class: "play" },
      h("thead", {}, h("tr", {}, ["State", "Best", "Value", "Loss of the others", "Visits"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, own.situations.slice(0, 60).map((one) => h("tr", {}, h("th", { scope: "row" }, one.words), h("td", { class: "best" }, one.best), h("td", { class: "value" }, one.text),
        h("td", {}, one.options.filter((option) => option.name !== one.best).map((option) => `${option.name} ${option.text ?? "never ends"}`).join(", ")), h("td", {}, one.met)))))),
    own.of > 60 ? h("p", { class: "sub" }, `${own.of - 60} more states: policy.csv has all.`) : null);
}
