// What the page works with: two editors and the engine.

import { by } from "./dom";
import { Editor } from "./editor";
import { Engine } from "./engine";
import { page } from "./state";
import type { Texts } from "./types";

export const engine = new Engine();
export const scenario = new Editor(by("scenario-editor"), "scenario", "Scenario");
export const rule = new Editor(by("rule-editor"), "rule", "Rule file");

/** The texts as they stand now. */
export const texts = (): Texts => ({ name: page.name, scenario: scenario.text, rule: page.ruleName === null ? null : { name: page.ruleName, text: rule.text } });

for (const editor of [scenario, rule]) {
  // A text that was changed meanwhile has no answer to this.
  editor.ask = <T>(request: string, at: number) => engine.askAt<T>(request, { ...texts(), textKind: editor.kind, at }).catch(() => null);
}
