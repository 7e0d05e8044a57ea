// What a visitor can start from, other than dice: a game, a rule of their own, or a file.

import { choose } from "./chooser";
import { scenarios } from "./commands";
import { by } from "./dom";
import { isEmbedded } from "./embed";
import { dropFiles, openFiles } from "./files";
import { openBundled, openNew } from "./open";
import { page } from "./state";
import { toast } from "./dialogs";

/** Performs an action that needs the games and the rules of the engine. */
const loaded = (action: () => void) => () => (page.catalogue ? action() : toast("The engine is still loading: try again in a moment."));

export function wireStart(): void {
  const file = by<HTMLInputElement>("file");
  by("new-rule").onclick = loaded(openNew);
  by("open-file").onclick = () => file.click();
  by("to-games").onclick = () => by("start-title").scrollIntoView();
  by("all-games").onclick = () => choose("Choose a game: type its name, what it is about, or a mechanic", () => scenarios().filter(({ group }) => group === "Games"));
  file.onchange = () => { openFiles([...file.files!]); file.value = ""; };
  by("games").onclick = ({ target }) => {
    const name = (target as Element).closest<HTMLElement>(".game")?.dataset.game;
    if (name) loaded(() => openBundled(page.catalogue!.games.find((game) => game.name === name)!))();
  };
  if (!isEmbedded) dropFiles();
}
