// Shows what matters most: every number of the scenario is changed by one step, and the effects on
// a question are charted.

import { menu, type Item } from "./chooser";
import { engine } from "./editors";
import { by } from "./dom";
import { toast } from "./dialogs";
import { show } from "./render";
import { page } from "./state";

/** Returns the questions to choose from: those of the scenario, or else the headlines. */
export function questions(): Item[] {
  const { answer } = page, subjects = answer?.asks.length ? answer.asks : answer?.headlines ?? [];
  return subjects.slice(0, 8).map(({ label, question }) => ({ name: label, note: label === question ? "" : question, run: () => showSensitivity(question) }));
}

export function chooseSensitivity(at: HTMLElement): void {
  const items = questions();
  if (items.length === 1) items[0].run(); else if (items.length) menu(at, [items], "Every number of the scenario is changed by one step.");
}

function showSensitivity(question: string): void {
  if (page.problems.length) return toast("Fix the problem first.");
  toast("Every number is changed by one step, one after another…");
  const wanted = page.started;
  engine.chooseSensitivity(question).then((chart) => {
    if (wanted !== page.started) return;
    page.tornado = chart;
    show();
    by("toast").className = "";
    by("shown").querySelector("[data-key=tornado]")?.scrollIntoView({ block: "nearest" });
  }, (error: Error) => toast(`That did not work: ${error.message}.`, true));
}
