// Lists every command for the chooser, and assigns keys to them.

import { about } from "./about_dialog";
import { copyEmbedCode, share } from "./address";
import { choose, menu, type Choice } from "./chooser";
import { engine, texts } from "./editors";
import { dialog } from "./dialogs";
import { by, h } from "./dom";
import { sentence } from "./editor";
import * as drafting from "./draft_commands";
import * as drafts from "./drafts";
import { openForm } from "./search";
import { applyFix, nextProblem, straightenAll } from "./fixes";
import { open, openBundled, openNew, openRoll, reset, stop, titleOf } from "./open";
import { pin, swap, unpin } from "./pins";
import { page } from "./state";
import { downloads } from "./downloads";
import { questions } from "./sensitivity";
import { coded } from "./words";

export const chooseScenario = () => choose("Open a game, a scenario, a rule file or a draft", scenarios);
export const chooseCommand = () => choose("Search commands, games, mechanics, scenarios, drafts and help", commands);
export const chooseDownload = () => menu(by("download"), downloadItems(), "The same bytes as from the command line.");

const downloadItems = () => downloads(engine, texts(), page.answer);

/** Lists everything that can be opened. */
export function scenarios(): Choice[] {
  // The list is empty until the engine has sent the catalogue.
  if (!page.catalogue) return [];
  const { games, scenarios, rules } = page.catalogue;
  drafting.keepRest();
  const kept = drafts.list().map((draft): Choice => ({ group: "Your drafts", name: draft.title, about: titleOf(draft.scenario) || draft.name, run: () => open(draft, draft) }));
  const group = (rule: string) => (rule.endsWith(".odds") ? "Rule files, each with its question" : rules.find((entry) => entry.id === rule)?.about ?? rule);
  // Scenarios of the same rule are listed together.
  const bundled = [...new Set(scenarios.map((scenario) => scenario.rule))].flatMap((rule) => scenarios.filter((scenario) => scenario.rule === rule))
    .map((scenario): Choice => ({ group: group(scenario.rule), name: scenario.name, about: scenario.title, words: `${scenario.rule} ${scenario.description}`, run: () => openBundled(scenario) }));
  const known = games.map((game): Choice => ({ group: "Games", name: game.game, about: game.question, words: `${game.name} ${game.mechanic} ${game.description}`, run: () => openBundled(game) }));
  return [...kept, { group: "New", name: "Roll dice", about: "type dice, and see their odds at once", run: openRoll }, { group: "New", name: "Write a rule", about: "a rule file and its scenario, to start from", run: openNew }, { group: "New", name: "Open a file", about: "a scenario, a rule file, an AnyDice program, or a log of playtests", run: () => by("file").click() }, ...known, ...bundled];
}

function commands(): Choice[] {
  const group = "Commands";
  return [
    { group, name: "Open", about: "games, scenarios, rule files, drafts", key: "Ctrl O", run: chooseScenario },
    ...(page.roll ? [] : ofScenario(group)),
    { group, name: "Share link", about: "it holds everything", run: share },
    { group, name: "Copy code for a web page", about: "shows the dice or the main chart in a blog or a wiki", run: copyEmbedCode },
    { group, name: "Straighten quotes and spaces", about: "of text pasted from the web", run: straightenAll },
    { group, name: "Next problem", key: "F8", run: nextProblem },
    { group, name: "Fix it", about: "apply the fix", key: "Ctrl .", run: applyFix },
    { group, name: "Stop", about: "the run", key: "Esc", run: stop },
    { group, name: "Light or dark", run: lightOrDark },
    { group, name: "Print", about: "the answer", run: () => print() },
    { group, name: "About", about: "version and licences", run: () => about(page.catalogue!.version) },
    ...(page.roll ? [] : downloadItems().flat().map((item) => ({ group: "Download", name: item.name, about: item.note, run: item.run }))),
    ...scenarios(),
    ...help(),
  ];
}

/** Lists the forms of dice and of rule files, with what they mean. */
function help(): Choice[] {
  const topics = page.catalogue?.help ?? [];
  return topics.map(([topic, form, meaning]) => ({
    group: "Help", name: form, about: meaning, words: topic, isHidden: true,
    run: () => dialog(form, [h("p", {}, coded(sentence(meaning))), h("p", { class: "sub" }, `Help on ${topic.toLowerCase()}`)]),
  }));
}

/** Returns the commands for an open scenario. */
function ofScenario(group: string): Choice[] {
  return [
    { group, name: page.pinned ? "Pin now instead" : "Pin", about: "compare with now", key: "P", run: pin },
    ...(page.pinned ? [{ group, name: "Swap", about: "now and what is pinned", run: swap }, { group, name: "Unpin", run: unpin }] : []),
    { group, name: "Find numbers", about: "that meet your goals", run: openForm },
    ...questions().map((item) => ({ group, name: `What matters most to ${item.name}?`, run: item.run })),
    { group, name: "Compare a log of playtests", about: "a CSV file: was it luck?", words: "playtest luck table spreadsheet", run: () => by("file").click() },
    { group, name: "Name this draft", run: drafting.rename },
    ...(page.draft ? [{ group, name: "Delete this draft", about: page.draft.title, run: drafting.remove }] : []),
    { group, name: "Reset", about: "to the file’s values", run: reset },
  ];
}

function lightOrDark(): void {
  const root = document.documentElement;
  const isDark = getComputedStyle(root).colorScheme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = isDark ? "light" : "dark";
}

export function key(event: KeyboardEvent): void {
  const isCommand = event.ctrlKey || event.metaKey, pressed = event.key.toLowerCase();
  const isTyping = (event.target as HTMLElement).closest("input:not([type=range]):not([type=radio]),textarea,select,.cm-editor,dialog");
  if (isCommand && pressed === "k") { event.preventDefault(); if (!by<HTMLDialogElement>("chooser").open) chooseCommand(); }
  else if (isCommand && pressed === "o") { event.preventDefault(); chooseScenario(); }
  else if (isCommand && pressed === ".") { event.preventDefault(); applyFix(); }
  else if (event.key === "F8") { event.preventDefault(); nextProblem(); }
  else if (event.key === "Escape" && !document.querySelector("dialog[open],.menu,.cm-tooltip-autocomplete")) stop();
  else if (pressed === "p" && !isCommand && !event.altKey && !isTyping && !page.roll) { event.preventDefault(); pin(); }
}
