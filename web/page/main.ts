// The page: texts and knobs on one side, the answer on the other, and the engine between them.

import { answer as drawn, finding, lower, mainOf, type Shown } from "./answer";
import { about } from "./about";
import { asking } from "./asking";
import { choose, menu, prepare, type Choice } from "./chooser";
import { docked, dockedKnob } from "./docked";
import { by, h, patchChildren } from "./dom";
import * as drafts from "./drafts";
import { Editor, learn, repair, sentence, words } from "./editor";
import { Engine } from "./engine";
import { clean, inserted, knob as knobNode, sorted } from "./knobs";
import { isOdd, straighten } from "./odd";
import { askName, dialog, tell, toast } from "./said";
import { copyTable } from "./save";
import { fromHash, toHash } from "./share";
import { lineOf, status } from "./status";
import { chartMenu, downloads, handOn, picture } from "./taking";
import type { Answer, Begun, Catalogue, Chart, Knob, Problem, Texts } from "./types";

const engine = new Engine();
let catalogue: Catalogue;
let name = "wing3d", title = "", ruleName = "", hasRule = false;
let draft: drafts.Draft | null = null, original = "";
let begun: Begun | null = null, answer: Answer | null = null;
let problems: Problem[] = [], warnings: Problem[] = [];
let pinned: { texts: Texts; answer: Answer; knobs: Record<string, string> } | null = null;
let toPin: Texts | null = null;
let tornado: Chart | null = null;
let pickedLaw = "", touchedKey = "", isMore = false, started = 0, took = 0, failedWhy = "", isLink = false;

const scenario = new Editor(by("scenario-editor"), "scenario", "Scenario", { change: changed, drag: (own, value) => turn(own, clean(value)), look: () => {} });
const rule = new Editor(by("rule-editor"), "rule", "Rule file", { change: changed, drag: () => {}, look: () => {} });

const texts = (): Texts => ({ name, scenario: scenario.text, rule: hasRule ? { name: ruleName, text: rule.text } : null });

// ---- what is open

function open(own: Texts, as: drafts.Draft | null = null, thenPinned: Texts | null = null): void {
  name = safe(own.name);
  draft = as;
  hasRule = own.rule !== null;
  ruleName = own.rule?.name ?? "";
  scenario.open(own.scenario);
  rule.open(own.rule?.text ?? "");
  original = scenario.text;
  aside = null;
  [begun, pinned, toPin, problems, warnings, pickedLaw, isMore] = [null, null, thenPinned, [], [], "", false];
  if (!as) drafts.forget();
  laidOut();
  run();
}

// A name that is a file's everywhere.
const safe = (own: string) => own.replace(/[^\p{L}\p{N} _.-]/gu, "").trim().slice(0, 60) || "scenario";

/** A bundled scenario with the rule file that it names. */
function bundled(own: string): Texts | null {
  const found = catalogue.scenarios.find((one) => one.name === own);
  if (!found) return null;
  const file = catalogue.ruleFiles.find((one) => one.name === found.rule);
  return { name: own, scenario: found.text, rule: file ? { name: file.name, text: file.text } : null };
}

function laidOut(): void {
  by("rule-pane").hidden = !hasRule;
  document.body.classList.toggle("has-rule", hasRule);
  by("rule-name").textContent = ruleName;
  by("scenario-name").textContent = `${name}.toml`;
  by("scenario-hint").textContent = hasRule ? "the question" : "Numbers with a dotted line can be dragged";
  by("open-name").textContent = draft?.title && draft.title !== name ? draft.title : name;
}

function titleOf(text: string): string {
  const found = /^\s*title\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)')/m.exec(text);
  return found?.[1] ?? found?.[2] ?? "";
}

function titled(): void {
  title = titleOf(scenario.text);
  by("open-title").textContent = title;
  document.title = `${draft?.title ?? name} · oddsmith`;
}

// ---- changing

let keeping = 0, running = 0;
function changed(isKnob: boolean): void {
  if (isLink) { isLink = false; history.replaceState(null, "", location.pathname + location.search); }
  clearTimeout(keeping);
  by("kept").textContent = "";
  keeping = window.setTimeout(keep, 400);
  clearTimeout(running);
  running = window.setTimeout(run, isKnob ? 0 : 12);
}

function keep(): void {
  if (!draft && scenario.text === original && !hasRule) return;
  draft ??= { ...texts(), id: crypto.getRandomValues(new Uint32Array(2)).join("-"), title: name, changed: 0 };
  draft = { ...draft, ...texts(), changed: Date.now() };
  const wrong = drafts.save(draft);
  by("kept").textContent = wrong ?? "Draft kept in this browser";
  by("kept").classList.toggle("wrong", wrong !== null);
}

function run(): void {
  clearTimeout(running);
  titled();
  started = performance.now();
  failedWhy = "";
  tornado = null;
  const now = texts();
  namedRule(now);
  engine.run(toPin ?? now);
}

// A scenario that names a bundled rule file gets it beside itself; a text that somebody wrote is never replaced, and comes back
// when it is named again.
let aside: { name: string; text: string } | null = null;
function namedRule(now: Texts): void {
  const named = /^\s*rule\s*=\s*"([^"\n]*)"/m.exec(now.scenario)?.[1];
  if (named === undefined || (hasRule && named === ruleName)) return;
  const bundledText = (own: string) => catalogue.ruleFiles.find((one) => one.name === own)?.text;
  const isOwn = hasRule && rule.text !== bundledText(ruleName);
  if (hasRule && (isOwn || !named.endsWith(".odds"))) aside = { name: ruleName, text: rule.text };
  if (!named.endsWith(".odds")) hasRule = false;
  else if (aside?.name === named) { hasRule = true; ruleName = named; rule.open(aside.text); }
  else if (isOwn) ruleName = named;
  else if (bundledText(named) !== undefined) { hasRule = true; ruleName = named; rule.open(bundledText(named)!); }
  now.rule = hasRule ? { name: ruleName, text: rule.text } : null;
  laidOut();
}

/** A knob is turned: its value in the text changes, or is written where it was not. */
function turn(own: Knob, value: string): void {
  const current = begun?.knobs.find((one) => one.key === own.key) ?? own;
  const written = current.kind === "choice" && !current.isFlag ? JSON.stringify(value) : value;
  touchedKey = current.key;
  const place = scenario.place(current.key);
  current.value = value;
  if (place) scenario.change(place.from, place.to, written);
  else {
    const { at, line, from } = inserted(scenario.text, current.key, written);
    scenario.change(at, at, line);
    current.at = [from, from + written.length];
    current.given = true;
    if (begun) scenario.show({ knobs: begun.knobs.map((one) => (one === current ? one : { ...one, at: placeOf(one) })) });
  }
  knobs();
}
function placeOf(own: Knob): [number, number] | null {
  const place = scenario.place(own.key);
  return place ? [place.from, place.to] : own.at && begun?.knobs.includes(own) && !scenario.place(own.key) ? own.at : null;
}

// ---- what the engine says

const ears = {
  begun(told: Begun) {
    if (told.problems) return wrong(told.problems);
    if (toPin) return;
    document.body.classList.remove("loading");
    begun = told;
    problems = [];
    scenario.show({ problems: [], knobs: told.knobs });
    rule.show({ problems: [], knobs: told.knobs });
    scenario.words = { schema: told.schema ?? scenario.words.schema, metrics: told.metrics, functions: catalogue.functions, knobs: told.knobs };
    rule.words = scenario.words;
    knobs();
    asking(hasRule ? told.metrics : [], askQuestion);
  },
  warned(told: Problem[]) { if (!toPin) { warnings = told; tellStatus(); } },
  answer(told: Answer, whole: boolean) {
    if (toPin) { if (whole) { const own = toPin; toPin = null; pinned = { texts: own, answer: told, knobs: told.knobs }; run(); } return; }
    answer = told;
    if (!whole) { took = performance.now() - started; warnings = []; performance.mark("first-odds"); }
    by("progress").hidden = true;
    show();
    if (whole) document.body.dataset.whole = String(++wholes);
    else document.body.dataset.first = String(++firsts);
  },
  progress(step: { explored: number; run: number; of: number }, whole: boolean) {
    if (performance.now() - started < 150) return;
    const isRunning = step.explored === step.of, share = (isRunning ? step.run : step.explored) / step.of;
    by("progress").hidden = false;
    by("stage").textContent = isRunning ? (whole ? "Playing" : "Playing first trials") : "Exploring";
    by<HTMLProgressElement>("bar").value = share;
    by("come").textContent = `${Math.floor(share * 100)}% of ${step.of} cases; the next key stops it`;
    dim();
  },
  done() { by("progress").hidden = true; tellStatus(); },
  failed(why: string) {
    failedWhy = why;
    by("progress").hidden = true;
    if (toPin) { toPin = null; return run(); }
    const what = why.includes("memory") ? "This takes more memory than a browser gives" : "The engine failed, and was started again";
    wrong([{ what, help: `Your text is kept. Take back the last change, or send the text and these words to whoever gave you the page: ${why.slice(0, 300)}`, notes: [] }]);
  },
};
let wholes = 0, firsts = 0;

function wrong(told: Problem[]): void {
  if (toPin) { toPin = null; return run(); }
  document.body.classList.remove("loading");
  problems = told;
  if (isOdd(scenario.text + (hasRule ? rule.text : "")) && problems[0]) problems = [{ ...problems[0], notes: [...problems[0].notes, "The text has quotes or spaces as web pages and word processors write them."], fix: problems[0].fix }, ...problems.slice(1)];
  scenario.show({ problems });
  rule.show({ problems });
  by("progress").hidden = true;
  document.body.dataset.wrong = String(told.length);
  knobs();
  show();
}

// ---- showing

let dimming = 0;
function dim(): void {
  const isOld = problems.length > 0 || failedWhy !== "";
  by("answer").classList.toggle("old", isOld && answer !== null);
}

function show(): void {
  clearTimeout(dimming);
  dimming = window.setTimeout(dim, problems.length ? 150 : 0);
  if (!problems.length) { dim(); delete document.body.dataset.wrong; }
  const banner = by("banner"), line = lineOf(problems);
  banner.hidden = !problems.length;
  banner.textContent = !problems.length ? "" : answer ? `Last good answer. It waits for ${line === null ? "the problem below" : `line ${line}`}.` : `No answer yet: ${line === null ? "see the problem" : `see line ${line}`}.`;
  const nowhere = problems.filter((own) => own.text === undefined);
  if (answer) {
    const shown: Shown = {
      now: answer, pinned: pinned?.answer ?? null, nowName: settingOf(answer), pinnedName: pinned ? settingOf(pinned.answer) : "", pickedLaw, changes: changes(), tornado,
      on: { pin, unpin, swap, pick: (law) => { pickedLaw = law; show(); }, copyPicture: () => picture(engine, mainOf(answer!)), copyTable: (rows) => tell(copyTable(rows), "The table is copied: paste it into a spreadsheet."), chartMenu: (chart, at) => chartMenu(engine, chart, at), weigh },
    };
    const found = finding(shown);
    patchChildren(by("finding"), typeof found === "string" ? [document.createTextNode(found)] : found);
    patchChildren(by("shown"), [...nowhereNodes(nowhere), ...drawn(shown)]);
  } else {
    patchChildren(by("finding"), [document.createTextNode(problems.length ? "Nothing to show yet." : "Working…")]);
    patchChildren(by("shown"), nowhereNodes(nowhere));
  }
  docked(answer, pinned?.answer ?? null);
  tellStatus();
}

const tellStatus = () => status({ answer, problems, warnings, took });

/** What is otherwise now than where it was pinned, where that is one knob or two. */
function changes(): string {
  const other = begun?.knobs.filter((own) => pinned && own.key in pinned.knobs && pinned.knobs[own.key] !== own.value) ?? [];
  return other.length && other.length < 3 ? other.map((own) => `${lower(own.label)} ${own.value} instead of ${pinned!.knobs[own.key]}`).join(" and ") : "";
}

function nowhereNodes(own: Problem[]): HTMLElement[] {
  return own.map((one) => h("div", { class: "problem loose", role: "alert" }, h("p", {}, h("strong", {}, words(sentence(one.what))), " ", words(one.help ? sentence(one.help) : ""))));
}

// What the setting is called: what is swept, and what the knobs changed beside.
function settingOf({ setting, given, name }: Answer): string {
  if (setting === "the only case") return given || name;
  return given ? `${setting}, ${given}` : setting;
}

function knobs(): void {
  if (!begun) return;
  const waits = (own: Knob) => {
    const near = problems.find((one) => one.text === "scenario" && one.line !== undefined);
    if (!near) return null;
    const line = scenario.view.state.doc.lines >= near.line! ? scenario.view.state.doc.line(near.line!).text : "";
    const place = scenario.place(own.key), at = place && scenario.view.state.doc.lineAt(Math.min(place.from, scenario.view.state.doc.length)).number;
    return at === near.line || (near.fix?.insert === own.key && line.length > 0) ? near.line! : null;
  };
  const [first, rest] = sorted(begun.knobs);
  const node = (own: Knob) => knobNode(own, pinned?.knobs[own.key], waits(own), turn, (one) => { touchedKey = one.key; });
  const isChanged = scenario.text !== original;
  const others = rest.map((own) => own.label.toLowerCase()).slice(0, 6).join(", ") + (rest.length > 6 ? ", …" : "");
  patchChildren(by("knobs"), [
    h("div", { class: "headed" }, h("h2", {}, "Knobs"), hasRule && !isChanged ? h("span", { class: "sub" }, "They come from the rule file’s own parameters")
      : h("button", { type: "button", class: "plain end", disabled: !isChanged, onclick: reset }, "Reset to the file’s values")),
    h("div", { class: "all" }, first.map(node), isMore ? rest.map(node) : null),
    ...(begun.knobs.length ? [] : [h("p", { class: "sub" }, "This rule has no parameter that one number tells: change it in the text.")]),
    ...(rest.length ? [h("button", { type: "button", class: "link", "aria-expanded": isMore ? "true" : "false", onclick: () => { isMore = !isMore; knobs(); } }, isMore ? "Fewer" : `${rest.length} more: ${others}`)] : []),
  ]);
  const touched = begun.knobs.find((own) => own.key === touchedKey) ?? first.find((own) => own.swept && own.kind !== "choice") ?? first[0];
  patchChildren(by("docked-knob"), touched ? [dockedKnob(touched, pinned?.knobs[touched.key], waits(touched), turn)] : []);
}

function askQuestion(): void {
  const metric = begun?.metrics[0];
  if (!metric) return;
  const at = scenario.view.state.doc.length, text = `${scenario.text.endsWith("\n") || at === 0 ? "" : "\n"}\n[[ask]]\nvalue = ${JSON.stringify(metric.question)}\n`;
  scenario.view.dispatch({ changes: { from: at, insert: text }, selection: { anchor: at + text.length - 3 }, scrollIntoView: true });
  scenario.view.focus();
}

// ---- what matters most

/** What can be weighed: what is asked, else the first numbers of the answer. */
const questions = () => (answer?.asks.length ? answer.asks : answer?.headlines ?? []).slice(0, 8).map(({ label, question }) => ({ name: label, note: label === question ? "" : question, run: () => weighOne(question) }));

function weigh(at: HTMLElement): void {
  const items = questions();
  if (items.length === 1) items[0].run(); else if (items.length) menu(at, [items], "Every number of the scenario is changed by one step.");
}

function weighOne(question: string): void {
  if (problems.length) return toast("Mend the problem first.");
  toast("Every number is changed by one step, one after another…");
  const wanted = started;
  engine.weigh(question).then((told) => {
    if (wanted !== started) return;
    tornado = told;
    show();
    by("toast").className = "";
    by("shown").querySelector("[data-key=tornado]")?.scrollIntoView({ block: "nearest" });
  }, (error: Error) => toast(`That did not work: ${error.message}.`, true));
}

// ---- pinning

function valuesNow(): Record<string, string> { return Object.fromEntries(begun?.knobs.map((own) => [own.key, own.value]) ?? []); }

function pin(): void {
  if (!answer || problems.length) return toast("There is nothing good to pin yet.");
  pinned = { texts: texts(), answer, knobs: valuesNow() };
  knobs();
  show();
  toast("Pinned. Change anything: what was stays in grey.");
}
function unpin(): void { pinned = null; knobs(); show(); }
function swap(): void {
  if (!pinned) return;
  const old = pinned, now = texts();
  if (answer) pinned = { texts: now, answer, knobs: valuesNow() };
  scenario.view.dispatch({ changes: { from: 0, to: scenario.view.state.doc.length, insert: old.texts.scenario } });
  if (old.texts.rule && hasRule) rule.view.dispatch({ changes: { from: 0, to: rule.view.state.doc.length, insert: old.texts.rule.text } });
  knobs();
}
function reset(): void { scenario.view.dispatch({ changes: { from: 0, to: scenario.view.state.doc.length, insert: original } }); }

// ---- sharing, downloading

const takenAlong = () => downloads(engine, texts(), answer);

function share(): void {
  const now = texts(), other = pinned && pinned.texts.scenario + (pinned.texts.rule?.text ?? "") !== now.scenario + (now.rule?.text ?? "") ? pinned.texts : null;
  const hash = toHash({ now, pinned: other }), link = location.href.split("#")[0] + hash;
  try { history.replaceState(null, "", hash); isLink = true; } catch { /* a sandbox without addresses: the link can still be copied */ }
  handOn(link, `oddsmith: ${title || name}`);
}

// ---- choosing

function scenarios(): Choice[] {
  const kept: Choice[] = drafts.all().map((own) => ({
    group: "Your drafts", name: own.title, about: titleOf(own.scenario) || own.name, run: () => open(own, own),
  }));
  const rules = [...new Set(catalogue.scenarios.map((own) => own.rule))];
  const group = (rule: string) => (rule.endsWith(".odds") ? "Rule files, each with its question" : catalogue.rules.find((own) => own.id === rule)?.about ?? rule);
  const own: Choice[] = rules.flatMap((rule) => catalogue.scenarios.filter((one) => one.rule === rule)).map((one) => ({ group: group(one.rule), name: one.name, about: one.title, run: () => open(bundled(one.name)!) }));
  return [...kept, { group: "New", name: "A rule of your own", about: "a rule file and its scenario, to start from", run: fresh }, ...own];
}

function fresh(): void {
  const own = catalogue.starter;
  open({ name: "mine", scenario: own.scenario, rule: { name: "mine.odds", text: own.rule } });
}

/** Takes the open draft away; its text stays on the page until another is opened. */
function deleted(): void {
  if (!draft) return;
  clearTimeout(keeping);
  const { id, title: gone } = draft, wrong = drafts.remove(id);
  draft = null;
  drafts.forget();
  original = scenario.text;
  by("kept").textContent = "";
  laidOut();
  toast(wrong ?? `Deleted: ${gone}.`, wrong !== null);
}

function rename(own: drafts.Draft): void {
  askName("Name this draft", own.title, (given) => {
    const next = { ...own, title: given.trim() || own.title, name: safe(given), changed: Date.now() };
    const wrong = drafts.save(next);
    if (draft?.id === own.id) { draft = next; name = next.name; laidOut(); titled(); run(); }
    if (wrong) toast(wrong, true);
  });
}

function commands(): Choice[] {
  const group = "Commands", items = takenAlong().flat();
  return [
    { group, name: "Open", about: "scenarios, rule files, drafts", key: "Ctrl O", run: () => choose("Open a scenario, a rule file or a draft", scenarios()) },
    { group, name: pinned ? "Pin now instead" : "Pin", about: "compare with now", key: "P", run: pin },
    ...(pinned ? [{ group, name: "Swap", about: "now and what is pinned", run: swap }, { group, name: "Unpin", run: unpin }] : []),
    ...questions().map((own) => ({ group, name: `What matters most to ${own.name}?`, run: own.run })),
    { group, name: "Share link", about: "it holds everything", run: share },
    { group, name: "Name this draft", run: () => { keep(); if (draft) rename(draft); else toast("Nothing was changed yet: there is no draft."); } },
    ...(draft ? [{ group, name: "Delete this draft", about: draft.title, run: deleted }] : []),
    { group, name: "Reset", about: "to the file’s values", run: reset },
    { group, name: "Straighten quotes and spaces", about: "of text pasted from the web", run: () => straighten([scenario, rule]) },
    { group, name: "Next problem", key: "F8", run: nextProblem },
    { group, name: "Mend it", about: "apply the fix", key: "Ctrl .", run: mend },
    { group, name: "Stop", about: "the run", key: "Esc", run: stop },
    { group, name: "Light or dark", run: () => { const dark = getComputedStyle(document.documentElement).colorScheme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches); document.documentElement.dataset.theme = dark ? "light" : "dark"; } },
    { group, name: "Print", about: "the answer", run: () => print() },
    { group, name: "About", about: "version and licences", run: () => about(catalogue.version) },
    ...items.map((own) => ({ group: "Download", name: own.name, about: own.note, run: own.run })),
    ...scenarios(),
  ];
}

// ---- keys

function nextProblem(): void {
  const own = problems.find((one) => one.from !== undefined);
  if (!own) return toast("There is no problem.");
  sheet("change");
  (own.text === "rule" ? rule : scenario).goTo(own.from!);
}
function mend(): void {
  const own = problems.find((one) => one.fix);
  if (own) repair(own.text === "rule" ? rule.view : scenario.view, own);
  else if (problems.length && isOdd(scenario.text + rule.text)) straighten([scenario, rule]);
  else toast("There is nothing that a click mends.");
}
function stop(): void {
  if (!engine.isBusy) return;
  engine.stop();
  by("progress").hidden = true;
  toast("Stopped. The next change starts again.");
}
function sheet(which: "answer" | "change"): void {
  document.body.dataset.sheet = which;
  by("to-answer").setAttribute("aria-pressed", String(which === "answer"));
  by("to-change").setAttribute("aria-pressed", String(which === "change"));
}

addEventListener("keydown", (event) => {
  const isCommand = event.ctrlKey || event.metaKey, target = event.target as HTMLElement;
  const isTyping = target.closest("input:not([type=range]):not([type=radio]),textarea,select,.cm-editor,dialog");
  if (isCommand && event.key.toLowerCase() === "k") { event.preventDefault(); if (!by<HTMLDialogElement>("chooser").open) choose("Commands, scenarios, drafts", commands()); }
  else if (isCommand && event.key.toLowerCase() === "o") { event.preventDefault(); choose("Open a scenario, a rule file or a draft", scenarios()); }
  else if (isCommand && event.key === ".") { event.preventDefault(); mend(); }
  else if (event.key === "F8") { event.preventDefault(); nextProblem(); }
  else if (event.key === "Escape" && !document.querySelector("dialog[open],.menu,.cm-tooltip-autocomplete")) stop();
  else if (event.key.toLowerCase() === "p" && !isCommand && !event.altKey && !isTyping) { event.preventDefault(); pin(); }
});

// ---- beginning

function first(): void {
  let why = "";
  if (location.hash.length > 1 && location.hash !== "#answer") {
    try {
      const told = fromHash(location.hash);
      isLink = true;
      open(told.now, null, told.pinned);
      return;
    } catch (error) { why = (error as Error).message; }
  }
  const kept = drafts.last();
  if (kept) open(kept, kept); else open(bundled("wing3d")!);
  if (why) dialog("The link could not be opened", [h("p", { role: "alert" }, why)]);
}

async function begin(): Promise<void> {
  prepare();
  by("open").onclick = () => choose("Open a scenario, a rule file or a draft", scenarios());
  by("commands").onclick = by("more").onclick = () => choose("Commands, scenarios, drafts", commands());
  by("download").onclick = () => menu(by("download"), takenAlong(), "The same bytes as from the command line.");
  by("share").onclick = share;
  by("stop").onclick = stop;
  by("undo").onclick = () => scenario.undo();
  by("next-problem").onclick = nextProblem;
  by("to-answer").onclick = () => sheet("answer");
  by("to-change").onclick = () => sheet("change");
  by("skip").onclick = (event) => { event.preventDefault(); by("answer").focus(); };
  addEventListener("hashchange", () => { if (location.hash.length > 1 && !isLink) first(); });
  try {
    catalogue = await engine.start(by("engine").textContent!.trim(), ears);
    by("engine").remove();
  } catch (error) {
    by("finding").textContent = "This browser cannot run the page.";
    by("shown").replaceChildren(h("p", {}, `It needs WebAssembly, workers and gzip: a browser of 2024 or later. It said: ${String(error).slice(0, 200)}`));
    return;
  }
  learn(catalogue.functions.map(([own]) => own));
  first();
}

void begin();
