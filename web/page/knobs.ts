// Controls: each number of the parameters has a slider or a list. Changing it edits the text, and
// edits of the text change it.

import { h } from "./dom";
import type { Knob } from "./types";

const SHOWN = 4;

export interface SetKnob { (knob: Knob, value: string): void }

/**
 * Returns the range of a slider: the whole range if it is short, or else a range around the value
 * and the charted values.
 */
export function range(knob: Knob): [number, number, number] {
  const [from, to] = [knob.from!, knob.to!], step = knob.kind === "whole" ? 1 : 0.01;
  if (knob.kind !== "whole" || to - from <= 60) return [from, to, step];
  const near = [Number(knob.value), Number(knob.default), ...(knob.swept ?? []).map(Number)].filter(Number.isFinite);
  const most = Math.max(...near.map((value) => Math.abs(value - from)), 10) * 2;
  return [from, Math.min(to, from + most), most > 400 ? Math.max(1, 10 ** Math.floor(Math.log10(most / 100))) : step];
}

export const clean = (value: number) => String(Number(value.toFixed(9)));

// Returns the text below a control: the charted values, and a note that any other value is computed
// when the user chooses it.
function under(knob: Knob): string {
  const { swept } = knob;
  if (!swept) return knob.kind === "choice" ? "" : `${knob.from} to ${knob.to}`;
  const charted = `charted: ${swept.length > 1 ? `${swept[0]} to ${swept.at(-1)}` : swept[0]}`;
  return knob.kind === "choice" ? charted : swept.includes(knob.value) ? `${charted}; other values by the knob` : `${charted}; this value separately`;
}

export function knob(parameter: Knob, pinned: string | undefined, waits: string | null, setKnob: SetKnob, touched: (knob: Knob) => void): HTMLElement {
  const id = `knob-${parameter.key}`, hint = waits ?? under(parameter);
  const name = h("div", { class: "name" }, h("label", { for: id, title: parameter.meaning }, parameter.label), hint ? h("small", {}, hint) : null);
  const disabled = waits !== null;
  if (parameter.kind === "choice") {
    const options = parameter.options!, label = (value: string) => (parameter.isFlag ? (value === "true" ? "yes" : "no") : value.replaceAll("_", " ").replaceAll("-", " "));
    const isShort = options.length <= 4 && options.join("").length <= 26;
    const control = isShort
      ? h("div", { class: "segments", role: "radiogroup", "aria-label": parameter.label }, options.map((value, i) => h("label", { class: value === pinned && pinned !== parameter.value ? "was" : "" },
        h("input", { type: "radio", id: i === 0 ? id : null, name: id, value, checked: value === parameter.value, disabled, onchange: () => { touched(parameter); setKnob(parameter, value); } }), h("span", {}, label(value)))))
      : h("select", { id, disabled, onchange: (event: Event) => { touched(parameter); setKnob(parameter, (event.target as HTMLSelectElement).value); } }, options.map((value) => h("option", { value, selected: value === parameter.value }, label(value))));
    return h("div", { class: `knob choice ${disabled ? "waits" : ""}`, "data-key": parameter.key }, name, control);
  }
  const [from, to, step] = range(parameter), value = Number(parameter.value), share = (at: number) => Math.max(0, Math.min(100, ((at - from) / (to - from || 1)) * 100));
  const set = (next: number) => { touched(parameter); setKnob(parameter, clean(Math.max(parameter.from!, Math.min(parameter.to!, next)))); };
  const swept = parameter.swept?.map(Number) ?? [], band = swept.length ? `--low:${share(Math.min(...swept))}%;--high:${share(Math.max(...swept))}%` : "--low:0%;--high:0%";
  const fine = parameter.kind === "whole" ? 1 : 0.01;
  return h("div", { class: `knob ${disabled ? "waits" : ""}`, "data-key": parameter.key }, name,
    h("div", { class: "slide", style: band },
      h("i", { class: "ring", hidden: pinned === undefined || pinned === parameter.value, style: `left:${share(Number(pinned ?? 0))}%` }),
      h("input", { type: "range", id, min: from, max: to, step, value, disabled, oninput: (event: Event) => set(Number((event.target as HTMLInputElement).value)), onfocus: () => touched(parameter) })),
    h("div", { class: "stepper" },
      h("button", { type: "button", "aria-label": `${parameter.label}: less`, disabled: disabled || value <= parameter.from!, onclick: () => set(value - fine) }, "−"),
      h("input", { type: "text", inputmode: "decimal", value: parameter.value, "aria-label": `${parameter.label}: number`, disabled,
        onchange: (event: Event) => { const input = event.target as HTMLInputElement, next = Number(input.value.replace(",", ".")); if (input.value.trim() && Number.isFinite(next)) set(parameter.kind === "whole" ? Math.round(next) : next); else input.value = parameter.value; } }),
      h("button", { type: "button", "aria-label": `${parameter.label}: more`, disabled: disabled || value >= parameter.to!, onclick: () => set(value + fine) }, "+")));
}

/** Returns the controls to show at once, and those behind a button. */
export function sorted(knobs: Knob[]): [Knob[], Knob[]] {
  const isFirst = (knob: Knob) => knob.given || knob.swept !== null;
  const first = knobs.filter(isFirst), rest = knobs.filter((knob) => !isFirst(knob));
  while (first.length < SHOWN && rest.length) first.push(rest.shift()!);
  return [knobs.filter((knob) => first.includes(knob)), rest];
}

/**
 * Returns the position for a value that is not written yet: below [parameters], which is added if
 * it is missing.
 */
export function inserted(text: string, name: string, written: string): { at: number; line: string; from: number } {
  const key = /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
  const header = /^[ \t]*\[parameters\][^\n]*\n?/m.exec(text), first = /^[ \t]*\[/m.exec(text);
  const at = header ? header.index + header[0].length : first ? first.index : text.length;
  const head = header ? (text[at - 1] === "\n" ? "" : "\n") : `${at > 0 && text[at - 1] !== "\n" ? "\n" : ""}[parameters]\n`;
  const line = `${head}${key} = ${written}\n${!header && first ? "\n" : ""}`, from = at + head.length + key.length + 3;
  return { at, line, from };
}
