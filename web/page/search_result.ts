// Shows the result of a search: the settings that meet the goals or come nearest, the map, and
// which goals exclude each other.

import { figure } from "./charts";
import { h } from "./dom";
import type { Chart, Found, FoundSetting } from "./types";
import { coded } from "./words";

export interface FoundOn { take(setting: FoundSetting): void; giveWay(ask: string, to: string): void; chartMenu(chart: Chart, at: HTMLElement): void; forget(): void }

type Cell = { text: string; met: boolean | null };
const cells = (answers: Cell[]) => answers.map(({ text, met }) => h("td", { class: met === null ? "" : met ? "yes" : "no" }, text));

/**
 * Returns the result. `now` has the current value of each control, since a setting may be the
 * current one.
 */
export function found(result: Found, now: Record<string, string>, on: FoundOn): HTMLElement {
  const isNow = (setting: FoundSetting) => result.parameters.every(({ path }, i) => now[path] === setting.written[i]);
  const row = (setting: FoundSetting, i: number) => {
    const settingText = result.parameters.map(({ path }, j) => `${path} ${setting.values[j]}`).join(", ");
    return h("tr", { "data-key": setting.point.join(), class: isNow(setting) ? "now" : "" },
      h("th", { scope: "row" }, `${i + 1}`, isNow(setting) ? h("small", {}, "in the text") : h("button", { type: "button", class: "boxed", "aria-label": `Use setting ${i + 1}: ${settingText}`, onclick: () => on.take(setting) }, "Use")),
      setting.values.map((value) => h("td", { class: "value" }, value)), cells(setting.answers), h("td", {}, String(setting.steps)), h("td", { class: "words" }, setting.robust));
  };
  const head = (name: string, below?: string | null, kind = "") => h("th", { scope: "col", class: kind }, name, below ? h("small", {}, below) : null);
  return h("section", { "data-key": "found", class: "found", "aria-labelledby": "found" },
    h("div", { class: "headed" }, h("h2", { id: "found", tabindex: -1 }, result.title), h("button", { type: "button", class: "plain end", onclick: on.forget }, "Close")),
    h("p", { class: "sub" }, result.isPast ? "These were found before the text was changed to one of them. Steps are counted from what it was." : coded(result.says.join(" "))),
    result.atOdds.length ? h("ul", { class: "odds" }, result.atOdds.map(({ says, prices }) => h("li", {}, says, prices.length ? h("ul", {}, prices.map((price) => h("li", {}, price.says, " ", price.to && !result.isPast ? h("button", { type: "button", class: "link", "aria-label": `${price.ask}: want ${price.to} instead`, onclick: () => on.giveWay(price.ask, price.to!) }, "Give way") : null))) : null))) : null,
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Settings, the nearest first" }, h("table", { class: "asks settings" },
      h("thead", {}, h("tr", {}, head("Setting"), result.parameters.map(({ path }) => head(path)), result.asks.map(({ label, want }) => head(label, want)), head("Steps"), head("Holds a step around", null, "words"))),
      h("tbody", {}, result.published && !result.isPast ? h("tr", { "data-key": "published", class: "published" }, h("th", { scope: "row" }, "Now"), result.published.values.map((value) => h("td", { class: "value" }, value)), cells(result.published.answers), h("td", {}), h("td", {})) : null,
        result.settings.map(row)))),
    h("p", { class: "sub" }, `In brackets: how far an answer may move before it is off, or how far it is off.${result.more && !result.isPast ? ` ${result.more.toLocaleString("en")} more settings are in balance.csv.` : ""}`),
    result.chart && !result.isPast ? h("div", { class: "charts single" }, figure(result.chart, { menu: on.chartMenu })) : null);
}
