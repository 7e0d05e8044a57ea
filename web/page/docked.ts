// What a phone shows: one of two sheets, and the part of the other that stays in sight. That is the knob touched
// last below the answer, or the answer in short below what changes it.

import { mainOf } from "./answer";
import { by, h, patchChildren } from "./dom";
import { knob as knobNode } from "./knobs";
import type { Answer, Knob, Law, Row } from "./types";

/** A knob as it stands in its place, with names of its own. */
export function dockedKnob(own: Knob, was: string | undefined, waits: number | null, turn: (own: Knob, value: string) => void): HTMLElement {
  const node = knobNode(own, was, waits, turn, () => {});
  node.querySelectorAll("[id]").forEach((one) => { one.id = `docked-${one.id}`; });
  node.querySelectorAll("[name]").forEach((one) => one.setAttribute("name", `docked-${one.getAttribute("name")}`));
  node.querySelectorAll("label[for]").forEach((one) => one.setAttribute("for", `docked-${one.getAttribute("for")}`));
  return node;
}

const TONES = ["success", "mixed", "failure", "neutral"];
// The outcomes of a law as parts of a bar, good news first.
const parts = (law: Law, paint: (row: Row, i: number) => string) =>
  [...law.rows].sort((a, b) => TONES.indexOf(a.tone!) - TONES.indexOf(b.tone!)).map((row, i) => h("span", { class: `part ${paint(row, i)}`, style: `flex-grow:${row.exact ?? row.estimate ?? 0}` }));

export function docked(answer: Answer | null, pinned: Answer | null): void {
  const first = answer?.headlines[0], was = pinned?.headlines.find((own) => own.label === first?.label);
  const metric = answer ? mainOf(answer)?.metric : undefined, law = (own: Answer | null) => own?.laws.find((one) => one.metric === metric && one.rows.every((row) => row.tone));
  const now = law(answer), old = law(pinned);
  patchChildren(by("docked-result"), first ? [
    h("p", {}, h("b", {}, `${first.label} ${first.text}`), was ? h("small", {}, `pinned ${was.text}`) : null),
    now ? h("div", { class: "mini" }, h("span", { class: "track" }, parts(now, (row) => row.tone!)), old ? h("span", { class: "track ghost" }, parts(old, (_, i) => `grey${i % 3}`)) : null) : h("span", {}),
  ] : []);
}

export function sheet(which: "answer" | "change"): void {
  document.body.dataset.sheet = which;
  by("to-answer").setAttribute("aria-pressed", String(which === "answer"));
  by("to-change").setAttribute("aria-pressed", String(which === "change"));
}
