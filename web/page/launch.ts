// Unpacks the engine while the browser still reads the script of the page.

import type { Launched } from "./types";

declare const WORKER: string;

const text = document.getElementById("engine")!, url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })), worker = new Worker(url);
const unpacked = new Promise<WebAssembly.Module>((resolve, reject) => {
  worker.onmessage = ({ data }) => (data.kind === "unpacked" ? resolve(data.module) : reject(new Error(data.why)));
  worker.onerror = (event) => { event.preventDefault(); reject(new Error(event.message)); };
});
worker.postMessage({ kind: "unpack", text: text.textContent!.trim() });
text.remove();
(globalThis as unknown as { launched: Launched }).launched = { url, worker, unpacked };
