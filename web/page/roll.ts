// The box for typed dice: what is typed, examples, and the way to a rule of it.

import { followRoll } from "./address";
import { roll, rule } from "./desk";
import { sheet } from "./docked";
import { by, h } from "./dom";
import { toast } from "./dialogs";
import * as drafts from "./drafts";
import { narrow } from "./engine";
import { changeRoll, open, rollTitle, safe } from "./opened";
import { page } from "./state";
import type { Roll, RollView } from "./types";

/** An example of each mechanic. */
const EXAMPLES: [string, string][] = [
  ["Sum", "2d6 + 3"],
  ["Keep highest", "4d6kh3"],
  ["Advantage", "2d20kh1\nd20\n2d20kl1"],
  ["Success count", "count(5d10 >= 7)"],
  ["Exploding", "3d6!"],
  ["Reroll", "2d6ro<=2"],
  ["Opposed roll", "d20 + 5 > d20"],
  ["Custom die", "3d{0,1,1,2}"],
  ["Chance against a target", "2d6 + 3 >= 10"],
  ["Damage after a hit", "d8 if d20 + 5 >= 15 else 0"],
];

const VIEWS: RollView[] = ["exactly", "at least", "at most"];

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
  const example = ([name, text]: [string, string]) => h("button", { type: "button", class: "chip", onclick: () => take(text) }, h("span", {}, name), h("code", { "aria-hidden": "true" }, text.split("\n")[0]));
  by("roll-examples").replaceChildren(...EXAMPLES.map(example));
  const choice = (view: RollView) => h("label", {}, h("input", { type: "radio", name: "roll-view", value: view, onchange: () => changed({ view }) }), h("span", {}, view[0].toUpperCase() + view.slice(1)));
  by("roll-view").replaceChildren(...VIEWS.map(choice));
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
