// Shows what the page is, and the licences of everything in it.

import { h } from "./dom";
import { unpack } from "./unpack";
import { dialog } from "./dialogs";

export async function about(version: string): Promise<void> {
  const notices = await unpack("notices");
  dialog("About oddsmith", [
    h("p", {}, `Version ${version}. The odds of game rules: explored and computed exactly, and played with real dice, in this page alone. Nothing that you write leaves it, unless you share or download it.`),
    h("p", {}, "The program is licensed under MIT or Apache-2.0, as you like. These are inside it:"),
    h("pre", { tabindex: 0, role: "region", "aria-label": "Licences" }, notices),
  ]);
}
