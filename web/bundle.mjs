// Builds the page: `bundle.mjs MODULE.wasm OUT.html`. Everything is in one file, which fetches
// nothing.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { answerOf, firstGames, start } from "./first.mjs";
import { importMarkup } from "./markup.mjs";
import { joined, ofCrates, ofPackages } from "./licences.mjs";

const [module, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url)), at = (...parts) => join(here, ...parts);
const base64 = (bytes) => Buffer.from(bytes).toString("base64");
// None of these characters can end a script or begin a tag or an entity in HTML.
const signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?_~,()[]{}@%$#";
// Packs four bytes into five characters, as `page/packed.ts` reads them. The number of bytes comes
// first.
const inSigns = (bytes) => {
  const whole = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]), words = [];
  for (let at = 0; at < whole.length; at += 4) {
    let word = whole.readUInt32BE(at), five = "";
    for (let i = 0; i < 5; i++) { five = signs[word % 85] + five; word = Math.floor(word / 85); }
    words.push(five);
  }
  return `${bytes.length} ${words.join("")}`;
};
// The files that the report and the page share are a part of the report's script, and export
// nothing there. The page needs exports.
const shared = { name: "shared", setup: (build) => build.onLoad({ filter: /explorer[/\\](numbers|parting)\.js$/ }, ({ path }) => ({ contents: `${readFileSync(path, "utf8")}export { ${path.endsWith("parting.js") ? "parting" : "chance, change"} };`, loader: "js" })) };
// The dice that a first visit shows.
const example = { text: "4d6kh3", view: "exactly" };
const ask = await start(readFileSync(module)), catalogue = ask({ do: "catalogue" });
// An answer that a browser has kept is only shown by the engine that computed it.
const engineDigest = createHash("sha256").update(readFileSync(module)).digest("base64").slice(0, 16);
const options = { bundle: true, minify: true, write: false, format: "iife", target: ["es2022"], legalComments: "none", plugins: [shared], define: { SIGNS: JSON.stringify(signs), EXAMPLE: JSON.stringify(example), BUILD: JSON.stringify(engineDigest), FUNCTIONS: JSON.stringify(catalogue.functions) }, charset: "utf8", logLevel: "warning" };

const workerMade = await build({ ...options, entryPoints: [at("page/worker.ts")], metafile: true }), worker = workerMade.outputFiles[0].text;
const made = await build({ ...options, entryPoints: [at("page/main.ts")], metafile: true });
// A "</script" within the script would end it.
const script = made.outputFiles[0].text.replaceAll("</script", "<\\/script");
const small = async (entry, define) => (await build({ ...options, define: { ...options.define, ...define }, entryPoints: [at(entry)] })).outputFiles[0].text.replaceAll("</script", "<\\/script");
const boot = await small("page/boot.js"), launch = await small("page/launch.ts", { WORKER: JSON.stringify(worker) });

const { parts: screenParts } = await importMarkup(at("page/first_screen.ts"), options);
const { games, style: tileStyle } = firstGames(catalogue.games, at("../gallery"));
const screen = screenParts(games, { wide: answerOf(ask, example, false), narrow: answerOf(ask, example, true) });
const firstScreen = Object.fromEntries(Object.entries(screen).map(([name, elements]) => [name, elements.join("")]));

const face = (family, weight, file) => `@font-face{font-family:"${family}";font-weight:${weight};font-display:block;src:url(data:font/woff2;base64,${base64(readFileSync(file))}) format("woff2")}\n`;
const fonts = [
  face("IBM Plex Sans", 400, at("../crates/charts/assets/fonts/ibm-plex-sans-latin-400-normal.woff2")),
  face("IBM Plex Sans", 600, at("../crates/charts/assets/fonts/ibm-plex-sans-latin-600-normal.woff2")),
  face("IBM Plex Mono", 400, at("node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2")),
].join("");
const css = (await build({ ...options, entryPoints: [at("page/style.css")], format: undefined })).outputFiles[0].text;

const packages = new Set(Object.keys({ ...made.metafile.inputs, ...workerMade.metafile.inputs }).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean).concat("@fontsource/ibm-plex-mono"));
const rust = { head: "The standard library of Rust (MIT OR Apache-2.0)", text: readFileSync(at("../LICENSE-MIT"), "utf8").trim().replace(/^Copyright.*$/m, "Copyright (c) The Rust Project Contributors") };
const plex = { head: "IBM Plex Sans (OFL-1.1)", text: readFileSync(at("../crates/charts/assets/fonts/OFL.txt"), "utf8").trim() };
const notices = joined([...ofPackages(at("node_modules"), [...packages].sort()), plex, rust, ...ofCrates(process.env.CARGO || "cargo", at(".."))]);

const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18"><rect width="18" height="18" rx="4" fill="#0B4F8A"/><g fill="#fff"><circle cx="5" cy="13" r="1.6"/><circle cx="9" cy="9" r="1.6"/><circle cx="13" cy="5" r="1.6"/></g></svg>')}`;
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; script-src ${hash(script)} ${hash(boot)} ${hash(launch)} 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'`;
const packed = (bytes) => inSigns(gzipSync(bytes, { level: 9 }));
const parts = { policy, icon, style: fonts + css, engine: inSigns(execFileSync("xz", ["--lzma2=preset=9e,pb=0,lc=4", "--check=crc32", "--stdout", module], { maxBuffer: 1 << 28 })), notices: packed(notices), script, boot, launch, example: example.text, count: catalogue.games.length, tile_style: tileStyle, ...firstScreen };
const html = readFileSync(at("page/index.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(out, html);
const mb = (length) => `${(length / 1e6).toFixed(2)} MB`;
console.log(`${out}: ${mb(Buffer.byteLength(html))} (engine ${mb(parts.engine.length)}, script ${mb(script.length)}, style ${mb(parts.style.length)}, notices ${mb(parts.notices.length)})`);
