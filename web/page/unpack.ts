// Reads the packed elements of the file.

import { by } from "./dom";
import { fromSigns } from "./packed";

export async function unpack(id: string): Promise<string> {
  const bytes = new Blob([fromSigns(by(id).textContent!.trim())]).stream();
  return new Response(bytes.pipeThrough(new DecompressionStream("gzip"))).text();
}
