// The address of the page: a link that holds everything, given to others and opened.

import { scenario, texts } from "./desk";
import { open, openBundled, titleOf } from "./opened";
import { fromHash, toHash } from "./share";
import { page } from "./state";
import { handOn } from "./taking";
import type { Texts } from "./types";

/** Whether the address holds what is on the page. */
let isLink = false;

const holdsLink = () => location.hash.length > 1 && location.hash !== "#answer";

/** Before the name of a game, in an address that opens one. */
const GAME = "#game=";

/** What opens what the address holds; an Error says what is wrong with it. */
function linked(): () => void {
  if (!location.hash.startsWith(GAME)) {
    const shared = fromHash(location.hash);
    return () => open(shared.now, null, shared.pinned);
  }
  const name = location.hash.slice(GAME.length), game = page.catalogue.games.find((entry) => entry.name === name);
  if (!game) throw new Error(`This page has no game called ${name}. Get the page anew and open the link there, or choose one under Games.`);
  return () => openBundled(game);
}

/** Opens what the address holds, where it is a link; an Error says what is wrong with it. */
export function openLinked(): boolean {
  if (!holdsLink()) return false;
  const opening = linked();
  // What is left here must not take the new link out of the address.
  isLink = false;
  opening();
  isLink = true;
  return true;
}

/** Calls when somebody goes to another link. */
export function listen(another: () => void): void { addEventListener("hashchange", () => { if (holdsLink()) another(); }); }

/** The page is no longer what the address holds. */
export function leave(): void {
  if (!isLink) return;
  isLink = false;
  history.replaceState(null, "", location.pathname + location.search);
}

export function share(): void {
  const fullText = (version: Texts) => version.scenario + (version.rule?.text ?? "");
  const now = texts(), pinned = page.pinned && fullText(page.pinned.texts) !== fullText(now) ? page.pinned.texts : null;
  const hash = toHash({ now, pinned }), link = location.href.split("#")[0] + hash;
  try { history.replaceState(null, "", hash); isLink = true; } catch { /* a sandbox without addresses: the link can still be copied */ }
  handOn(link, `oddsmith: ${titleOf(scenario.text) || page.name}`);
}
