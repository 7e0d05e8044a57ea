// The engine of oddsmith as WebAssembly: dice, scenarios, rules, searches, and charts as SVG.

/** What is wrong with dice, a scenario, a rule or a setting. */
export class OddsError extends Error {
  constructor(text, problems) {
    super(text);
    this.name = "OddsError";
    this.problems = problems;
    const [first] = problems;
    this.line = first?.line ?? null;
    this.column = first?.column ?? null;
    this.help = first?.help ?? "";
    this.fix = first?.fix ?? null;
  }
}

/** Loads the engine. Without a source it is the file next to this one. */
export async function load(source) {
  return new Engine(await compile(await source));
}

async function compile(source) {
  if (source === undefined) {
    const address = new URL("./oddsmith.wasm", import.meta.url);
    if (address.protocol === "file:") {
      // Node reads no files by fetch. For browsers, `browser` in package.json replaces `node:fs/promises` by an empty module.
      const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises");
      return WebAssembly.compile(await readFile(address));
    }
    source = await fetch(address);
  }
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) throw new Error(`cannot load ${source.url}: ${source.status} ${source.statusText}`);
    source = await source.arrayBuffer();
  }
  if (!(source instanceof ArrayBuffer || ArrayBuffer.isView(source))) {
    throw new TypeError("load: expected nothing, a Response, bytes, or a WebAssembly.Module");
  }
  return WebAssembly.compile(source);
}

/** Decides about a value as `typeof` does, and knows arrays. */
const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

function expectText(value, name) {
  if (typeof value !== "string") throw new TypeError(`${name}: expected a text, not ${typeOf(value)}`);
  return value;
}

function expectWhole(value, name, least) {
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value) || value < least) throw new TypeError(`${name}: expected a whole number, ${least} or more, not ${String(value)}`);
  return value;
}

/** Refuses what has no named values, such as null, a text, a list, a Map or a Promise. */
function expectObject(value, name, example) {
  const type = typeOf(value);
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (tag !== "Object") throw new TypeError(`${name}: expected an object such as ${example}, not ${type === "object" ? tag : type}`);
  return value;
}

const OPTIONS = ["asks", "files", "trials", "seed"];

function optionsOf(options) {
  for (const key of Object.keys(expectObject(options, "options", "{ trials: 1000 }"))) {
    if (!OPTIONS.includes(key)) throw new TypeError(`options: unknown option \`${key}\` (allowed: ${OPTIONS.join(", ")})`);
  }
  const { asks = [], files = {}, trials, seed } = options;
  if (!Array.isArray(asks)) throw new TypeError(`asks: expected a list of questions, not ${typeOf(asks)}`);
  for (const [name, text] of Object.entries(expectObject(files, "files", '{ "mine.odds": text }'))) expectText(text, `files[${JSON.stringify(name)}]`);
  return {
    asks: asks.map((ask) => expectText(ask, "asks")),
    files,
    trials: expectWhole(trials, "trials", 1),
    seed: expectWhole(seed, "seed", 0),
  };
}

function settingsOf(settings) {
  expectObject(settings, "settings", "{ quality: 4 }");
  const single = (key, value) => {
    const type = typeOf(value);
    if (type === "number" ? Number.isFinite(value) : type === "string" || type === "boolean") return value;
    throw new TypeError(`${key}: expected a number, a text, true or false, or a list of them to sweep, not ${type === "number" ? value : type}`);
  };
  for (const [key, value] of Object.entries(settings)) {
    if (!Array.isArray(value)) {
      single(key, value);
      continue;
    }
    if (value.length === 0) throw new TypeError(`${key}: the list is empty: give one value or more`);
    for (const one of value) {
      if (String(single(key, one)).includes(",")) throw new TypeError(`${key}: a swept value cannot contain a comma: ${one}`);
    }
  }
  return settings;
}

/** A fraction: `n` divided by `d`, as whole numbers of any size. */
const fractionOf = (text) => {
  if (text === null) return null;
  const [n, d = "1"] = text.split("/");
  return { n: BigInt(n), d: BigInt(d) };
};

/** The exact distribution of a roll. */
export class Roll {
  #results;

  constructor(answer) {
    this.dice = answer.dice;
    this.mean = answer.mean;
    this.sd = answer.sd;
    this.#results = answer.results;
    /** The chance of every result. */
    this.pmf = new Map(answer.results.map(([value, chance]) => [value, chance]));
  }

  get min() {
    return this.#results[0][0];
  }

  get max() {
    return this.#results[this.#results.length - 1][0];
  }

  /** The chance of a result, by default of 1: that a comparison is true. */
  chance(value = 1) {
    return this.pmf.get(value) ?? 0;
  }

  /** The same as a fraction; null if it does not fit in 64 bits. */
  fraction(value = 1) {
    const found = this.#results.find(([result]) => result === value);
    return found ? fractionOf(found[2]) : { n: 0n, d: 1n };
  }

  atLeast(least) {
    return this.#sum((value) => value >= least);
  }

  atMost(most) {
    return this.#sum((value) => value <= most);
  }

  #sum(allows) {
    return Math.min(1, this.#results.reduce((sum, [value, chance]) => (allows(value) ? sum + chance : sum), 0));
  }
}

class Engine {
  #module;
  #exports;

  constructor(module) {
    this.#module = module;
    this.#exports = null;
  }

  #ask(question) {
    // After a fault, the memory cannot be trusted: the next question gets a fresh one.
    this.#exports ??= new WebAssembly.Instance(this.#module, {}).exports;
    const engine = this.#exports;
    const answer = () => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.output(), engine.output_length()));
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    try {
      const at = engine.input(bytes.length);
      new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
      engine.call();
    } catch (error) {
      this.#exports = null;
      let reason = String(error);
      try {
        const text = answer();
        if (text.startsWith("panicked")) reason = text;
      } catch { /* The memory can no longer be read. */ }
      throw new Error(`this is a fault of oddsmith, please report it: ${reason}`);
    }
    const result = JSON.parse(answer());
    if (result.failed !== undefined) throw new Error(result.failed);
    if (result.wrong !== undefined) throw new OddsError(result.wrong, result.problems);
    return result;
  }

  /** Returns the exact distribution of dice, such as `4d6kh3`. */
  roll(dice) {
    return new Roll(this.#ask({ do: "roll", dice: expectText(dice, "roll") }));
  }

  /** Runs a scenario, a rule or a game: a name, or a text. */
  run(source, settings = {}, options = {}) {
    return this.#ask({ do: "run", ...planned(source, settings, options) });
  }

  /** Searches for settings that meet every goal of a scenario. */
  balance(source, settings = {}, options = {}) {
    return this.#ask({ do: "balance", ...planned(source, settings, options) });
  }

  /** Searches for the value of a parameter that brings an answer to a number. */
  find(source, claim, over, settings = {}, options = {}) {
    const question = planned(source, settings, options);
    return this.#ask({ do: "find value", ...question, claim: expectText(claim, "claim"), over: expectText(over, "over") });
  }
}

function planned(source, settings, options) {
  return { source: expectText(source, "source"), settings: settingsOf(settings), ...optionsOf(options) };
}
