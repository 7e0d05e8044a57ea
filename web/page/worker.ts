// The engine in a worker. A run proceeds case by case, and checks in between whether another one
// was requested.

import { XzReadableStream } from "xz-decompress";
import { fromSigns } from "./packed";

interface Exports { memory: WebAssembly.Memory; input(n: number): number; call(): void; output(): number; output_length(): number }
interface Texts { name: string; scenario: string; rule: { name: string; text: string } | null }
interface RunRequest extends Texts { id: number; seed: number; isNarrow: boolean; roll?: { text: string; view: string } }

let engine: Exports;
/** All trials are started after this many milliseconds without a keystroke. */
const PAUSE = 180;
let wanted = 0;
const post = (message: unknown, transfer: Transferable[] = []) => (self as unknown as Worker).postMessage(message, transfer);

function ask(question: unknown): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const at = engine.input(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  engine.call();
  return new Uint8Array(engine.memory.buffer, engine.output(), engine.output_length()).slice();
}
const answerTo = (question: unknown) => JSON.parse(new TextDecoder().decode(ask(question)));

// Lets the worker handle waiting messages.
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();
const setKnob = () => new Promise<void>((resolve) => { waiting.push(resolve); channel.port2.postMessage(0); });

// Returns the reason why the engine failed, as far as it is known.
function failure(error: unknown): string {
  let text = "";
  try { text = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.output(), engine.output_length()).slice(0, 500)); } catch { /* The memory can no longer be read. */ }
  return text.startsWith("panicked") ? text : String(error);
}

/** The number of trials of the first answer, which appears at once. */
const FIRST = 20_000;
/**
 * After this many milliseconds without an answer, the selected setting is answered alone, if the
 * others would take much longer.
 */
const LONG = 200;

/** Whether the rest of a run takes long, whose steps have taken some milliseconds so far. */
function isLong(taken: number, step: { explored: number; run: number; total: number }): boolean {
  const share = (step.explored + step.run) / (2 * step.total);
  return step.explored > 1 && taken * (1 / share - 1) > 2 * LONG;
}

// Computes the pinned answer in a worker that did not exist when it was pinned. It does not pause,
// because the next run waits for it.
function runAndPin({ name, scenario, rule }: Texts): void {
  if (answerTo({ do: "begin", name, scenario, ruleFile: rule, seed: 1, most: FIRST }).problems) return;
  for (let step = answerTo({ do: "step" }); step.explored !== undefined; step = answerTo({ do: "step" }));
  answerTo({ do: "pin", isUnseen: true });
}

async function run({ id, name, scenario, rule, roll, seed, isNarrow }: RunRequest): Promise<void> {
  wanted = id;
  const question = { do: "begin", name, scenario, ruleFile: rule, roll, seed, isNarrow };
  const asked = performance.now();
  // Typed dice need no trials if their odds are exact. If they are not, the next pass has trials.
  for (const most of roll ? [0, FIRST, null] : [FIRST, null]) {
    const begun = answerTo({ ...question, most });
    if (begun.problems || most !== null) post({ kind: "begun", id, begun });
    if (begun.problems) return;
    if (most === null && begun.warnings.length) post({ kind: "warned", id, warnings: begun.warnings });
    let since = performance.now(), shown = since, isAlone = false;
    const started = since;
    for (;;) {
      const step = answerTo({ do: "step" });
      if (step.answer || step.problems) {
        const isExact = step.answer?.status.exact === step.answer?.status.cases;
        if (most === 0 && !(step.answer && isExact)) break;
        const isWhole = most === null || most === 0;
        post({ kind: step.answer ? "answer" : "begun", id, answer: step.answer, begun: step, isWhole });
        if (step.problems || most === 0) return;
        break;
      }
      const now = performance.now();
      if (most === FIRST && !isAlone && now - asked > LONG && isLong(now - started, step)) {
        isAlone = true;
        const { answer } = answerTo({ do: "selected" });
        if (answer) post({ kind: "answer", id, answer, isWhole: false });
      }
      if (now - shown > 100) { post({ kind: "progress", id, step, isWhole: most === null }); shown = now; }
      if (now - since > 12) { await setKnob(); since = performance.now(); if (wanted !== id) return; }
    }
    // While the user is still typing, the full run does not start, because nobody would see its
    // trials.
    if (most === FIRST) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (wanted !== id) return;
  }
  post({ kind: "done", id });
}

// Searches for parameter values setting by setting, until the search is over or stopped, or
// something else is requested.
let isStopped = false;
async function find(id: number): Promise<void> {
  wanted = id;
  isStopped = false;
  let step = answerTo({ do: "find" }), since = performance.now(), shown = since;
  while (step.total !== undefined) {
    const now = performance.now();
    if (now - shown > 100) { post({ kind: "finding", come: step }); shown = now; }
    if (now - since > 12) { await setKnob(); since = performance.now(); }
    if (wanted !== id) return post({ kind: "files", id, failed: "the text was changed first" });
    step = answerTo({ do: "find on", isStopped });
  }
  post({ kind: "files", id, failed: step.failed ?? (step.idle && "the text was changed first"), files: step.found });
}

self.onmessage = async ({ data }: MessageEvent) => {
  try {
    if (data.kind === "unpack") {
      // The engine is packed to a quarter of its size. It is compiled once, while it is unpacked,
      // and the module is passed to every later worker.
      const bytes = new XzReadableStream(new Blob([fromSigns(data.text)]).stream());
      const asWasm = { headers: { "Content-Type": "application/wasm" } };
      post({ kind: "unpacked", module: await WebAssembly.compileStreaming(new Response(bytes, asWasm)) });
    } else if (data.kind === "start") {
      const instance = await WebAssembly.instantiate(data.module as WebAssembly.Module, {});
      engine = instance.exports as unknown as Exports;
      post({ kind: "ready" });
    } else if (data.kind === "catalogue") {
      post({ kind: "files", id: data.id, files: answerTo({ do: "catalogue" }) });
    } else if (data.kind === "run") await run(data);
    else if (data.kind === "find") await find(data.id);
    else if (data.kind === "stop finding") isStopped = true;
    else if (data.kind === "pin") answerTo({ do: "pin" });
    else if (data.kind === "run and pin") runAndPin(data);
    else if (data.kind === "unpin") post({ kind: "files", id: data.id, files: answerTo({ do: "unpin" }).charts });
    else if (data.kind === "editing") {
      const { id, request, rule, ...question } = data;
      post({ kind: "files", id, files: answerTo({ ...question, do: request, ruleFile: rule }) });
    } else if (data.kind === "sensitivity") {
      const made = answerTo({ do: "sensitivity", question: data.question });
      post({ kind: "files", id: data.id, failed: made.failed, files: made.chart });
    } else if (data.kind === "playtest") {
      const made = answerTo({ do: "playtest", log: data.log });
      post({ kind: "files", id: data.id, failed: made.failed, files: made });
    } else if (data.kind === "forget playtest") answerTo({ do: "forget playtest" });
    else if (data.kind === "files" || data.kind === "chart") {
      const made = answerTo({ do: data.kind, formats: data.formats, page: data.page, file: data.file, format: data.format });
      if (made.failed) post({ kind: "files", id: data.id, failed: made.failed });
      else {
        const files = made.files.map((name: string, at: number) => ({ name, bytes: ask({ do: "file", at }) }));
        post({ kind: "files", id: data.id, files }, files.map((file: { bytes: Uint8Array }) => file.bytes.buffer));
      }
    }
  } catch (error) {
    post({ kind: "failed", id: data.id, why: failure(error) });
  }
};
