// A changed text becomes a draft, which this browser stores. Drafts can be named and deleted.

import { leave } from "./address";
import { scenario, texts } from "./editors";
import { by } from "./dom";
import * as drafts from "./drafts";
import { named, runSoon, safe, run, titled } from "./open";
import { askName, toast } from "./dialogs";
import { page } from "./state";

let keeping = 0;
/** Handles a change of a text: runs it at once, and stores it when the user pauses typing. */
export function changed(isKnob: boolean): void {
  leave();
  clearTimeout(keeping);
  by("kept").textContent = "";
  keeping = window.setTimeout(keep, 400);
  runSoon(isKnob ? 0 : 12);
}

/** Stores at once what the next pause in typing would have stored. */
export function keepRest(): void {
  if (!keeping) return;
  clearTimeout(keeping);
  keep();
}

function keep(): void {
  keeping = 0;
  if (page.roll) return;
  if (!page.draft && scenario.text === page.original && page.ruleName === null) return;
  page.draft ??= drafts.create(texts(), page.name);
  page.draft = { ...page.draft, ...texts(), changed: Date.now() };
  const wrong = drafts.save(page.draft);
  by("kept").textContent = wrong ?? "Draft kept in this browser";
  by("kept").classList.toggle("wrong", wrong !== null);
}

/** Deletes the open draft. Its text stays on the page until another one is opened. */
export function remove(): void {
  if (!page.draft) return;
  clearTimeout(keeping);
  keeping = 0;
  const { id, title: gone } = page.draft, wrong = drafts.remove(id);
  page.draft = null;
  drafts.forget();
  page.original = scenario.text;
  by("kept").textContent = "";
  named();
  toast(wrong ?? `Deleted: ${gone}.`, wrong !== null);
}

export function rename(): void {
  keep();
  const draft = page.draft;
  if (!draft) return toast("Nothing was changed yet: there is no draft.");
  askName("Name this draft", draft.title, (given) => {
    const next = { ...draft, title: given.trim() || draft.title, name: safe(given), changed: Date.now() };
    const wrong = drafts.save(next);
    if (page.draft?.id === draft.id) { page.draft = next; page.name = next.name; named(); titled(); run(); }
    if (wrong) toast(wrong, true);
  });
}
