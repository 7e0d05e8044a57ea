// Quotation marks and spaces from web pages and word processors, which are not part of the
// languages.

import type { Editor } from "./editor";

const ODD = "“”„‟«»‘’‚\\u00a0\\u202f\\u2007\\u200b\\ufeff";

export const hasTypographicSigns = (text: string) => new RegExp(`[${ODD}]`).test(text);

/** Replaces them by those of a keyboard. */
export function straighten(editors: Editor[]): void {
  for (const editor of editors) {
    const changes = [...editor.text.matchAll(new RegExp(`[${ODD}]`, "g"))].map((found) => ({
      from: found.index, to: found.index + 1, insert: /[“”„‟«»]/.test(found[0]) ? '"' : /[‘’‚]/.test(found[0]) ? "'" : /[\u200b\ufeff]/.test(found[0]) ? "" : " ",
    }));
    if (changes.length) editor.view.dispatch({ changes });
  }
}
