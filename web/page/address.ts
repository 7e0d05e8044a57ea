// The address of the page: a link that contains everything can be shared and opened.

import { scenario, texts } from "./desk";
import { open, openBundled, titleOf } from "./opened";
import { fromHash, toHash } from "./share";
import { page } from "./state";
import { handOn } from "./taking";
import type { Texts } from "./types";

/** Whether the address contains what is on the page. */
let isLink = false;

const holdsLink = () => location.hash.length > 1 && location.hash !== "#answer";

/** The prefix of an address that opens a game. */
const GAME = "#game=";

/**
 * Returns a function that opens the content of the address. Throws an Error that says what is wrong
 * with it.
 */
function linked(): () => void {
  if (!location.hash.startsWith(GAME)) {
    const shared = fromHash(location.hash);
    return () => open(shared.now, null, shared.pinned);
  }
  const name = location.hash.slice(GAME.length), game = page.catalogue.games.find((entry) => entry.name === name);
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

/** Calls a function when the user goes to another link. */
export function listen(another: () => void): void { addEventListener("hashchange", () => { if (holdsLink()) another(); }); }

/** Removes the link from the address, because it no longer matches the page. */
export function leave(): void {
  if (!isLink) return;
  isLink = false;
  history.replaceState(null, "", location.pathname + location.search);
}

export function share(): void {
  const fullText = (version: Texts) => version.scenario + (version.rule?.text ?? "");
  const now = texts(), pinned = page.pinned && fullText(page.pinned.texts) !== fullText(now) ? page.pinned.texts : null;
  const hash = toHash({ now, pinned }), link = location.href.split("#")[0] + hash;
  try { history.replaceState(null, "", hash); isLink = true; } catch { /* In a sandbox without an address, the link can still be copied. */ }
  handOn(link, `oddsmith: ${titleOf(scenario.text) || page.name}`);
}
