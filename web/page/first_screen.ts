// The first screen, of which the page contains a copy for the time before its script has started.

import { h } from "./dom";
import { rolledSections } from "./roll_answer";
import type { Answer, RollView } from "./types";

/** An example of each mechanic. */
const EXAMPLES: [string, string][] = [
  ["Sum", "2d6 + 3"],
  ["Keep highest", "4d6kh3"],
  ["Advantage", "2d20kh1\nd20\n2d20kl1"],
  ["Success count", "count(5d10 >= 7)"],
  ["Exploding", "3d6!"],
  ["Reroll", "2d6ro<=2"],
  ["Opposed roll", "d20 + 5 > d20"],
  ["Custom die", "3d{0,1,1,2}"],
  ["Against a target", "2d6 + 3 >= 10"],
  ["Hit, then damage", "d8 if d20 + 5 >= 15 else 0"],
];

const VIEWS: RollView[] = ["exactly", "at least", "at most"];

export const chips = (take: (text: string) => void) => EXAMPLES.map(([name, text]) => h("button", { type: "button", class: "chip", onclick: () => take(text) }, h("span", {}, name), text.length < 17 || text.includes("\n") ? h("code", { "aria-hidden": "true" }, text.split("\n")[0]) : null));

export const views = (pick: (view: RollView) => void) => VIEWS.map((view) => h("label", {}, h("input", { type: "radio", name: "roll-view", value: view, checked: view === VIEWS[0], onchange: () => pick(view) }), h("span", {}, view[0].toUpperCase() + view.slice(1))));

interface FirstGame { name: string; game: string; question: string; picture: string }

/** Returns a game by picture. The page listens to all of them at once. */
function tile({ name, game, question, picture }: FirstGame): HTMLElement {
  const drawn = h("span", { class: "picture", "aria-hidden": "true" });
  drawn.innerHTML = picture;
  return h("button", { type: "button", class: "game", "data-game": name }, drawn, h("b", {}, game), h("span", {}, question));
}

/** Returns the parts of the first screen for a wide screen and for a phone. */
export function parts(games: FirstGame[], answer: Record<"wide" | "narrow", Answer>): Record<string, HTMLElement[]> {
  const sections = (screen: "wide" | "narrow") => h("div", { class: `prepared ${screen}` }, rolledSections(answer[screen], () => {}));
  return { chips: chips(() => {}), views: views(() => {}), tiles: games.map(tile), shown: [sections("wide"), sections("narrow")] };
}
