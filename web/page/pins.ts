// Pins an answer to compare with, exchanges it with the current one, and unpins it.

import { engine, rule, scenario, texts } from "./editors";
import { toast } from "./dialogs";
import { show } from "./render";
import { page } from "./state";
import { showKnobs } from "./controls";
import type { Answer } from "./types";

const asItStands = (answer: Answer) => ({ texts: texts(), answer, knobs: Object.fromEntries(page.begun?.knobs.map((knob) => [knob.key, knob.value]) ?? []) });

export function pin(): void {
  if (!page.answer || page.problems.length) return toast("There is nothing good to pin yet.");
  if (page.answer.isPart) return toast("The other settings are still being computed: pin them in a moment.");
  page.pinned = asItStands(page.answer);
  engine.pin(page.pinned.texts);
  showKnobs();
  show();
  toast("Pinned. Change anything: what was stays in grey.");
}

export function unpin(): void {
  page.pinned = null;
  const { answer } = page;
  engine.unpin().then((charts) => { if (page.answer === answer && answer) { answer.charts = charts; show(); } }, () => {});
  showKnobs();
  show();
}

export function swap(): void {
  const { pinned, answer } = page;
  if (!pinned) return;
  if (answer) { page.pinned = asItStands(answer); engine.pin(page.pinned.texts); }
  scenario.replace(pinned.texts.scenario);
  if (pinned.texts.rule && page.ruleName !== null) rule.replace(pinned.texts.rule.text);
  showKnobs();
}
