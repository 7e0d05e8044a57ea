// The controls of the open scenario. Each edits the text, and is disabled while its line has a
// mistake.

import { scenario } from "./editors";
import { dockedKnob } from "./sheets";
import { by, h, patchChildren } from "./dom";
import { inserted, knob, sorted } from "./knobs";
import { reset } from "./open";
import { page } from "./state";
import type { Knob } from "./types";
import { goalForm, type GoalFormState } from "./goal_form";

interface FormButtons { say(formInput: object): void; find(): void; openForm(): void; closeForm(): void }
let buttons: FormButtons;
/** Sets the actions of the form. They are passed in, because they show the form again. */
export function wireForm(handlers: FormButtons): void { buttons = handlers; }

/** The control touched last. A phone keeps it visible. */
let touchedKey = "";

/** Changes the value of a control in the text. A value that is not written yet is added. */
export function setKnob(turned: Knob, value: string): void {
  const current = page.begun?.knobs.find((candidate) => candidate.key === turned.key) ?? turned;
  const written = current.kind === "choice" && !current.isFlag ? JSON.stringify(value) : value;
  touchedKey = current.key;
  const place = scenario.place(current.key);
  current.value = value;
  if (place) scenario.change(place.from, place.to, written);
  else {
    const { at, line, from } = inserted(scenario.text, current.key, written);
    scenario.change(at, at, line);
    current.at = [from, from + written.length];
    current.given = true;
    if (page.begun) scenario.show({ knobs: page.begun.knobs.map((listed) => (listed === current ? listed : { ...listed, at: placeOf(listed) })) });
  }
  showKnobs();
}

function placeOf(target: Knob): [number, number] | null {
  const place = scenario.place(target.key);
  return place ? [place.from, place.to] : target.at;
}

// Returns what a control waits for: a mistake in the rule file, or in the line of the scenario that
// it writes.
function waits(target: Knob): string | null {
  if (page.problems.some((problem) => problem.text === "rule")) return `waits for ${page.ruleName}`;
  const near = page.problems.find((problem) => problem.text === "scenario" && problem.line !== undefined);
  if (!near) return null;
  const { doc } = scenario.view.state, line = doc.lines >= near.line! ? doc.line(near.line!).text : "";
  const place = scenario.place(target.key), at = place && doc.lineAt(Math.min(place.from, doc.length)).number;
  return at === near.line || (near.fix?.insert === target.key && line.length > 0) ? `waits for line ${near.line}` : null;
}

function goalFormState(): GoalFormState {
  const { begun, answer } = page, { form, knobs } = begun!;
  const asked = form.asks.map(({ label, question }) => ({ label: label ?? question, question, value: answer?.asks.find((ask) => ask.question === question)?.v ?? null }));
  const others = (answer?.headlines ?? []).map(({ label, question, v }) => ({ label, question, value: v })).filter(({ question }) => asked.every((ask) => ask.question !== question));
  return { form, knobs, offers: [...asked, ...others], waits: page.problems.length > 0, isFinding: page.isFinding, say: buttons.say, find: buttons.find, close: buttons.closeForm };
}

export function showKnobs(): void {
  if (!page.begun) { [by("knobs"), by("docked-knob")].forEach((box) => box.replaceChildren()); return; }
  document.body.classList.toggle("wishing", page.isEditingGoals);
  if (page.isEditingGoals) { patchChildren(by("knobs"), goalForm(goalFormState())); return; }
  const { knobs } = page.begun, [first, rest] = sorted(knobs), was = page.pinned?.knobs;
  const node = (target: Knob) => knob(target, was?.[target.key], waits(target), setKnob, (focused) => { touchedKey = focused.key; });
  const isChanged = scenario.text !== page.original;
  const others = rest.map((other) => other.label.toLowerCase()).slice(0, 6).join(", ") + (rest.length > 6 ? ", …" : "");
  patchChildren(by("knobs"), [
    h("div", { class: "headed" }, h("h2", {}, "Knobs"), h("button", { type: "button", class: "plain", id: "find-numbers", onclick: buttons.openForm }, "Find numbers"), page.ruleName !== null && !isChanged ? h("span", { class: "sub" }, "The parameters of the rule file")
      : h("button", { type: "button", class: "plain end", disabled: !isChanged, onclick: reset }, "Reset to the file’s values")),
    h("div", { class: "knob-grid" }, first.map(node), page.isMore ? rest.map(node) : null),
    ...(knobs.length ? [] : [h("p", { class: "sub" }, "This rule has no parameters that a knob can change.")]),
    ...(rest.length ? [h("button", { type: "button", class: "link", "aria-expanded": page.isMore ? "true" : "false", onclick: () => { page.isMore = !page.isMore; showKnobs(); } }, page.isMore ? "Fewer" : `${rest.length} more: ${others}`)] : []),
  ]);
  const touched = knobs.find((candidate) => candidate.key === touchedKey) ?? first.find((candidate) => candidate.swept && candidate.kind !== "choice") ?? first[0];
  patchChildren(by("docked-knob"), touched ? [dockedKnob(touched, was?.[touched.key], waits(touched), setKnob)] : []);
}
