// What can stand where the caret is: the rule's own parameters, metrics and outcomes, and the keys of a scenario.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { Knob, Metric, Schema } from "./types";

export interface Words { schema: Schema | null; metrics: Metric[]; functions: [string, string][]; statistics: string[]; knobs: Knob[] }

const HEADER = /^\s*\[\[?\s*([\w.-]+)\s*\]?\]?/;
const QUESTIONS = new Set(["value", "of", "aim", "metric"]);

/** The section that a line stands in, as its path: ["parameters"], ["run"]. */
function section(state: EditorState, at: number): string[] {
  for (let line = state.doc.lineAt(at).number; line >= 1; line--) {
    const header = HEADER.exec(state.doc.line(line).text);
    if (header) return header[1].split(".");
  }
  return [];
}

function descend(schema: Schema | null | undefined, path: string[]): Schema | null {
  let here: Schema | null = schema ?? null;
  for (const key of path) {
    here = within(here)?.properties?.[key] ?? null;
    if (!here) return null;
  }
  return within(here);
}

// Of a list its entries; of several shapes the one with keys.
function within(schema: Schema | null): Schema | null {
  if (!schema) return null;
  if (schema.items) return within(schema.items);
  if (schema.properties) return schema;
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const found = within(one);
    if (found?.properties) return found;
  }
  return schema;
}

function values(schema: Schema | undefined): string[] {
  if (!schema) return [];
  const own = schema.const !== undefined ? [schema.const] : schema.enum ?? (schema.type === "boolean" ? [true, false] : []);
  return [...own.map((value) => JSON.stringify(value)), ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(values)];
}

function allowed(schema: Schema): string {
  const range = schema.minimum !== undefined && schema.maximum !== undefined ? `${schema.minimum} to ${schema.maximum}` : "";
  return [schema.description, range, schema.default !== undefined ? `default ${JSON.stringify(schema.default)}` : ""].filter(Boolean).join("; ");
}

/** What is offered at the caret. Asked for by a key or a click, everything that can stand there is; else what the letters begin. */
export function completions(context: CompletionContext, kind: "scenario" | "rule", words: Words): CompletionResult | null {
  const found = offered(context, kind, words);
  return found && context.explicit ? { ...found, filter: false, validFor: undefined } : found;
}

function offered(context: CompletionContext, kind: "scenario" | "rule", words: Words): CompletionResult | null {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos), before = line.text.slice(0, pos - line.from);
  const typed = /[\w.@-]*$/.exec(before)![0], from = pos - typed.length;
  if (!typed && !context.explicit) return null;
  if (kind === "rule") {
    if (/^\s*#/.test(before) || (before.match(/"/g)?.length ?? 0) % 2) return null;
    const own = new Set(state.doc.toString().match(/^(?:def\s+)?([a-z_]\w*)(?=\s*[=(])/gm)?.map((name) => name.replace(/^def\s+/, "")) ?? []);
    const options: Completion[] = words.functions.map(([label, usage]) => ({ label, detail: "", info: usage, type: "function" }));
    own.forEach((label) => { if (!options.some((one) => one.label === label)) options.push({ label, type: "variable" }); });
    return { from: pos - /\w*$/.exec(typed)![0].length, options, validFor: /^\w*$/ };
  }
  if (/^\s*#/.test(before)) return null;
  const header = /^\s*\[\[?([\w.-]*)$/.exec(before);
  if (header) {
    const options = Object.entries(words.schema?.properties ?? {}).filter(([, own]) => own.type === "object" || own.type === "array" || own.properties || own.items)
      .map(([label, own]) => ({ label, info: own.description }));
    return { from: pos - header[1].length, options, validFor: /^[\w.-]*$/ };
  }
  const path = section(state, pos), here = path.length ? descend(words.schema, path) : words.schema;
  const assigned = /^\s*"?([\w.-]+)"?\s*=\s*(.*)$/.exec(before);
  if (assigned) {
    const [, key, rest] = assigned, isQuoted = (rest.match(/"/g)?.length ?? 0) % 2 === 1;
    if (QUESTIONS.has(key) && isQuoted) {
      const word = /[\w]*$/.exec(before)![0];
      const outcomes = words.metrics.flatMap((metric) => metric.outcomes.map((own) => ({ label: own.name, info: `${metric.label}: ${own.label}` })));
      const options = [...words.metrics.map((own) => ({ label: own.name, info: own.label })), ...outcomes, ...words.statistics.map((label) => ({ label }))];
      return { from: pos - word.length, options, validFor: /^\w*$/ };
    }
    const own = here?.properties?.[key], options = values(own);
    if (!options.length) return null;
    const start = /"?[\w-]*$/.exec(before)![0];
    return { from: pos - start.length, options: options.map((label) => ({ label, info: own?.description })), validFor: /^"?[\w-]*$/ };
  }
  const inline = /[{,]\s*"?([\w.-]*)$/.exec(before);
  const holder = inline && /^\s*set\s*=/.test(line.text) ? descend(words.schema, ["parameters"]) : here;
  const keys = Object.entries(holder?.properties ?? {}).map(([label, own]) => ({ label, info: allowed(own), apply: inline ? `${label} = ` : path.length || !(own.type === "object" || own.type === "array") ? `${label} = ` : label }));
  return keys.length ? { from, options: keys, validFor: /^[\w.-]*$/ } : null;
}

export function explained(state: EditorState, at: number, kind: "scenario" | "rule", words: Words): { from: number; to: number; name: string; text: string } | null {
  const line = state.doc.lineAt(at), offset = at - line.from;
  const found = [...line.text.matchAll(/[A-Za-z_][\w-]*/g)].find((word) => word.index <= offset && offset <= word.index + word[0].length);
  if (!found) return null;
  const place = { from: line.from + found.index, to: line.from + found.index + found[0].length, name: found[0] };
  if (kind === "rule") {
    const usage = words.functions.find(([name]) => name === found[0])?.[1];
    const knob = words.knobs.find((own) => own.key === found[0]);
    const text = usage ?? (knob && `${knob.meaning} ${knob.allowed}.`) ?? words.metrics.find((own) => own.name === found[0])?.label;
    return text ? { ...place, text } : null;
  }
  const metric = words.metrics.find((own) => own.name === found[0]);
  const path = section(state, at), key = /^\s*"?([\w.-]+)"?\s*=/.exec(line.text)?.[1];
  const header = HEADER.exec(line.text);
  if (header) {
    const own = descend(words.schema, header[1].split(".").slice(0, -1))?.properties?.[header[1].split(".").at(-1)!] ?? words.schema?.properties?.[header[1]];
    return own?.description ? { ...place, text: own.description } : null;
  }
  if (key?.split(".").includes(found[0])) {
    const knob = words.knobs.find((own) => own.key === key);
    if (knob && (path[0] === "parameters" || path[0] === "sweep")) return { ...place, text: `${knob.meaning} Allowed: ${knob.allowed}.` };
    const own = (path.length ? descend(words.schema, path) : words.schema)?.properties?.[key];
    if (own) return { ...place, text: allowed(own) };
  }
  if (metric) return { ...place, text: metric.outcomes.length ? `${metric.label}: ${metric.outcomes.map((own) => own.name).join(", ")}` : metric.label };
  const outcome = words.metrics.flatMap((own) => own.outcomes).find((own) => own.name === found[0]);
  return outcome ? { ...place, text: outcome.label } : null;
}
