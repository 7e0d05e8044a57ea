// The address of the page: a link that contains everything can be shared and opened.

import { scenario, texts } from "./editors";
import { embedCode, isEmbedded, linkBack } from "./embed";
import * as drafts from "./drafts";
import { open, openBundled, openNew, openRoll, rollTitle, showRoll, showTexts, titleOf } from "./open";
import { fromRollHash, rollHash } from "./roll_link";
import { fromHash, toHash } from "./share";
import { page } from "./state";
import { shareLink, shareCode } from "./downloads";
import type { Texts } from "./types";

/** Whether the address contains what is on the page. */
let isLink = false;

const holdsLink = () => location.hash.length > 1 && location.hash !== "#answer";

/** The prefix of an address that opens a game. */
const GAME = "#game=";
/** The address of a new rule. */
const NEW = "#new";

/**
 * Returns a function that opens the content of the address. Throws an Error that says what is wrong
 * with it.
 */
function linked(): () => void {
  const dice = fromRollHash(location.hash);
  if (dice) return () => openRoll(dice);
  if (location.hash === NEW) return openNew;
  if (!location.hash.startsWith(GAME)) {
    const shared = fromHash(location.hash);
    return () => open(shared.now, null, shared.pinned);
  }
  const name = location.hash.slice(GAME.length), game = page.catalogue!.games.find((entry) => entry.name === name);
  if (!game) throw new Error(`This page has no game called ${name}. Get the page anew and open the link there, or choose one under Games.`);
  return () => openBundled(game);
}

/**
 * Opens the content of the address if it is a link. Throws an Error that says what is wrong with
 * it.
 */
export function openLinked(): boolean {
  if (!holdsLink()) return false;
  const opening = linked();
  // Leaving the current content must not remove the new link from the address.
  isLink = false;
  opening();
  isLink = true;
  return true;
}

/**
 * Opens what does not need the engine: the dice of the address, or else the last draft, or else an
 * example. Returns whether the address is not about something else.
 */
export function openEarly(): boolean {
  let dice;
  try { dice = fromRollHash(location.hash); } catch { return false; }
  if (!dice && holdsLink()) return false;
  const draft = dice || isEmbedded ? null : drafts.last();
  if (draft) showTexts(draft, draft); else showRoll(dice ?? undefined);
  isLink = dice !== null;
  return true;
}

/** Calls a function when the user goes to another link. */
export function listen(another: () => void): void { addEventListener("hashchange", () => { if (holdsLink()) another(); }); }

/** Removes the link from the address, because it no longer matches the page. */
export function leave(): void {
  if (!isLink) return;
  isLink = false;
  history.replaceState(null, "", location.pathname + location.search);
}

/** Writes the typed dice into the address, so that it opens them again. */
export function followRoll(): void {
  if (!page.roll) return;
  try { history.replaceState(null, "", rollHash(page.roll)); isLink = true; } catch { /* A sandbox has no address. */ }
  linkBack();
}

/** Returns the end of a link that contains everything. */
function wholeHash(): string {
  if (page.roll) return rollHash(page.roll);
  const fullText = (version: Texts) => version.scenario + (version.rule?.text ?? "");
  const now = texts(), pinned = page.pinned && fullText(page.pinned.texts) !== fullText(now) ? page.pinned.texts : null;
  return toHash({ now, pinned });
}

const title = () => `oddsmith: ${page.roll ? rollTitle(page.roll) : titleOf(scenario.text) || page.name}`;

/** Copies the HTML that shows the dice or the main chart in another page. */
export function copyEmbedCode(): void { shareCode(embedCode(wholeHash(), title())); }

export function share(): void {
  const hash = wholeHash(), link = location.href.split("#")[0] + hash;
  if (page.roll) {
    followRoll();
    return shareLink(link, title());
  }
  try { history.replaceState(null, "", hash); isLink = true; } catch { /* In a sandbox without an address, the link can still be copied. */ }
  shareLink(link, title());
}
