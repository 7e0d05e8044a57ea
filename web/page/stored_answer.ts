// Keeps the last complete answer in this browser, for the next visit.

import { texts } from "./editors";
import { isEmbedded } from "./embed";
import { narrow } from "./engine";
import { page } from "./state";
import type { Answer, Begun } from "./types";

declare const BUILD: string;
const KEY = "oddsmith.answer";
/** The longest answer that is kept, in characters. */
const MOST = 1 << 20;

/** Returns what an answer is about: the engine, the texts, and the width of the screen. */
const subject = () => JSON.stringify([BUILD, page.roll ?? texts(), narrow.matches]);

export function keepAnswer(): void {
  if (page.pinned || isEmbedded) return;
  const kept = JSON.stringify({ subject: subject(), begun: page.begun, answer: page.answer });
  try { if (kept.length < MOST) localStorage.setItem(KEY, kept); } catch { /* The next visit waits for the engine. */ }
}

/** Returns the last answer, if it is about what is open. */
export function keptAnswer(): { begun: Begun; answer: Answer } | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept?.subject === subject() ? kept : null;
  } catch { return null; }
}
