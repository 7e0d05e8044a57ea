// Handles the messages of the engine.

import { showQuestions } from "./questions";
import { engine, roll, rule, scenario } from "./editors";
import { by } from "./dom";
import type { EngineEvents } from "./engine";
import { hasTypographicSigns } from "./typography";
import { run } from "./open";
import { dim, PROBLEM_AFTER, show, showStatus } from "./render";
import { compare } from "./playtest";
import { page } from "./state";
import { showKnobs } from "./controls";
import { keepAnswer } from "./stored_answer";
import type { Begun, Problem } from "./types";

let marking = 0;

/**
 * The number of answers so far: first odds and complete ones. Programs that drive the page wait for
 * them.
 */
let firsts = 0, wholes = 0;

const ruleNow = () => (page.ruleName === null ? "" : `${page.ruleName}\n${rule.text}`);

/** Shows what the engine says about good texts: the controls, and what can be asked. */
export function accept(setup: Begun): void {
  document.body.classList.remove("loading");
  page.begun = setup;
  page.begunRule = ruleNow();
  page.problems = [];
  clearTimeout(marking);
  if (page.roll) {
    page.rollTexts = setup.texts ?? null;
    page.notes = setup.notes ?? [];
    roll.show({ problems: [], notes: page.notes });
    return;
  }
  scenario.show({ problems: [], knobs: setup.knobs });
  rule.show({ problems: [], knobs: setup.knobs });
  showKnobs();
  showQuestions();
}

export const events: EngineEvents = {
  begun(setup) {
    if (setup.problems) return wrong(setup.problems, setup);
    if (!page.toPin) accept(setup);
  },
  warned(warnings) {
    if (page.toPin) return;
    page.warnings = warnings;
    showStatus();
  },
  answer(answer, isWhole) {
    if (page.toPin) {
      if (!isWhole) return;
      page.pinned = { texts: page.toPin, answer, knobs: answer.knobs };
      engine.pin(page.toPin);
      page.toPin = null;
      return run();
    }
    page.answer = answer;
    if (!isWhole || page.roll) { page.took = performance.now() - page.started; page.warnings = []; performance.mark("first-odds"); }
    by("progress").hidden = true;
    show();
    if (!isWhole || page.roll) document.body.dataset.first = String(++firsts);
    if (!isWhole) return;
    document.body.dataset.whole = String(++wholes);
    keepAnswer();
    void compare();
  },
  progress(step, isWhole) {
    if (performance.now() - page.started < 150) return;
    const isRunning = step.explored === step.total, share = (isRunning ? step.run : step.explored) / step.total;
    by("progress").hidden = by("bar").hidden = false;
    by("stage").textContent = isRunning ? (isWhole ? "Playing" : "Playing first trials") : "Exploring";
    by<HTMLProgressElement>("bar").value = share;
    by("come").textContent = `${Math.floor(share * 100)}% of ${step.total} cases; the next key stops it`;
    dim();
  },
  found({ tried, total }) {
    by("progress").hidden = false;
    by("stage").textContent = "Finding";
    by<HTMLProgressElement>("bar").hidden = total === null;
    by<HTMLProgressElement>("bar").value = total === null ? 0 : tried / total;
    by("come").textContent = total === null ? `${tried.toLocaleString("en")} settings tried: a search` : `${tried.toLocaleString("en")} of ${total.toLocaleString("en")} settings`;
  },
  done() { by("progress").hidden = true; showStatus(); },
  failed(why) {
    by("progress").hidden = true;
    const message = why.includes("memory") ? "This takes more memory than a browser gives" : "The engine failed, and was started again";
    wrong([{ message, help: `Your text is kept. Take back the last change, or send the text and this message to the person who gave you the page: ${why.slice(0, 300)}`, notes: [] }]);
  },
};

function wrong(reported: Problem[], setup?: Begun): void {
  // If a link's pinned text has mistakes, it is left out.
  if (page.toPin) { page.toPin = null; return run(); }
  document.body.classList.remove("loading");
  const [first, ...others] = reported, isOddly = hasTypographicSigns(scenario.text + (page.ruleName === null ? "" : rule.text));
  const problems = first && isOddly ? [{ ...first, notes: [...first.notes, "The text has quotes or spaces as web pages and word processors write them."] }, ...others] : reported;
  page.problems = problems;
  clearTimeout(marking);
  if (page.roll) page.rollTexts = null;
  else if (setup?.knobs && page.begunRule !== ruleNow()) {
    // The mistakes are in the scenario, and the rule file is another one: its controls are shown.
    [page.begun, page.begunRule] = [setup, ruleNow()];
    scenario.show({ knobs: setup.knobs });
  }
  marking = window.setTimeout(markProblems, PROBLEM_AFTER);
  by("progress").hidden = true;
  document.body.dataset.wrong = String(problems.length);
  if (!page.begun) showKnobs();
  show();
}

function markProblems(): void {
  const { problems } = page, editors = { scenario, rule, roll }, first = problems.find((problem) => problem.from !== undefined);
  Object.values(editors).forEach((editor) => editor.show({ problems, notes: [] }));
  showKnobs();
  showQuestions();
  if (first) editors[first.text!].reveal(first);
}
