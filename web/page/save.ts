// What a user can save or copy by a click: files, pictures, tables.

import { zipSync } from "fflate";
import type { File_ } from "./engine";

const TYPES: Record<string, string> = { svg: "image/svg+xml", png: "image/png", pdf: "application/pdf", csv: "text/csv", html: "text/html", json: "application/json", toml: "application/toml", zip: "application/zip", odds: "text/plain" };
const type = (name: string) => TYPES[name.split(".").at(-1)!] ?? "application/octet-stream";

export function download(name: string, bytes: Uint8Array | string): void {
  const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: type(name) }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function zip(name: string, files: File_[]): void {
  const content = Object.fromEntries(files.map((file) => [`${name}/${file.name}`, file.bytes]));
  download(`${name}.zip`, zipSync(content, { level: 6 }));
}

export async function copyPicture(bytes: Uint8Array): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes as BlobPart], { type: "image/png" }) })]);
}

/** Copies rows for a spreadsheet. Texts that begin like a formula get an apostrophe in front. */
export async function copyTable(rows: string[][]): Promise<void> {
  const cell = (text: string) => (/^[=@]/.test(text) || /^[+-](?![\d.])/.test(text) ? `'${text}` : text).replace(/[\t\n\r]/g, " ");
  await copyText(rows.map((row) => row.map(cell).join("\t")).join("\n"));
}

export async function copyText(text: string): Promise<void> {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (!isCopied) throw new Error("this browser does not let the page copy");
  }
}
