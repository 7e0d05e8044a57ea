// Dialogs: a message that disappears by itself, and a box that the user closes.

import { by, h } from "./dom";

let toasting = 0;
export function toast(text: string, isBad = false): void {
  const box = by("toast");
  box.textContent = text;
  box.className = isBad ? "bad shown" : "shown";
  clearTimeout(toasting);
  toasting = window.setTimeout(() => { box.className = ""; }, isBad ? 9000 : 4500);
}

/** Reports the result of an action that takes a while. */
export function reportResult(done: Promise<unknown>, good: string): void {
  done.then(() => toast(good), (error: Error) => toast(`That did not work: ${error.message}.`, true));
}

export function dialog(title: string, body: HTMLElement[]): void {
  const box = by<HTMLDialogElement>("dialog");
  by("dialog-title").textContent = title;
  by("dialog-body").replaceChildren(...body, h("button", { type: "button", class: "boxed close", onclick: () => box.close() }, "Close"));
  box.showModal();
}

/** Asks for a name in a box. */
export function askName(title: string, now: string, done: (given: string) => void): void {
  const input = h("input", { type: "text", value: now, "aria-label": "Name", maxlength: 60 }) as HTMLInputElement;
  const kept = (event: Event) => { event.preventDefault(); by<HTMLDialogElement>("dialog").close(); done(input.value); };
  dialog(title, [h("form", { method: "dialog", onsubmit: kept }, input, h("button", { type: "submit", class: "primary" }, "Keep"))]);
  input.select();
}
