// The editors and the engine.

import { by } from "./dom";
import { Editor } from "./editor";
import { Engine } from "./engine";
import { page } from "./state";
import type { Texts } from "./types";

// The page contains a picture of the box, for the time before this script has started.
by("roll-editor").replaceChildren();
export const engine = new Engine();
export const scenario = new Editor(by("scenario-editor"), "scenario", "Scenario");
export const rule = new Editor(by("rule-editor"), "rule", "Rule file");
export const roll = new Editor(by("roll-editor"), "roll", "Dice, one roll per line");

/** Returns the current texts. Those of typed dice are known once the engine has read the dice. */
export const texts = (): Texts => (page.roll ? page.rollTexts ?? { name: "dice", scenario: "", rule: null } : { name: page.name, scenario: scenario.text, rule: page.ruleName === null ? null : { name: page.ruleName, text: rule.text } });

for (const editor of [scenario, rule]) {
  // If the text has changed in the meantime, the answer is dropped.
  editor.ask = <T>(request: string, at: number) => engine.askAt<T>(request, { ...texts(), textKind: editor.kind, at }).catch(() => null);
}
