// The open scenario with its rule file, its name and title, and its run.

import { engine, rule, scenario, texts } from "./desk";
import { by } from "./dom";
import * as drafts from "./drafts";
import { toast } from "./dialogs";
import { page } from "./state";
import type { Bundled, Texts } from "./types";

let leaving = () => {};
/** Calls a function before something else is opened. */
export function beforeOpening(action: () => void): void { leaving = action; }

export function open(opened: Texts, as: drafts.Draft | null = null, thenPinned: Texts | null = null): void {
  leaving();
  page.name = safe(opened.name);
  page.draft = as;
  page.ruleName = opened.rule?.name ?? null;
  scenario.open(opened.scenario);
  rule.open(opened.rule?.text ?? "");
  page.original = scenario.text;
  aside = null;
  if (page.pinned) engine.unpin().catch(() => {});
  [page.begun, page.pinned, page.toPin] = [null, null, thenPinned];
  [page.problems, page.warnings, page.pickedDistribution, page.isMore, page.isWishing] = [[], [], "", false, false];
  if (!as) drafts.forget();
  named();
  run();
}

/** Returns a name that is a valid file name everywhere. */
export const safe = (name: string) => name.replace(/[^\p{L}\p{N} _.-]/gu, "").trim().slice(0, 60) || "scenario";

const bundledRule = (name: string) => page.catalogue.ruleFiles.find((file) => file.name === name);

/** Opens a bundled scenario, or a game, with the rule file that it names. */
export function openBundled({ name, rule, text }: Bundled): void {
  const file = bundledRule(rule);
  open({ name, scenario: text, rule: file ? { name: file.name, text: file.text } : null });
}

/** Opens a rule file and a scenario as a starting point. */
export function openNew(): void {
  const starter = page.catalogue.starter;
  open({ name: "mine", scenario: starter.scenario, rule: { name: "mine.odds", text: starter.rule } });
}

/** Restores the scenario as it was opened. Undo takes this back. */
export function reset(): void { scenario.replace(page.original); }

// ---- names

/** Shows the names of the texts. */
export function named(): void {
  const { name, draft, ruleName } = page, hasRule = ruleName !== null;
  by("rule-pane").hidden = !hasRule;
  document.body.classList.toggle("has-rule", hasRule);
  by("rule-name").textContent = ruleName;
  by("scenario-name").textContent = `${name}.toml`;
  by("scenario-hint").textContent = hasRule ? "the question" : "Numbers with a dotted line can be dragged";
  by("open-name").textContent = draft?.title && draft.title !== name ? draft.title : name;
}

export function titleOf(text: string): string {
  const found = /^\s*title\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')/m.exec(text);
  return found?.[1] ?? found?.[2] ?? "";
}

export function titled(): void {
  by("open-title").textContent = titleOf(scenario.text);
  document.title = `${page.draft?.title ?? page.name} · oddsmith`;
}

// If a scenario names a bundled rule file, that file becomes the rule text. A text by the user is
// never replaced, and comes back when the scenario names it again.
let aside: { name: string; text: string } | null = null;
function findRule(): void {
  const wanted = /^\s*rule\s*=\s*"([^"\n]*)"/m.exec(scenario.text)?.[1], { ruleName } = page;
  if (wanted === undefined || wanted === ruleName) return;
  const isFile = wanted.endsWith(".odds"), isEdited = ruleName !== null && rule.text !== bundledRule(ruleName)?.text;
  if (ruleName !== null && (isEdited || !isFile)) aside = { name: ruleName, text: rule.text };
  const take = (text: string) => { page.ruleName = wanted; rule.open(text); };
  if (!isFile) page.ruleName = null;
  else if (aside?.name === wanted) take(aside.text);
  else if (isEdited) page.ruleName = wanted;
  else if (bundledRule(wanted)) take(bundledRule(wanted)!.text);
  named();
}

// ---- the run of it

let running = 0;
export function run(): void {
  clearTimeout(running);
  titled();
  page.started = performance.now();
  page.tornado = null;
  if (page.found) page.found.isPast = true;
  if (!page.keepsFound) page.found = null;
  page.keepsFound = false;
  findRule();
  engine.run(page.toPin ?? texts());
}

export function runSoon(after: number): void {
  clearTimeout(running);
  running = window.setTimeout(run, after);
}

export function stop(): void {
  if (!engine.isBusy) return;
  if (!engine.stop()) return;
  by("progress").hidden = true;
  toast("Stopped. The next change starts again.");
}
