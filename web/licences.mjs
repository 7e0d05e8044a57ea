// Collects the licences of what is in the page: packages, crates and typefaces. A text that several
// share is listed once.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const first = (folder, ...patterns) => {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = patterns.map((pattern) => files.find((name) => pattern.test(name))).find(Boolean);
  return file ? readFileSync(join(folder, file), "utf8").trim() : "";
};

export function ofPackages(folder, names) {
  return names.map((name) => {
    const { version, license } = JSON.parse(readFileSync(join(folder, name, "package.json")));
    return { head: `${name} ${version} (${license})`, text: first(join(folder, name), /^licen[cs]e/i) };
  });
}

/**
 * Returns the licence of every crate in the module. If a crate is available under MIT, its text is
 * the MIT licence.
 */
export function ofCrates(cargo, root) {
  const metadata = JSON.parse(execFileSync(cargo, ["metadata", "--format-version", "1", "--locked", "--filter-platform", "wasm32-unknown-unknown", "--manifest-path", join(root, "web/Cargo.toml")], { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }));
  const crates = new Map(metadata.packages.map((item) => [item.id, item])), nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const isMacro = (id) => crates.get(id).targets.some((target) => target.kind.includes("proc-macro"));
  const seen = new Set(), wanted = [metadata.packages.find((item) => item.name === "oddsmith-web").id];
  while (wanted.length) {
    const id = wanted.pop();
    if (seen.has(id) || isMacro(id)) continue;
    seen.add(id);
    for (const dependency of nodes.get(id).deps) if (dependency.dep_kinds.some((kind) => kind.kind === null)) wanted.push(dependency.pkg);
  }
  const found = [...seen].map((id) => crates.get(id)).filter((item) => item.source !== null).sort((a, b) => a.name.localeCompare(b.name));
  return found.map((item) => ({ head: `${item.name} ${item.version} (${item.license})`, text: first(dirname(item.manifest_path), /^licen[cs]e.mit/i, /^mit/i, /^licen[cs]e/i, /^copying/i, /^unlicense/i) }));
}

export function joined(all) {
  const texts = new Map();
  for (const { head, text } of all) {
    const key = text.replace(/\s+/g, " "), entry = texts.get(key) ?? { heads: [], text };
    entry.heads.push(head);
    texts.set(key, entry);
  }
  return [...texts.values()].map(({ heads, text }) => `${heads.join("\n")}\n\n${text || "Under the licence that is named."}`).join(`\n\n${"–".repeat(40)}\n\n`);
}
