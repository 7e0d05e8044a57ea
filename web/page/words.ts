// Shows what the program returns for a position in a text: completions and explanations.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { h } from "./dom";
import type { Explained, Offers } from "./types";

/** Asks the program about a position in the edited text. */
export type AskAt = <T>(request: "offers" | "explained", at: number) => Promise<T | null>;

/**
 * Returns the completions at the caret: all of them if a key or a click asks for them, or else
 * those that match the typed letters.
 */
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

/** Sets the text between backticks in code type. */
export const coded = (text: string) => text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
