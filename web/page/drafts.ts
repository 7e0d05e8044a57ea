// Drafts in the storage of this browser: they can be named, found and deleted. If the browser
// stores nothing, the user is informed.

import type { Texts } from "./types";

export interface Draft extends Texts { id: string; title: string; changed: number }

const KEY = "oddsmith.drafts", LAST = "oddsmith.last";
const MOST = 100;

function isDraft(value: any): value is Draft {
  return value && [value.id, value.name, value.scenario, value.title].every((field) => typeof field === "string") && typeof value.changed === "number"
    && (value.rule === null || (typeof value.rule?.name === "string" && typeof value.rule?.text === "string"));
}

export function list(): Draft[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isDraft).sort((a, b) => b.changed - a.changed) : [];
  } catch { return []; }
}

/** Returns a draft of texts. It is not stored yet. */
export const create = (texts: Texts, title: string): Draft => ({ ...texts, id: crypto.getRandomValues(new Uint32Array(2)).join("-"), title, changed: Date.now() });

/** Stores drafts. Returns an error message, or null. */
function keep(drafts: Draft[]): string | null {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts.slice(0, MOST)));
    return null;
  } catch (error) {
    const isFull = error instanceof DOMException && (error.name === "QuotaExceededError" || error.name === "NS_ERROR_DOM_QUOTA_REACHED");
    return isFull ? "Not kept: this browser's room is full. Delete drafts, or download the scenario." : "Not kept: this browser keeps nothing for this page. Download the scenario, or share a link.";
  }
}

export function save(draft: Draft): string | null {
  const wrong = keep([draft, ...list().filter((other) => other.id !== draft.id)]);
  try { localStorage.setItem(LAST, draft.id); } catch { /* This is reported above. */ }
  return wrong;
}

export function remove(id: string): string | null { return keep(list().filter((draft) => draft.id !== id)); }

export function last(): Draft | null {
  try {
    const id = localStorage.getItem(LAST);
    return list().find((draft) => draft.id === id) ?? null;
  } catch { return null; }
}

export function forget(): void { try { localStorage.removeItem(LAST); } catch { /* Nothing was stored. */ } }
