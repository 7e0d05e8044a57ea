// The box for typed dice: what is typed, examples, and the way to a rule of it.

import { followRoll } from "./address";
import { roll, rule } from "./editors";
import { sheet } from "./sheets";
import { by } from "./dom";
import { toast } from "./dialogs";
import * as drafts from "./drafts";
import { narrow } from "./engine";
import { chips, views } from "./first_screen";
import { changeRoll, open, rollTitle, safe } from "./open";
import { page } from "./state";
import type { Roll } from "./types";

/** The address changes this many milliseconds after the last keystroke. */
const ADDRESS_AFTER = 250;
let following = 0;

function changed(changes: Partial<Roll>): void {
  changeRoll(changes);
  clearTimeout(following);
  following = window.setTimeout(followRoll, ADDRESS_AFTER);
}

/** Builds the box, and connects its controls. */
export function wireRoll(): void {
  roll.on.change = () => changed({ text: roll.text });
  by("roll-examples").replaceChildren(...chips(take));
  by("roll-view").replaceChildren(...views((view) => changed({ view })));
  by("make-rule").onclick = makeRule;
}

/** Types an example. On a phone, the keyboard would cover the chart. */
function take(text: string): void {
  roll.replace(text);
  if (!narrow.matches) roll.goTo(text.length);
}

/** Opens the rule file and the scenario of the typed dice as a draft. */
function makeRule(): void {
  const { roll: dice, rollTexts } = page;
  if (!dice || !rollTexts || page.problems.length) return toast("Fix the mistake first.");
  const title = rollTitle(dice).slice(0, 60), draft = drafts.create({ ...rollTexts, name: safe(title) }, title), wrong = drafts.save(draft);
  open(draft, draft);
  sheet("change");
  rule.view.focus();
  if (wrong) toast(wrong, true);
}
