// Makes what the page shows before its script has started: the answer of the example, and ten games
// by picture. The engine of the page computes the answers.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Games that most people know, of many mechanics. */
const GAMES = ["yahtzee", "risk-battle", "craps", "catan-robber", "pig-hold", "monty-hall", "ability-scores", "land-mulligan", "hit-wound-save", "zombie-dice"];

/** Starts a module, and returns a function that asks it a question. */
export async function start(module) {
  const { memory, input, call, output, output_length: length } = (await WebAssembly.instantiate(module, {})).instance.exports;
  return (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    // These calls may move the memory, so its buffer is taken after them.
    const at = input(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    call();
    const answerAt = output();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answerAt, length())));
  };
}

/** Returns the answer of typed dice. */
export function answerOf(ask, roll, isNarrow) {
  ask({ do: "begin", roll, most: 0, seed: 1, isNarrow });
  for (;;) {
    const step = ask({ do: "step" });
    if (step.answer) return step.answer;
    if (step.explored === undefined) throw new Error(JSON.stringify(step));
  }
}

/** Returns the smallest box around the marks of a chart. */
function boxOf(svg) {
  const xs = [], ys = [], number = (mark, name) => Number(new RegExp(` ${name}="([^"]*)"`).exec(mark)?.[1] ?? 0);
  for (const [mark, kind] of svg.matchAll(/<(rect|circle|polyline|polygon) [^>]*>/g)) {
    if (kind === "rect") { const [x, y] = [number(mark, "x"), number(mark, "y")]; xs.push(x, x + number(mark, "width")); ys.push(y, y + number(mark, "height")); }
    else if (kind === "circle") { const [x, y, r] = ["cx", "cy", "r"].map((name) => number(mark, name)); xs.push(x - r, x + r); ys.push(y - r, y + r); }
    else / points="([^"]*)"/.exec(mark)[1].split(" ").forEach((point) => { const [x, y] = point.split(",").map(Number); xs.push(x); ys.push(y); });
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/**
 * Returns a chart without its words, which would be too small to read. Its colours become classes,
 * because they take most of the bytes.
 */
function thumbnail(svg, colours) {
  const marks = svg.slice(svg.indexOf("</style>") + 8, svg.lastIndexOf("</svg>")).replace(/<text[^]*?<\/text>/g, "");
  const classed = marks.replace(/(fill|stroke)="(#\w+)" style="--[fs]:(#\w+)"/g, (_, property, light, dark) => {
    const rule = `${property}:light-dark(${light},${dark})`;
    if (!colours.includes(rule)) colours.push(rule);
    return `class="m${colours.indexOf(rule)}"`;
  });
  return `<svg viewBox="${boxOf(marks).join(" ")}">${classed}</svg>`;
}

/** Returns ten games with their pictures, and the style of the pictures. */
export function firstGames(games, gallery) {
  const colours = [];
  const shown = GAMES.map((name) => {
    const known = games.find((game) => game.name === name);
    if (!known) throw new Error(`there is no game ${name}`);
    return { name, game: known.game, question: known.question, picture: thumbnail(readFileSync(join(gallery, name, `${name}.svg`), "utf8"), colours) };
  });
  return { games: shown, style: colours.map((rule, i) => `.m${i}{${rule}}`).join("") };
}
