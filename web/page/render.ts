// Shows the answer, the pinned answer next to it, and problems. The last good answer stays, in
// grey, until the text is fixed.

import { answer as answerSections, finding, lower, mainOf, type Shown } from "./answer";
import { engine } from "./editors";
import { docked } from "./sheets";
import { by, h, patchChildren } from "./dom";
import { embedded, isEmbedded, reportHeight } from "./embed";
import { figure } from "./charts";
import { sentence } from "./editor";
import { coded } from "./words";
import { reportResult } from "./dialogs";
import { copyTable } from "./save";
import { rolledSections } from "./roll_answer";
import { page, WHAT } from "./state";
import { lineOf, status } from "./status";
import { chartMenu, picture } from "./downloads";
import type { Answer, Problem } from "./types";

type Buttons = Omit<Shown["on"], "pick" | "copyPicture" | "copyTable" | "chartMenu">;
let buttons: Buttons;
/**
 * Sets the actions of the answer's buttons. They are passed in, because they show the answer again.
 */
export function wire(handlers: Buttons): void { buttons = handlers; }

/** A mistake is reported after this many milliseconds, because it may be half a word. */
export const PROBLEM_AFTER = 250;
let reporting = 0;
export function show(): void {
  const { answer, problems } = page;
  clearTimeout(reporting);
  if (problems.length) reporting = window.setTimeout(report, PROBLEM_AFTER);
  else { report(); delete document.body.dataset.wrong; }
  const placeless = problems.filter((problem) => problem.text === undefined).map(loose);
  if (page.roll) {
    patchChildren(by("finding"), [document.createTextNode(WHAT)]);
    patchChildren(by("shown"), [...placeless, ...(answer?.rolls ? rolledSections(answer, (chart, at) => chartMenu(engine, chart, at)) : [])]);
  } else if (answer) {
    const shown = whatIsShown(answer), found = finding(shown);
    patchChildren(by("finding"), typeof found === "string" ? [document.createTextNode(found)] : found);
    patchChildren(by("shown"), [...placeless, ...(isEmbedded ? [only(answer, shown)] : answerSections(shown))]);
  } else {
    patchChildren(by("finding"), [document.createTextNode(problems.length ? "No answer yet" : "Working…")]);
    patchChildren(by("shown"), placeless);
  }
  docked(answer, page.pinned?.answer ?? null);
  showStatus();
  reportHeight();
}

// Returns the one chart that another page shows.
function only(answer: Answer, { on }: Shown): HTMLElement {
  const chart = embedded(answer, mainOf(answer));
  return typeof chart === "string" ? h("p", { class: "sub" }, chart) : figure(chart, { menu: on.chartMenu });
}

// Says what the answer waits for, and makes it grey.
function report(): void {
  const { answer, problems } = page, banner = by("banner"), line = lineOf(problems, page.ruleName);
  banner.hidden = !problems.length;
  banner.textContent = !problems.length ? "" : answer ? `Last good answer. It waits for ${line ?? "the problem below"}.` : `No answer yet: see ${line ?? "the problem"}.`;
  dim();
}

export function dim(): void { by("answer").classList.toggle("old", page.problems.length > 0 && page.answer !== null); }

export const showStatus = () => status(page);

function whatIsShown(answer: Answer): Shown {
  const pinned = page.pinned?.answer ?? null;
  return {
    now: answer, pinned, nowName: settingOf(answer), pinnedName: pinned ? settingOf(pinned) : "", pickedDistribution: page.pickedDistribution, changes: changes(), tornado: page.tornado,
    found: page.found, log: page.log, compared: page.compared, knobs: Object.fromEntries(page.begun?.knobs.map((knob) => [knob.key, knob.value]) ?? []),
    on: {
      ...buttons,
      pick: (key) => { page.pickedDistribution = key; show(); },
      copyPicture: () => picture(engine, mainOf(answer)),
      copyTable: (rows) => reportResult(copyTable(rows), "The table is copied: paste it into a spreadsheet."),
      chartMenu: (chart, at) => chartMenu(engine, chart, at),
    },
  };
}

// Returns the name of the setting: the swept values, and what else the controls changed.
function settingOf({ setting, given, name }: Answer): string {
  if (setting === "the only case") return given || name;
  return given ? `${setting}, ${given}` : setting;
}

// Describes the difference from the pinned setting, if it is one control or two.
function changes(): string {
  const was = page.pinned?.knobs, other = page.begun?.knobs.filter((knob) => was && knob.key in was && was[knob.key] !== knob.value) ?? [];
  return other.length && other.length < 3 ? other.map((knob) => `${lower(knob.label)} ${knob.value} instead of ${was![knob.key]}`).join(" and ") : "";
}

// Returns a problem that has no line in a text.
function loose({ message, help }: Problem): HTMLElement {
  return h("div", { class: "problem loose", role: "alert" }, h("p", {}, h("strong", {}, coded(sentence(message))), " ", coded(help ? sentence(help) : "")));
}
