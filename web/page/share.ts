// Links that contain everything after their #: compressed, with a checksum.

import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import type { Texts } from "./types";

export interface Shared { now: Texts; pinned: Texts | null }

const VERSION = 1;
/** The longest text that a link may decompress to. */
const MOST = 4 << 20;

// Fletcher's checksum. A link that was shortened or changed does not match it.
function check(bytes: Uint8Array): string {
  let [a, b] = [1, 0];
  for (const byte of bytes) { a = (a + byte) % 65521; b = (b + a) % 65521; }
  return ((b * 65536 + a) >>> 0).toString(36);
}

const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function compact(texts: Texts): unknown {
  return texts.rule ? [texts.name, texts.scenario, texts.rule.name, texts.rule.text] : [texts.name, texts.scenario];
}

export function toHash({ now, pinned }: Shared): string {
  const same = pinned && pinned.rule?.text === now.rule?.text && pinned.rule ? { ...pinned, rule: null } : pinned;
  const bytes = deflateSync(strToU8(JSON.stringify(pinned ? [compact(now), compact(same!)] : [compact(now)])), { level: 9 });
  return `#${VERSION}.${check(bytes)}.${toText(bytes)}`;
}

/** Decodes a link. Throws an Error that says what is wrong with it. */
export function fromHash(hash: string): Shared {
  const parts = /^#(\d+)\.([0-9a-z]*)\.?([\w-]*)(.*)$/s.exec(hash);
  if (!parts) throw new Error("This link is not one of this page: what follows # cannot be read. Ask for it again, whole.");
  if (Number(parts[1]) > VERSION) throw new Error(`This link was made by a later version of the page (${parts[1]}; this one reads ${VERSION}). Get the page anew and open the link there.`);
  const broken = new Error("This link was cut or changed on its way: the end is missing, or a character in it. Ask for it again, as a file or unbroken on one line.");
  if (Number(parts[1]) < 1 || parts[4]) throw broken;
  let content: unknown;
  try {
    const bytes = Uint8Array.from(atob(parts[3].replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    if (!bytes.length || check(bytes) !== parts[2]) throw broken;
    content = JSON.parse(strFromU8(inflateSync(bytes, { out: new Uint8Array(MOST) })));
  } catch { throw broken; }
  const read = (value: unknown): Texts => {
    if (!Array.isArray(value) || value.length < 2 || !value.every((field) => typeof field === "string")) throw broken;
    const [name, scenario, rule, text] = value as string[];
    return { name, scenario, rule: rule === undefined || text === undefined ? null : { name: rule, text } };
  };
  if (!Array.isArray(content) || content.length < 1) throw broken;
  const now = read(content[0]), pinned = content.length > 1 ? read(content[1]) : null;
  return { now, pinned: pinned && !pinned.rule && now.rule ? { ...pinned, rule: now.rule } : pinned };
}
