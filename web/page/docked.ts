// What a phone shows: one of two sheets, and what stays in sight beside it: the knob touched last below the answer, the answer in short below what changes it.

import { paint } from "./charts";
import { by, h, patchChildren } from "./dom";
import { knob as knobNode } from "./knobs";
import type { Answer, Knob } from "./types";

/** A knob as it stands in its place, with names of its own. */
export function dockedKnob(own: Knob, was: string | undefined, waits: number | null, turn: (own: Knob, value: string) => void): HTMLElement {
  const node = knobNode(own, was, waits, turn, () => {});
  node.querySelectorAll("[id]").forEach((one) => { one.id = `docked-${one.id}`; });
  node.querySelectorAll("[name]").forEach((one) => one.setAttribute("name", `docked-${one.getAttribute("name")}`));
  node.querySelectorAll("label[for]").forEach((one) => one.setAttribute("for", `docked-${one.getAttribute("for")}`));
  return node;
}

export function docked(answer: Answer | null, pinned: Answer | null): void {
  const first = answer?.headlines[0], was = pinned?.headlines.find((own) => own.label === first?.label);
  const now = answer?.charts.find((own) => own.kind === "stacked"), row = now?.rows?.find((own) => own.now) ?? now?.rows?.[0];
  const old = pinned?.charts.find((own) => own.file === now?.file)?.rows?.find((own) => own.name === row?.name);
  patchChildren(by("docked-result"), first ? [
    h("p", {}, h("b", {}, `${first.label} ${first.text}`), was ? h("small", {}, `pinned ${was.text}`) : null),
    row ? h("div", { class: "mini" }, h("span", { class: "track" }, row.cells.map((cell, i) => h("span", { class: `part ${paint(now!.segments!, i)}`, style: `flex-grow:${cell?.v ?? 0}` }))),
      old ? h("span", { class: "track ghost" }, old.cells.map((cell, i) => h("span", { class: `part grey${i % 3}`, style: `flex-grow:${cell?.v ?? 0}` }))) : null) : h("span", {}),
  ] : []);
}

export function sheet(which: "answer" | "change"): void {
  document.body.dataset.sheet = which;
  by("to-answer").setAttribute("aria-pressed", String(which === "answer"));
  by("to-change").setAttribute("aria-pressed", String(which === "change"));
}
