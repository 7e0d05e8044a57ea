// Bytes as text of 85 signs, five for four bytes: a sixteenth shorter than base64, and as safe within a page.

declare const SIGNS: string;

/** The bytes of a text that bundle.mjs packed: how many they are, a blank, and the signs. */
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
