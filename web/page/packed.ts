// Encodes bytes as text of 85 characters, five for four bytes. This is a sixteenth shorter than
// base64, and as safe in HTML.

declare const SIGNS: string;

/** Decodes a text that `bundle.mjs` packed: the number of bytes, a space, and the characters. */
export function fromSigns(text: string): Uint8Array<ArrayBuffer> {
  const start = text.indexOf(" ") + 1, length = Number(text.slice(0, start));
  const values = new Uint8Array(128);
  for (let i = 0; i < SIGNS.length; i++) values[SIGNS.charCodeAt(i)] = i;
  const bytes = new Uint8Array(Math.ceil(length / 4) * 4), view = new DataView(bytes.buffer);
  for (let at = 0, from = start; at < bytes.length; at += 4) {
    let word = 0;
    for (const end = from + 5; from < end; from++) word = word * 85 + values[text.charCodeAt(from)];
    view.setUint32(at, word);
  }
  return bytes.subarray(0, length);
}
