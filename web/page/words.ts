// What the program says of a place in a text: what can stand there, and what stands there. Here it only takes its form.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { h } from "./dom";
import type { Explained, Offers } from "./types";

/** Asks the program about a place in the text that is edited. */
export type AskAt = <T>(request: "offers" | "explained", at: number) => Promise<T | null>;

/** What is offered at the caret. Asked for by a key or a click, everything that can stand there is; else what the letters begin. */
export async function completions(context: CompletionContext, ask: AskAt): Promise<CompletionResult | null> {
  if (!context.explicit && !context.matchBefore(/[\w."-]$/)) return null;
  const found = await ask<Offers>("offers", context.pos);
  if (!found || context.aborted) return null;
  const options = found.offers.map(({ label, insert, info, kind }): Completion => ({ label, apply: insert, info: info || undefined, type: kind }));
  return { from: found.from, options, ...(context.explicit ? { filter: false } : { validFor: /^"?[\w.-]*$/ }) };
}

export async function explained(at: number, ask: AskAt): Promise<{ from: number; to: number; element: HTMLElement } | null> {
  const found = await ask<Explained>("explained", at);
  if (!found) return null;
  const { from, to, says, distribution } = found;
  return { from, to, element: h("div", { class: "explanation" }, says.map((line) => h("p", {}, coded(line))), distribution && h("pre", {}, distribution)) };
}

/** A text in which what stands in backticks is code. */
export const coded = (text: string) => text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
