// The engine in its worker. A worker that does not react at once is replaced by a spare one.

import type { Answer, Begun, Catalogue, Chart, Compared, Found, Launched, Log, Problem, Roll, Texts } from "./types";

declare const launched: Launched;
/** After this many milliseconds, a worker that does not react is replaced. */
const PATIENCE = 90;

/** Whether the screen is as narrow as a phone's. */
export const narrow = matchMedia("(max-width: 720px)");

export interface EngineEvents {
  begun(begun: Begun): void;
  warned(warnings: Problem[]): void;
  answer(answer: Answer, isWhole: boolean): void;
  progress(step: { explored: number; run: number; total: number }, isWhole: boolean): void;
  found(come: { tried: number; total: number | null }): void;
  done(): void;
  failed(why: string): void;
}
export interface File_ { name: string; bytes: Uint8Array }
type Asked = { resolve(result: any): void; reject(why: Error): void };
interface EngineWorker { worker: Worker; ready: Promise<void>; isBusy: boolean }

export class Engine {
  private module!: WebAssembly.Module;
  private active!: EngineWorker;
  private spare: EngineWorker | null = null;
  private id = 0;
  private fetched = 0;
  private request: Texts & { roll?: Roll } | null = null;
  private pinned: Texts | null = null;
  private patience = 0;
  private asked = new Map<number, Asked>();
  private events!: EngineEvents;
  private isFinding = false;
  private whole: { promise: Promise<void>; resolve(): void } | null = null;

  /** Starts the engine once it is unpacked. */
  async start(events: EngineEvents): Promise<void> {
    this.events = events;
    this.module = await launched.unpacked;
    this.active = this.startWorker(launched.worker);
    await this.active.ready;
  }

  /**
   * Returns the games, the scenarios and the help that the engine contains. A worker that is
   * replaced does not answer, so the next one is asked.
   */
  async catalogue(): Promise<Catalogue> {
    for (let tries = 1; ; tries++) {
      await this.active.ready;
      try { return await this.ask<Catalogue>({ kind: "catalogue" }); } catch (error) { if (tries === 5) throw error; }
    }
  }

  private startWorker(worker = new Worker(launched.url)): EngineWorker {
    const engineWorker = { worker, isBusy: false } as EngineWorker;
    engineWorker.ready = new Promise((resolve) => {
      worker.onmessage = ({ data }) => (data.kind === "ready" ? resolve() : this.receive(engineWorker, data));
      worker.onerror = (event) => { event.preventDefault(); this.receive(engineWorker, { kind: "failed", id: this.id, why: event.message }); };
    });
    worker.postMessage({ kind: "start", module: this.module });
    if (this.pinned) worker.postMessage({ kind: "run and pin", ...this.pinned });
    return engineWorker;
  }

  private receive(engineWorker: EngineWorker, data: any): void {
    if (data.kind === "files") {
      const asked = this.asked.get(data.id);
      this.asked.delete(data.id);
      if (data.failed) asked?.reject(new Error(data.failed)); else asked?.resolve(data.files);
      return;
    }
    if (engineWorker !== this.active) return;
    if (data.kind === "finding") return this.events.found(data.come);
    if (data.kind === "failed") {
      const wasBusy = engineWorker.isBusy;
      this.refuse(data.why);
      this.replace();
      if (data.id === this.id) this.events.failed(data.why); else if (wasBusy) this.send();
      return;
    }
    if (data.id !== this.id) return;
    clearTimeout(this.patience);
    if (data.kind === "begun") {
      if (data.begun.problems) this.markIdle(engineWorker);
      this.events.begun(data.begun);
    } else if (data.kind === "warned") this.events.warned(data.warnings);
    else if (data.kind === "progress") this.events.progress(data.step, data.isWhole);
    else if (data.kind === "answer") {
      if (data.isWhole) { this.markIdle(engineWorker); this.whole?.resolve(); }
      this.events.answer(data.answer, data.isWhole);
    } else if (data.kind === "done") this.events.done();
  }

  private markIdle(engineWorker: EngineWorker): void {
    engineWorker.isBusy = false;
    // The spare worker is started while there is nothing to do, so that it is ready when it is
    // needed.
    if (!this.spare) setTimeout(() => { this.spare ??= this.startWorker(); }, 400);
  }

  /** Rejects all requests to a worker that is gone, because they will never be answered. */
  private refuse(why: string): void {
    this.asked.forEach(({ reject }) => reject(new Error(why)));
    this.asked.clear();
  }

  private replace(): void {
    clearTimeout(this.patience);
    this.refuse("it was stopped, or the text was changed first");
    this.active.worker.terminate();
    this.active = this.spare ?? this.startWorker();
    this.spare = null;
  }

  /** Runs texts, or instead of them typed dice. */
  run(texts: Texts & { roll?: Roll }): void {
    this.id += 1;
    this.request = texts;
    this.whole?.resolve();
    let resolve = () => {};
    const promise = new Promise<void>((settle) => { resolve = settle; });
    this.whole = { promise, resolve };
    clearTimeout(this.patience);
    if (this.active.isBusy) this.patience = window.setTimeout(() => { this.replace(); this.send(); }, PATIENCE);
    this.send();
  }

  private send(): void {
    const { active, id, request } = this;
    active.isBusy = true;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const post = () => active.worker.postMessage({ kind: "run", id, ...request, seed, isNarrow: narrow.matches });
    active.ready.then(() => { if (active === this.active && id === this.id) post(); });
  }

  get isBusy(): boolean { return this.active?.isBusy ?? false; }

  /**
   * Stops the current work. Returns whether it has ended. A search first reports what it has found
   * so far, unless it is stopped again.
   */
  stop(): boolean {
    if (this.isFinding) {
      this.isFinding = false;
      this.active.worker.postMessage({ kind: "stop finding" });
      return false;
    }
    this.id += 1;
    this.whole?.resolve();
    this.replace();
    return true;
  }

  /** Waits for all trials of the last run. */
  private async rested(): Promise<void> {
    for (let whole = this.whole; this.isBusy && whole; whole = this.whole) {
      await whole.promise;
      if (whole === this.whole) return;
    }
  }

  /** Returns files of the last run, once all its trials are done. */
  async files(question: { kind: "files"; formats: string[]; page: boolean } | { kind: "chart"; file: string; format: string }): Promise<File_[]> {
    await this.rested();
    return this.ask(question);
  }

  /**
   * Pins the last answer, of these texts, so that later charts are compared with it. A worker that
   * replaces this one computes it again.
   */
  pin(texts: Texts): void {
    this.pinned = texts;
    this.active?.worker.postMessage({ kind: "pin" });
    this.spare?.worker.postMessage({ kind: "run and pin", ...texts });
  }

  /** Ends the comparison, and returns the charts of the last answer without it. */
  unpin(): Promise<Chart[]> {
    this.pinned = null;
    this.spare?.worker.postMessage({ kind: "unpin" });
    return this.ask({ kind: "unpin" });
  }

  /** Finds what matters most to a question of the last run. */
  chooseSensitivity(question: string): Promise<Chart> { return this.askOfRun({ kind: "sensitivity", question }); }

  /** Compares a log of playtests with the odds of the last run. */
  compare(log: Log): Promise<Compared> { return this.askOfRun({ kind: "playtest", log }); }

  /** Removes the log from the files of the last run. */
  forgetLog(): void { this.active?.worker.postMessage({ kind: "forget playtest" }); }

  /** Asks a question about the last run. The next keystroke stops it. */
  private async askOfRun<T>(question: object): Promise<T> {
    await this.rested();
    const { active: engineWorker, id } = this;
    engineWorker.isBusy = true;
    // Another run may have begun in the meantime. It is not affected.
    try { return await this.ask<T>(question); } finally { if (id === this.id) engineWorker.isBusy = false; }
  }

  /** Searches for parameter values that meet the goals of the last run. */
  async find(): Promise<Found> {
    const wanted = this.id;
    await this.rested();
    const { active: engineWorker, id } = this;
    if (id !== wanted) throw new Error("the text was changed first");
    engineWorker.isBusy = this.isFinding = true;
    try { return await this.ask<Found>({ kind: "find" }); } finally {
      this.isFinding = false;
      if (id === this.id) engineWorker.isBusy = false;
    }
  }

  /** Sends a question of an editor to the spare worker, so that it does not wait for a run. */
  async askAt<T>(request: string, question: object): Promise<T> {
    const engineWorker = this.spare ?? this.active;
    await engineWorker?.ready;
    return this.ask<T>({ kind: "editing", request, ...question }, engineWorker);
  }

  private ask<T>(question: object, engineWorker = this.active): Promise<T> {
    if (!engineWorker) return Promise.reject(new Error("the engine is not loaded yet"));
    const id = --this.fetched;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      engineWorker.worker.postMessage({ ...question, id });
    });
  }
}
