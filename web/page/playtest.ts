// Compares a log of playtests with the open scenario: the file, the question about it, and the
// section that shows the comparison. Each run compares it again.

import { menu, type Item } from "./chooser";
import { engine } from "./editors";
import { sheet } from "./sheets";
import { by } from "./dom";
import { toast } from "./dialogs";
import { show } from "./render";
import { page } from "./state";
import type { Log } from "./types";

/** The largest log that is read, in bytes. */
const MOST = 16 << 20;

/** Whether a file is a log: rows of a spreadsheet. */
export const isLog = ({ name }: File): boolean => /\.(csv|tsv|xlsx|xls|ods)$/i.test(name);

/** Reads a log and compares it. */
export async function openLog(file: File): Promise<void> {
  if (page.roll || !page.begun) return toast("Open a game or a scenario first, then the log of its playtests.", true);
  if (file.size > MOST) return toast("The log is larger than 16 MiB.", true);
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A text of one character for each byte, which a message to the engine can hold.
  let text = "";
  for (let at = 0; at < bytes.length; at += 1 << 15) text += String.fromCharCode(...bytes.subarray(at, at + (1 << 15)));
  page.log = { name: file.name, bytes: text, by: null, fit: null, skips: false };
  sheet("answer");
  await compare();
  by("shown").querySelector("[data-key=playtest]")?.scrollIntoView({ block: "nearest" });
  by("playtest")?.focus({ preventScroll: true });
}

/** Compares the log again, if there is one. */
export async function compare(): Promise<void> {
  const { log } = page;
  if (!log) return;
  try {
    const compared = await engine.compare(log);
    if (log !== page.log) return;
    page.compared = compared;
    show();
  } catch (error) {
    // A later run compares it.
    if (log === page.log && !page.compared) toast(`The log waits for the next answer: ${(error as Error).message}.`, true);
  }
}

function ask(change: Partial<Log>): void {
  if (!page.log) return;
  page.log = { ...page.log, ...change };
  void compare();
}

/** Removes the log. */
export function closeLog(): void {
  [page.log, page.compared] = [null, null];
  engine.forgetLog();
  show();
}

/** Leaves out the rows with mistakes. */
export const skipRows = (): void => ask({ skips: true });

/** Offers the numbers that the table may have played with. */
export function chooseFit(at: HTMLElement): void {
  const { log, begun, answer } = page;
  if (!log || !begun) return;
  const fit = (name: string, note: string, key: string | null): Item => ({ name, note, run: () => ask({ fit: key }) });
  const parameters = begun.knobs.filter(({ kind }) => kind !== "decimal").slice(0, 20).map(({ key, label }) => fit(label, "", key));
  menu(at, [
    parameters,
    answer?.play ? [fit("How well they played", "best play, random and fixed options", "play")] : [],
    log.fit ? [fit("None", "", null)] : [],
  ].filter((group) => group.length), "How likely is the log with each value?");
}

/** Offers the other columns of the log, to compare its parts. */
export function choosePart(at: HTMLElement): void {
  const columns = page.compared?.playtest?.otherColumns ?? [];
  const part = (name: string, column: string | null): Item => ({ name, run: () => ask({ by: column }) });
  menu(at, [columns.slice(0, 20).map((column) => part(column, column)), page.log?.by ? [part("None", null)] : []].filter((group) => group.length), "Compare the rows with each value apart.");
}
