// The open scenario with its rule file, or typed dice: the name, the title and the run.

import { engine, roll, rule, scenario, texts } from "./editors";
import { sheet } from "./sheets";
import { by, h } from "./dom";
import * as drafts from "./drafts";
import { toast } from "./dialogs";
import { isEmbedded } from "./embed";
import { narrow } from "./engine";
import { page, WHAT } from "./state";
import type { Bundled, Roll, Texts } from "./types";

let leaving = () => {};
/** Calls a function before something else is opened. */
export function beforeOpening(action: () => void): void { leaving = action; }

export function open(opened: Texts, as: drafts.Draft | null = null, thenPinned: Texts | null = null): void {
  showTexts(opened, as);
  page.toPin = thenPinned;
  if (!as && !isEmbedded) drafts.forget();
  run();
}

/** Shows texts. It does not need the engine. */
export function showTexts(opened: Texts, as: drafts.Draft | null): void {
  replace(opened, as);
  by("finding").textContent = titleOf(opened.scenario) || page.name;
  by("shown").replaceChildren(h("p", { class: "sub" }, "Working…"));
  named();
}

// Replaces everything that is open.
function replace(opened: Texts, as: drafts.Draft | null): void {
  leaving();
  [page.roll, page.rollTexts, page.answer] = [null, null, null];
  page.name = safe(opened.name);
  page.draft = as;
  page.ruleName = opened.rule?.name ?? null;
  scenario.open(opened.scenario);
  rule.open(opened.rule?.text ?? "");
  page.original = scenario.text;
  aside = null;
  [page.log, page.compared] = [null, null];
  if (page.pinned) engine.unpin().catch(() => {});
  [page.begun, page.pinned, page.toPin] = [null, null, null];
  [page.problems, page.warnings, page.notes, page.pickedDistribution, page.isMore, page.isEditingGoals] = [[], [], [], "", false, false];
}

declare const EXAMPLE: Roll;
/** The dice that were typed last, or an example. */
let lastRoll = EXAMPLE;

/** Opens the box for typed dice. */
export function openRoll(dice?: Roll): void {
  by("shown").replaceChildren();
  by("finding").textContent = WHAT;
  showRoll(dice);
  run();
}

/** Shows the box for typed dice. It does not need the engine. */
export function showRoll(dice: Roll = lastRoll): void {
  replace({ name: "dice", scenario: "", rule: null }, null);
  roll.open(dice.text);
  page.roll = dice;
  sheet("answer");
  named();
  // On a phone, the keyboard would cover the chart. In another page, the focus stays there.
  if (!narrow.matches && !isEmbedded) roll.goTo(dice.text.length);
}

/** Replaces the typed dice, and runs them. */
export function changeRoll(changes: Partial<Roll>): void {
  if (!page.roll) return;
  page.roll = { ...page.roll, ...changes };
  run();
}

/** Returns a name that is a valid file name everywhere. */
export const safe = (name: string) => name.replace(/[^\p{L}\p{N} _.-]/gu, "").trim().slice(0, 60) || "scenario";

const bundledRule = (name: string) => page.catalogue?.ruleFiles.find((file) => file.name === name);

/** Opens a bundled scenario, or a game, with the rule file that it names. */
export function openBundled({ name, rule, text }: Bundled): void {
  const file = bundledRule(rule);
  open({ name, scenario: text, rule: file ? { name: file.name, text: file.text } : null });
}

/**
 * Returns a scenario that fits every rule file of this name, because it names none of its
 * parameters and metrics.
 */
const plainScenario = (ruleName: string) => `rule = ${JSON.stringify(ruleName)}\n\n# To compare values of a parameter, write [sweep] and, below it, dice = [1, 2, 3].\n`;

/** Opens a rule file with a scenario that fits it. */
export function openRule(name: string, text: string): void {
  open({ name: name.replace(/\.odds$/, ""), scenario: plainScenario(name), rule: { name, text } });
}

/** Opens a rule file to start from. */
export function openNew(): void {
  openRule("mine.odds", page.catalogue!.starter);
  sheet("change");
}

/** Restores the scenario as it was opened. Undo takes this back. */
export function reset(): void { scenario.replace(page.original); }

// ---- names

/** Shows the names of the texts. */
export function named(): void {
  const { name, draft, ruleName } = page, hasRule = ruleName !== null, isRolling = page.roll !== null;
  document.body.classList.toggle("rolling", isRolling);
  by("roll").hidden = by("start").hidden = !isRolling;
  by("roll-view").querySelectorAll("input").forEach((input) => { input.checked = input.value === page.roll?.view; });
  by("rule-pane").hidden = !hasRule;
  document.body.classList.toggle("has-rule", hasRule);
  by("rule-name").textContent = ruleName;
  by("scenario-name").textContent = `${name}.toml`;
  by("scenario-hint").textContent = hasRule ? "the question" : "Numbers with a dotted line can be dragged";
  by("open-name").textContent = isRolling ? "Roll dice" : draft?.title && draft.title !== name ? draft.title : name;
}

export function titleOf(text: string): string {
  const found = /^\s*title\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')/m.exec(text);
  return found?.[1] ?? found?.[2] ?? "";
}

export function titled(): void {
  const title = titleOf(scenario.text);
  by("open-title").textContent = title === by("open-name").textContent ? "" : title;
  document.title = `${page.roll ? rollTitle(page.roll) : page.draft?.title ?? page.name} · oddsmith`;
}

/** Returns all typed rolls in one line. */
export const rollTitle = ({ text }: Roll): string => text.split("\n").map((line) => line.trim()).filter(Boolean).join(", ") || "Roll dice";

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
  // Texts may be changed before the engine has started, which then runs them.
  if (!page.isReady) { by("answer").classList.add("old"); return; }
  page.started = performance.now();
  page.tornado = null;
  if (page.found) page.found.isPast = true;
  if (!page.keepsFound) page.found = null;
  page.keepsFound = false;
  if (page.roll) {
    lastRoll = page.roll;
    engine.run({ ...texts(), roll: page.roll });
    return;
  }
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
