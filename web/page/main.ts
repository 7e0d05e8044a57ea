// The page: texts and controls on one side, the answer on the other, and the engine between them.
// This file connects the modules and starts the page.

import { leave, listen, openEarly, openLinked, share } from "./address";
import { listAgain, prepare } from "./chooser";
import { chooseCommand, chooseDownload, chooseScenario, key } from "./commands";
import { engine, rule, scenario } from "./editors";
import { sheet } from "./sheets";
import { by, h } from "./dom";
import { changed, keepRest } from "./draft_commands";
import * as drafts from "./drafts";
import { showKept } from "./last_answer";
import { isEmbedded, wireEmbed } from "./embed";
import { narrow } from "./engine";
import { events } from "./engine_events";
import { clean } from "./knobs";
import { nextProblem } from "./fixes";
import { closeForm, find, forget, giveWay, openForm, say, take } from "./search";
import { beforeOpening, open, openRoll, run, stop } from "./open";
import { pin, swap, unpin } from "./pins";
import { chooseFit, choosePart, closeLog, skipRows } from "./playtest";
import { dialog } from "./dialogs";
import { wireRoll } from "./roll";
import { wire } from "./render";
import { page } from "./state";
import { wireStart } from "./start";
import { setKnob, wireForm } from "./controls";
import { chooseSensitivity } from "./sensitivity";

function join(): void {
  scenario.on = { change: changed, drag: (knob, value) => setKnob(knob, clean(value)) };
  rule.on.change = changed;
  wireRoll();
  wireStart();
  wire({ pin, unpin, swap, chooseSensitivity, take, giveWay, forget, chooseFit, choosePart, skipRows, closeLog });
  wireForm({ say, find, openForm, closeForm });
  prepare();
  if (!isEmbedded) addEventListener("keydown", key);
  by("open").onclick = chooseScenario;
  by("commands").onclick = by("more").onclick = chooseCommand;
  by("download").onclick = chooseDownload;
  by("share").onclick = share;
  by("stop").onclick = stop;
  by("undo").onclick = () => scenario.undo();
  by("next-problem").onclick = by("banner").onclick = nextProblem;
  by("to-answer").onclick = () => sheet("answer");
  by("to-change").onclick = () => sheet("change");
  by("skip").onclick = (event) => { event.preventDefault(); by("answer").focus(); };
  beforeOpening(() => { keepRest(); leave(); });
  addEventListener("pagehide", keepRest);
  wireEmbed();
  narrow.addEventListener("change", run);
  listen(first);
}

/** Opens the content of the address, or else the last draft, or else the box for dice. */
function first(): void {
  let why = "";
  try {
    if (openLinked()) return;
  } catch (error) { why = (error as Error).message; }
  if (why && isEmbedded) {
    // Readers of another page cannot choose anything else.
    document.body.classList.remove("loading");
    by("shown").replaceChildren(h("p", { class: "sub", role: "alert" }, why));
    return;
  }
  const kept = isEmbedded ? null : drafts.last();
  if (kept) open(kept, kept); else openRoll();
  if (why) dialog("The link could not be opened", [h("p", { role: "alert" }, why)]);
}

async function begin(): Promise<void> {
  join();
  if (document.body.classList.contains("loading")) {
    // The example is not what is opened.
    by("finding").textContent = "Loading the engine…";
    by("shown").replaceChildren();
  }
  const isOpen = openEarly();
  if (isOpen) {
    document.body.classList.remove("loading");
    showKept();
  }
  try {
    await engine.start(events);
    page.isReady = true;
    if (isOpen) run();
    page.catalogue = await engine.catalogue();
    listAgain();
  } catch (error) {
    document.body.classList.remove("loading");
    by("finding").textContent = "This browser cannot run the page.";
    by("shown").replaceChildren(h("p", {}, `It needs WebAssembly, workers and gzip: a browser of 2024 or later. It said: ${String(error).slice(0, 200)}`));
    return;
  }
  if (!isOpen) first();
}

void begin();
