// What the page shows before its engine has started: the last answer of this browser.

import { accept } from "./engine_events";
import { keptAnswer } from "./stored_answer";
import { show } from "./render";
import { page } from "./state";

/** Shows the last answer, if it is about what is open. The engine replaces it. */
export function showKept(): void {
  const kept = keptAnswer();
  if (!kept) return;
  accept(kept.begun);
  page.answer = kept.answer;
  page.took = performance.now();
  show();
  performance.mark("kept-answer");
}
