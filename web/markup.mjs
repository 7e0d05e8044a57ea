// Runs the page's own functions that make elements, and returns the elements as HTML.
import { build } from "esbuild";

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const VOID = ["input"];

/** The part of an element that these functions use. */
class Mark {
  attributes = ""; content = "";
  constructor(tag) { this.tag = tag; }
  setAttribute(name, value) { this.attributes += ` ${name}="${escaped(value)}"`; }
  append(child) { this.content += child instanceof Mark ? child : escaped(child); }
  set innerHTML(html) { this.content = html; }
  querySelectorAll() { return []; }
  addEventListener() {}
  toString() { return `<${this.tag}${this.attributes}>${VOID.includes(this.tag) ? "" : `${this.content}</${this.tag}>`}`; }
}

/** Imports a module of the page that only makes elements. */
export async function importMarkup(entry, options) {
  globalThis.document = { createElement: (tag) => new Mark(tag) };
  const made = await build({ ...options, entryPoints: [entry], format: "esm", minify: false });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
}
