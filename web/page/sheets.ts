// A phone shows one of two sheets, and a part of the other one. Below the answer that is the
// control touched last, and below the controls it is a short form of the answer.

import { mainOf } from "./answer";
import { by, h, patchChildren } from "./dom";
import { knob as knobNode } from "./knobs";
import type { Answer, Distribution, Knob, Row } from "./types";

/** Returns a copy of a control with unique ids and names. */
export function dockedKnob(knob: Knob, was: string | undefined, waits: string | null, setKnob: (knob: Knob, value: string) => void): HTMLElement {
  const node = knobNode(knob, was, waits, setKnob, () => {});
  node.querySelectorAll("[id]").forEach((element) => { element.id = `docked-${element.id}`; });
  node.querySelectorAll("[name]").forEach((element) => element.setAttribute("name", `docked-${element.getAttribute("name")}`));
  node.querySelectorAll("label[for]").forEach((label) => label.setAttribute("for", `docked-${label.getAttribute("for")}`));
  return node;
}

const TONES = ["success", "mixed", "failure", "neutral"];
// Returns the outcomes of a distribution as parts of a bar, good outcomes first.
const parts = (distribution: Distribution, paint: (row: Row, i: number) => string) =>
  [...distribution.rows].sort((a, b) => TONES.indexOf(a.tone!) - TONES.indexOf(b.tone!)).map((row, i) => h("span", { class: `part ${paint(row, i)}`, style: `flex-grow:${row.exact ?? row.estimate ?? 0}` }));

export function docked(answer: Answer | null, pinned: Answer | null): void {
  const first = answer?.headlines[0], was = pinned?.headlines.find((headline) => headline.label === first?.label);
  const metric = answer ? mainOf(answer)?.metric : undefined, distributionOf = (source: Answer | null) => source?.distributions.find((distribution) => distribution.metric === metric && distribution.rows.every((row) => row.tone));
  const now = distributionOf(answer), old = distributionOf(pinned);
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
