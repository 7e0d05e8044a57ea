// The form for goals and for the parameters that may change. It shows what the text says, and edits
// the text.

import { h } from "./dom";
import { range } from "./knobs";
import type { Form, Knob } from "./types";

export interface GoalFormState {
  form: Form; knobs: Knob[];
  /** The questions that can have a goal, with their current values. */
  offers: { label: string; question: string; value: number | null }[];
  waits: boolean; isFinding: boolean;
  /** Writes one input into the text. */
  say(formInput: object): void;
  find(): void; close(): void;
}

const isChance = (question: string) => /^\s*P\s*\(/.test(question);
const unit = (question: string) => (isChance(question) ? "%" : "");
const clean = (value: number, places = 9) => String(Number(value.toFixed(places)));

/** Parses a goal into its kind and one or two numbers; null if it is written in another way. */
export function read(want: string, question: string): { how: string; numbers: string[] } | null {
  const between = /^\s*(\S+)\s*(?:to|\.\.)\s*(\S+)\s*$/.exec(want), bound = /^\s*(<=|>=)\s*(\S+)\s*$/.exec(want);
  const number = (text: string): string | null => {
    const found = /^(-?\d+(?:\.\d+)?)(%?)$/.exec(text);
    if (!found) return null;
    return isChance(question) ? clean(Number(found[1]) * (found[2] ? 1 : 100)) : found[2] ? null : found[1];
  };
  const numbers = (between ? between.slice(1, 3) : bound ? [bound[2]] : []).map(number);
  if (!numbers.length || numbers.includes(null)) return null;
  return { how: between ? "to" : bound![1], numbers: numbers as string[] };
}

/** Returns the text of a goal. */
export const written = (how: string, numbers: string[], question: string): string => {
  const [first, second] = numbers.map((number) => number + unit(question));
  return how === "to" ? `${first} to ${second}` : `${how} ${first}`;
};

/** Returns an initial goal near the current answer. */
export function near(question: string, value: number | null): string {
  const now = value === null ? 0.5 : value;
  if (isChance(question)) return written("to", [Math.max(0, now * 100 - 5), Math.min(100, now * 100 + 5)].map((end) => clean(end, 0)), question);
  const places = Math.abs(now) < 10 ? 1 : 0, by = Math.max(Math.abs(now) * 0.1, 0.1 ** places);
  return written("to", [now - by, now + by].map((end) => clean(end, places)), question);
}

const HOW: [string, string][] = [["to", "between"], [">=", "at least"], ["<=", "at most"]];

function wish({ waits, say }: GoalFormState, at: number, { label, question, want }: Form["asks"][number], isLast: boolean): HTMLElement {
  const parts = read(want!, question), name = label ?? question;
  const set = (how: string, numbers: string[]) => say({ want: at, to: written(how, numbers, question) });
  const number = (i: number) => h("input", { type: "text", inputmode: "decimal", value: parts!.numbers[i], disabled: waits, "aria-label": `${name}: ${parts!.numbers.length === 1 ? "number" : i ? "to" : "from"}${unit(question) ? ", in percent" : ""}`, onchange: (event: Event) => {
    const text = (event.target as HTMLInputElement).value.trim().replace(",", ".").replace("%", "");
    set(parts!.how, parts!.numbers.map((current, j) => (i === j ? text : current)));
  } });
  const setKnob = (event: Event) => {
    const how = (event.target as HTMLSelectElement).value, [first, second = first] = parts!.numbers;
    set(how, how === "to" ? [first, second] : [how === ">=" ? first : second]);
  };
  const controls = parts
    ? [h("select", { "aria-label": `${name}: how`, disabled: waits, onchange: setKnob }, HOW.map(([comparison, text]) => h("option", { value: comparison, selected: comparison === parts.how }, text))),
      number(0), parts.how === "to" ? [h("span", {}, "and"), number(1)] : null, unit(question) ? h("span", {}, "%") : null]
    : [h("input", { type: "text", class: "free", value: want, disabled: waits, "aria-label": `${name}: your goal`, onchange: (event: Event) => say({ want: at, to: (event.target as HTMLInputElement).value }) })];
  return h("div", { class: "wish", "data-key": `wish-${at}` }, h("span", { class: "name" }, name, label ? h("small", {}, question) : null),
    h("span", { class: "fields" }, controls, h("button", { type: "button", class: "icon", disabled: waits || isLast, title: isLast ? "One goal has to stay: add another first" : "", "aria-label": `Remove the goal: ${name}`, onclick: () => say({ want: at, to: null }) }, "×")));
}

// Returns the initial values of a parameter that may change: near the current one.
function first(knob: Knob): string {
  if (knob.kind === "choice") return `[${knob.options!.map((option) => (knob.isFlag ? option : JSON.stringify(option))).join(", ")}]`;
  const [low, high, step] = range(knob), value = Number(knob.value), by = knob.kind === "whole" ? 2 * step : 0.1;
  const [from, to] = knob.swept && knob.swept.length > 1 ? [Number(knob.swept[0]), Number(knob.swept.at(-1))] : [Math.max(low, value - by), Math.min(high, value + by)];
  return ranged(knob, clean(from), clean(to), knob.kind === "whole" ? clean(step) : "0.05");
}

const ranged = (knob: Knob, from: string, to: string, step: string) => `{ from = ${decimal(knob, from)}, to = ${decimal(knob, to)}${step === "1" ? "" : `, step = ${step}`} }`;
// In TOML, a decimal has a point.
const decimal = (knob: Knob, text: string) => (knob.kind === "decimal" && /^-?\d+$/.test(text) ? `${text}.0` : text);

/** Returns the ends and the step of values that form a range; null if they do not. */
function ends(values: string[]): [string, string, string] | null {
  const numbers = values.map(Number), step = numbers[1] - numbers[0];
  const isRange = values.length > 1 && step > 0 && numbers.every((value, i) => Math.abs(value - numbers[0] - i * step) < 1e-9);
  return isRange ? [values[0], values.at(-1)!, clean(step)] : null;
}

function may({ form, waits, say }: GoalFormState, knob: Knob, isGoal: boolean): HTMLElement {
  const values = form.may[knob.key] as string[] | undefined, id = `may-${knob.key}`;
  const set = (to: string | null) => say({ may: knob.key, to });
  const hint = values ? `now ${knob.value}` : knob.swept ? `charted: a setting must hold at all ${knob.swept.length}` : `stays ${knob.value}`;
  const box = h("input", { type: "checkbox", id, checked: values !== undefined, disabled: waits || (!isGoal && !values), onchange: (event: Event) => set((event.target as HTMLInputElement).checked ? first(knob) : null) });
  return h("div", { class: "may", "data-key": `may-${knob.key}` }, h("label", { class: "name", for: id }, box, h("span", {}, knob.label, h("small", {}, hint))), values ? fields(knob, values, waits, set) : h("span", {}));
}

function fields(knob: Knob, values: string[], waits: boolean, set: (to: string) => void): HTMLElement {
  if (knob.kind === "choice") {
    const quoted = (options: string[]) => `[${options.map((option) => (knob.isFlag ? option : JSON.stringify(option))).join(", ")}]`;
    const checkbox = (value: string) => h("label", {}, h("input", { type: "checkbox", checked: values.includes(value), disabled: waits || (values.length < 3 && values.includes(value)), onchange: () => set(quoted(knob.options!.filter((option) => (option === value) !== values.includes(option)))) }), h("span", {}, knob.isFlag ? (value === "true" ? "yes" : "no") : value));
    return h("span", { class: "fields words" }, knob.options!.map(checkbox));
  }
  const limits = ends(values), input = (name: string, value: string, change: (text: string) => void, kind = "") =>
    h("input", { type: "text", class: kind, inputmode: "decimal", value, disabled: waits, "aria-label": `${knob.label}: ${name}`, onchange: (event: Event) => change((event.target as HTMLInputElement).value.trim()) });
  if (!limits) return h("span", { class: "fields" }, input("values", values.join(", "), (text) => set(`[${text}]`), "free"));
  const [from, to, step] = limits, number = (text: string) => text.replace(",", ".");
  return h("span", { class: "fields" }, input("from", from, (text) => set(ranged(knob, number(text), to, step))), h("span", {}, "to"), input("to", to, (text) => set(ranged(knob, from, number(text), step))),
    knob.kind === "decimal" || step !== "1" ? [h("span", {}, "by"), input("by steps of", step, (text) => set(ranged(knob, from, to, number(text))))] : null);
}

export function goalForm(state: GoalFormState): HTMLElement[] {
  const { form, knobs, offers, waits, say } = state;
  const goals = form.asks.map((ask, at) => ({ ask, at })).filter(({ ask }) => ask.want !== null), isFree = (question: string) => goals.every(({ ask }) => ask.question !== question);
  const chosen = Object.values(form.may), count = chosen.reduce((product, values) => product * values.length, 1);
  const add = (event: Event) => {
    const list = event.target as HTMLSelectElement, offer = offers.find((candidate) => candidate.question === list.value);
    list.value = "";
    if (!offer) return;
    const at = form.asks.findIndex((ask) => ask.question === offer.question), to = near(offer.question, offer.value);
    say(at < 0 ? { ask: offer.question, label: offer.label === offer.question ? "" : offer.label, to } : { want: at, to });
  };
  // Ticked parameters come first, then those that are written, then the rest.
  const rank = (knob: Knob) => (form.may[knob.key] ? 0 : knob.given || knob.swept ? 1 : 2);
  const sorted = [...knobs].sort((knob, other) => rank(knob) - rank(other));
  return [
    h("div", { class: "headed" }, h("h2", {}, "Find numbers"), h("button", { type: "button", class: "plain end", onclick: state.close }, "Back to the knobs")),
    waits ? h("p", { class: "sub" }, "Fix the problem in the text first.") : h("p", { class: "sub" }, "Set your goals, and choose which numbers may change. The page writes both into the scenario."),
    h("fieldset", {}, h("legend", {}, "What is the goal?"), goals.map(({ ask, at }) => wish(state, at, ask, chosen.length > 0 && goals.length === 1)),
      h("select", { class: "add", "aria-label": "Add a goal", disabled: waits, onchange: add }, h("option", { value: "" }, goals.length ? "Add a goal…" : "Choose a number to change…"),
        offers.filter(({ question }) => isFree(question)).map(({ label, question }) => h("option", { value: question }, label === question ? question : `${label}: ${question}`)))),
    h("fieldset", {}, h("legend", {}, "What may change?"), goals.length ? null : h("p", { class: "sub" }, "Choose a goal first."), sorted.map((knob) => may(state, knob, goals.length > 0)),
      chosen.length > 1 || form.keep !== null ? h("label", { class: "keep" }, h("span", {}, "Only settings in which"), h("input", { type: "text", class: "free", value: form.keep ?? "", placeholder: Object.keys(form.may).slice(0, 2).map((key) => (/^\w+$/.test(key) ? key : `'${key}'`)).join(" <= "), disabled: waits, "aria-label": "Only settings in which", onchange: (event: Event) => say({ to: (event.target as HTMLInputElement).value.trim() || null }) })) : null),
    h("p", { class: "go" }, h("button", { type: "button", class: "primary", id: "find-now", disabled: waits || !chosen.length || !goals.length || state.isFinding, onclick: state.find }, "Find"),
      h("span", { class: "sub" }, chosen.length && goals.length ? `${count.toLocaleString("en")} settings${form.keep ? " at most" : ""}, each with exact odds` : "")),
  ];
}
