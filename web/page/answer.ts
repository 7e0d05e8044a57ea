// Shows the answer: the headline, the questions, charts, and every number of the selected setting.

import { change } from "../../crates/export/src/html/explorer/numbers.js";
import { figure } from "./charts";
import { compared, type ComparedOn } from "./playtest_result";
import { h } from "./dom";
import { found, type FoundOn } from "./search_result";
import type { Answer, Chart, Compared, Distribution, Found, Log, Row } from "./types";
import { coded } from "./words";

export interface Shown {
  now: Answer; pinned: Answer | null; nowName: string; pinnedName: string; pickedDistribution: string; changes: string; tornado: Chart | null; found: Found | null; log: Log | null; compared: Compared | null; knobs: Record<string, string>;
  on: FoundOn & ComparedOn & { pin(): void; unpin(): void; swap(): void; pick(key: string): void; copyPicture(): void; copyTable(rows: string[][], at: HTMLElement): void; chooseSensitivity(at: HTMLElement): void };
}

export const distributionKey = (distribution: Distribution) => `${distribution.metric}@${distribution.step ?? ""}`;
const distributionName = (distribution: Distribution, isOnly: boolean) => (distribution.step === null || isOnly ? distribution.label : `${distribution.label}, ${distribution.stepName === String(distribution.step) ? `${distribution.stepWord} ${distribution.step}` : distribution.stepName}`);

/** Returns the headline: the answer in a sentence or, with a pinned answer, what changes. */
export function finding(shown: Pick<Shown, "now" | "pinned" | "changes">): HTMLElement[] | string {
  const { now, pinned } = shown, first = now.headlines[0];
  const was = pinned?.headlines.find((headline) => headline.label === first?.label);
  if (pinned && first && was && first.v !== null && was.v !== null) {
    const label = shown.changes ? `${first.label}, with ${shown.changes}` : first.label;
    const by = Math.abs(first.v - was.v) < 1e-12 ? " (no change)" : ` (${change(first.v - was.v, first.isProbability === true).replace(" pp", " percentage points")})`;
    return [h("span", {}, `${label}: `), h("em", { class: "now" }, first.text), h("span", {}, ", was "), h("em", { class: "was" }, was.text), h("span", {}, by)];
  }
  if (now.finding.length) return now.finding.map(([text, tone]) => (tone === null ? h("span", {}, coded(text)) : h("em", { class: "now" }, text)));
  if (!first || first.v === null) return now.charts[0]?.title ?? now.title;
  const label = now.setting === "the only case" ? first.label : `${first.label}, ${now.setting}`;
  return [h("span", {}, `${label}: `), h("em", { class: "now" }, first.text), h("span", {}, first.exact ? "" : " (simulated)")];
}

/** Returns the main chart: outcomes by what varies, if there is one. */
export const mainOf = (now: Answer): Chart | undefined => now.charts.find((chart) => chart.kind === "stacked") ?? now.charts[0];

export function answer(shown: Shown): HTMLElement[] {
  const { now, pinned, on } = shown;
  const charts = now.charts, main = mainOf(now), otherChart = (kind: string) => charts.find((chart) => chart !== main && chart.kind === kind), side = otherChart("distribution") ?? otherChart("at-least");
  const rest = charts.filter((chart) => chart !== main && chart !== side);
  const draw = (chart: Chart) => figure(chart, { menu: on.chartMenu });
  return [
    h("div", { class: "compare", "data-key": "compare" },
      h("span", { class: "pill now" }, h("i", { class: "disc" }), `Now: ${shown.nowName}`),
      pinned ? [h("span", { class: "with" }, "compared with"), h("span", { class: "pill was" }, h("i", { class: "pin" }), `Pinned: ${shown.pinnedName}`, h("button", { type: "button", "aria-label": "Take the pin off", onclick: on.unpin }, "×")),
        h("button", { type: "button", class: "plain", onclick: on.swap }, "Swap"), h("button", { type: "button", class: "plain", onclick: on.pin }, "Pin now instead", h("kbd", {}, "P"))]
        : h("button", { type: "button", class: "plain", onclick: on.pin }, "Pin, to compare with", h("kbd", {}, "P")),
      pinned ? null : h("button", { type: "button", class: "plain end", id: "weigh", onclick: (event: MouseEvent) => on.chooseSensitivity(event.currentTarget as HTMLElement) }, "What matters most?"),
      h("button", { type: "button", class: `plain ${pinned ? "end" : ""}`, onclick: on.copyPicture }, "Copy picture")),
    now.note ? h("p", { class: "sub", "data-key": "note" }, now.note) : null,
    now.warnings.length ? h("div", { class: "warnings", role: "note", "data-key": "warnings" }, now.warnings.map((warning) => h("p", {}, warning[0].toUpperCase() + warning.slice(1) + "."))) : null,
    shown.found ? found(shown.found, shown.knobs, on) : null,
    now.asks.length ? asked(shown) : null,
    shown.log && shown.compared ? compared(shown.log, shown.compared, on) : null,
    shown.tornado ? h("div", { class: "charts single", "data-key": "tornado" }, figure(shown.tornado, { menu: on.chartMenu })) : null,
    main ? h("div", { class: `charts ${side ? "" : "single"}`, "data-key": "main" }, draw(main), side && draw(side)) : null,
    distributionSection(shown),
    now.play ? play(shown) : null,
    rest.length ? h("div", { class: "charts", "data-key": "rest" }, rest.map(draw)) : null,
    now.notes.length || now.fixed.length ? h("p", { class: "facts", "data-key": "facts" }, [...now.fixed, ...now.notes].map(([label, value]) => [`${label}: `, coded(value), ". "])) : null,
  ].filter((element): element is HTMLElement => element !== null);
}

function asked({ now, pinned }: Shown): HTMLElement {
  const rows = now.asks.map((ask) => {
    const was = pinned?.asks.find((other) => other.question === ask.question);
    const met = ask.met === "yes" ? "met" : ask.met === "no" ? "missed" : ask.met ? "undecided" : "";
    return h("tr", { "data-key": ask.question },
      h("th", { scope: "row" }, ask.label, ask.label !== ask.question ? h("small", {}, ask.question) : null),
      h("td", { class: "value" }, ask.isKnown ? ask.text : "never happens"), h("td", { class: "fraction" }, ask.fraction),
      pinned ? h("td", { class: "was" }, was ? was.text : "") : null,
      h("td", {}, ask.want ?? ""), h("td", { class: ask.met ?? "" }, met, ask.met && ask.caseCount > 1 ? h("small", {}, `in ${ask.metIn} of ${ask.caseCount} cases`) : null));
  });
  return h("section", { "data-key": "asks", "aria-labelledby": "asked" }, h("h2", { id: "asked" }, "What you asked"),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Answers" }, h("table", { class: "asks" },
      h("thead", {}, h("tr", {}, ["Question", "Now", "as a fraction", ...(pinned ? ["Pinned"] : []), "Goal", "Met?"].map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, rows))));
}

/**
 * Returns the rows of a distribution as a table: now, as a fraction, pinned, the difference, and
 * the simulated interval.
 */
export function distributionRows(distribution: Distribution, was: Distribution | null): string[][] {
  const valueRows = distribution.rows, other = new Map(was?.rows.map((row) => [row.value, row]));
  was?.rows.forEach((row) => { if (!valueRows.some((known) => known.value === row.value)) valueRows.push({ ...row, exact: 0, fraction: null, count: 0, estimate: 0, low: null, high: null, text: "0%", range: "" }); });
  const order = ["success", "mixed", "failure", "neutral"];
  valueRows.sort((a, b) => (a.tone && b.tone ? order.indexOf(a.tone) - order.indexOf(b.tone) : 0) || a.value - b.value);
  const best = (row: Row | undefined) => row?.exact ?? row?.estimate ?? 0;
  const isExact = valueRows.some((row) => row.exact !== null);
  const head = [distribution.label, isExact ? "Now, exact" : "Now, by trials", "as a fraction", ...(was ? ["Pinned", "Difference"] : []), "By trials"];
  const rows = valueRows.map((row) => [row.label, row.text, row.fraction && row.fraction.includes("/") && !row.fraction.endsWith("/1") && row.fraction.length < 24 ? row.fraction : "",
    ...(was ? [other.get(row.value)?.text ?? "0%", change(best(row) - best(other.get(row.value)), true)] : []), row.range]);
  if (distribution.absent) rows.push([distribution.absent.label || "Without it", distribution.absent.text, "", ...(was ? [was.absent ? was.absent.text : "0%", ""] : []), ""]);
  if (distribution.mean) {
    const value = distribution.mean.exact ?? distribution.mean.estimate, before = was?.mean ? was.mean.exact ?? was.mean.estimate : null;
    rows.push([`Mean ${lower(distribution.label)}`, distribution.mean.text, "", ...(was ? [was.mean?.text ?? "", before !== null && value !== null ? change(value - before, false) : ""] : []), distribution.mean.range]);
  }
  return [head, ...rows];
}
export const lower = (text: string) => (/^[A-Z][a-z]/.test(text) ? text[0].toLowerCase() + text.slice(1) : text);

function distributionSection({ now, pinned, nowName, pickedDistribution, on }: Shown): HTMLElement {
  const distribution = now.distributions.find((candidate) => distributionKey(candidate) === pickedDistribution) ?? now.distributions.find((candidate) => candidate.metric === mainOf(now)?.metric && candidate.step === null) ?? now.distributions.find((candidate) => candidate.metric === mainOf(now)?.metric) ?? now.distributions[0];
  if (!distribution) return h("section", { "data-key": "distributions" });
  const was = pinned ? pinned.distributions.find((candidate) => distributionKey(candidate) === distributionKey(distribution)) ?? null : null;
  const [head, ...rows] = distributionRows({ ...distribution, rows: [...distribution.rows] }, was);
  const tone = new Map(distribution.rows.map((row) => [row.label, row.tone]));
  const exact = distribution.rows.some((row) => row.exact !== null);
  const select = h("select", { "aria-label": "What to look at", onchange: (event: Event) => on.pick((event.target as HTMLSelectElement).value) },
    now.distributions.map((choice) => h("option", { value: distributionKey(choice), selected: choice === distribution }, distributionName(choice, now.distributions.filter((other) => other.metric === choice.metric).length === 1))));
  const cell = (text: string, i: number) => {
    const kind = i === 1 ? "value" : head[i] === "as a fraction" ? "fraction" : head[i] === "Pinned" ? "was" : head[i] === "Difference" ? "difference" : "trials";
    return i === 0 ? h("th", { scope: "row", class: tone.get(text) ?? "" }, text) : h("td", { class: kind }, text);
  };
  return h("section", { "data-key": "distributions", "aria-labelledby": "exactly" },
    h("div", { class: "headed" }, h("h2", { id: "exactly" }, now.setting === "the only case" ? (exact ? "Exactly" : "By trials") : `At ${nowName}${exact ? ", exactly" : ""}`), now.distributions.length > 1 ? select : null,
      h("button", { type: "button", class: "plain end", onclick: (event: MouseEvent) => on.copyTable([head, ...rows], event.currentTarget as HTMLElement) }, "Copy table")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Odds of the setting" }, h("table", { class: "distribution-table" },
      h("thead", {}, h("tr", {}, head.map((column, i) => h("th", { scope: "col", class: i === 1 ? "value" : column === "as a fraction" ? "fraction" : column === "By trials" ? "trials" : "" },
        i === 1 ? h("i", { class: "disc" }) : column === "Pinned" ? h("i", { class: "hollow" }) : null, column === "By trials" ? `${distribution.trials.toLocaleString("en")} trials, ${Math.round(now.status.level * 1000) / 10}%` : column)))),
      h("tbody", {}, rows.map((row) => h("tr", { "data-key": row[0] }, row.map(cell)))))));
}

function play({ now, pinned }: Shown): HTMLElement {
  const bestPlay = now.play!, was = pinned?.play;
  return h("section", { "data-key": "play", "aria-labelledby": "play" }, h("h2", { id: "play" }, "Best play"),
    h("p", { class: "sub" }, `${bestPlay.aim}: `, h("strong", {}, bestPlay.text), was ? ` (pinned: ${was.text})` : "", bestPlay.held.length ? `. Instead ${bestPlay.held.map((held) => `${held.answer}: ${held.text ?? "never ends"}`).join(", ")}.` : "."),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "States" }, h("table", { class: "play" },
      h("thead", {}, h("tr", {}, ["State", "Best", "Value", "Loss of the others", "Visits"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, bestPlay.situations.slice(0, 60).map((situation) => h("tr", {}, h("th", { scope: "row" }, situation.words), h("td", { class: "best" }, situation.best), h("td", { class: "value" }, situation.text),
        h("td", {}, situation.options.filter((option) => option.name !== situation.best).map((option) => `${option.name} ${option.text ?? "never ends"}`).join(", ")), h("td", {}, situation.met)))))),
    bestPlay.situationCount > 60 ? h("p", { class: "sub" }, `${bestPlay.situationCount - 60} more states: policy.csv has all.`) : null);
}
