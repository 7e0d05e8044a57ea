// The two editors and the engine.

import { by } from "./dom";
import { Editor } from "./editor";
import { Engine } from "./engine";
import { page } from "./state";
import type { Texts } from "./types";

export const engine = new Engine();
export const scenario = new Editor(by("scenario-editor"), "scenario", "Scenario");
export const rule = new Editor(by("rule-editor"), "rule", "Rule file");

/** Returns the current texts. */
export const texts = (): Texts => ({ name: page.name, scenario: scenario.text, rule: page.ruleName === null ? null : { name: page.ruleName, text: rule.text } });

for (const editor of [scenario, rule]) {
  // If the text has changed in the meantime, the answer is dropped.
  editor.ask = <T>(request: string, at: number) => engine.askAt<T>(request, { ...texts(), textKind: editor.kind, at }).catch(() => null);
}
