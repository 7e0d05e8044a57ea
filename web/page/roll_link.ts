// Links to typed dice: `#roll=4d6kh3;3d6&at-least`.

import type { Roll, RollView } from "./types";

const START = "#roll=";
/** The longest text that a link opens. */
const MOST = 8000;
const VIEWS: RollView[] = ["exactly", "at least", "at most"];

// These signs are safe in an address, and easier to read than their codes.
const encoded = (line: string) => encodeURIComponent(line).replace(/%(2B|2C|3D|3A)/g, decodeURIComponent);

export function rollHash({ text, view }: Roll): string {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return START + lines.map(encoded).join(";") + (view === "exactly" ? "" : `&${view.replace(" ", "-")}`);
}

/** Returns the dice of a link; null for another address. Throws an Error that says what is wrong. */
export function fromRollHash(hash: string): Roll | null {
  if (!hash.startsWith(START)) return null;
  const [lines, view = ""] = hash.slice(START.length).split("&");
  let text: string;
  try { text = lines.split(";").map(decodeURIComponent).join("\n"); } catch { throw new Error("This link to dice was cut or changed on its way. Ask for it again."); }
  if (text.length > MOST) throw new Error("This link has too much text for dice.");
  return { text, view: VIEWS.find((known) => known.replace(" ", "-") === view) ?? "exactly" };
}
