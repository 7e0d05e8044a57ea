// Draws the selected odds: bars of outcomes or columns of numbers, for one setting or two.

const NS = "http://www.w3.org/2000/svg";
const mark = (tag, props, ...children) => {
  const node = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(props)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
const ruler = document.createElement("canvas").getContext("2d");
const wide = (text, size = 14, weight = 600) => {
  ruler.font = `${weight} ${size}px "IBM Plex Sans", system-ui, sans-serif`;
  return ruler.measureText(text).width;
};
const word = (x, y, text, className, props = {}) => mark("text", { x, y, class: className, ...props }, text);
// Shortens a text to the available width.
const cut = (text, room, size, weight) => {
  if (wide(text, size, weight) <= room) return text;
  let end = text.length;
  while (end > 1 && wide(`${text.slice(0, end)}…`, size, weight) > room) end--;
  return `${text.slice(0, end).trimEnd()}…`;
};
const SIDES = ["a", "b"];
// Writes the name of a setting above its bar.
const sideName = (svg, side, y, width, isOne) => {
  const name = named(side === 0 ? state.a : state.b);
  if (isOne) { svg.append(word(0, y, cut(name, width, 13, 400), "second")); return; }
  svg.append(word(0, y, SIDES[side].toUpperCase(), `strong ${SIDES[side]}-text`), word(20, y, cut(name, width - 20, 13, 400), "second"));
};
const BAR = 36;
const toneOf = (stretch, side) => {
  const selected = metric();
  if (selected.kind === "category") return (selected.outcomes[stretch[0]] || [])[1] || "neutral";
  return stretch[0] === 1 ? SIDES[side] : "track";
};
// Draws bars that add up to 100%: outcomes with success first, or yes and no.
const bars = (svg, width, stretches, sides) => {
  let y = 0;
  if (metric().kind === "category") {
    let x = 0;
    y = 16;
    for (const stretch of stretches) {
      const name = cut(label(stretch), width - 20, 13, 600), tone = toneOf(stretch, 0);
      if (x > 0 && x + 18 + wide(name, 13) > width) { x = 0; y += 22; }
      svg.append(mark("rect", { x, y: y - 11, width: 12, height: 12, class: `box ${tone}` }), hatched(x, y - 11, 12, 12, tone), word(x + 18, y, name, `strong ${tone}-text`));
      x += 18 + wide(name, 13) + 18;
    }
    y += 18;
  }
  sides.forEach((rows, side) => {
    y += 14;
    sideName(svg, side, y, width, sides.length === 1);
    y += 8;
    let x = 0;
    const outside = [];
    rows.forEach((row, i) => {
      const p = best(row), tone = toneOf(stretches[i], side), long = p * width;
      if (p <= 0) return;
      svg.append(mark("rect", { x, y, width: Math.max(long, 0.5), height: BAR, class: `box ${tone}` }), hatched(x, y, long, BAR, tone));
      const text = (metric().kind === "flag" ? `${label(stretches[i])} ` : "") + brief(row), size = wide(text);
      if (long > size + 6) {
        if (tone === "failure") svg.append(mark("rect", { x: x + long / 2 - Math.min(size + 10, long - 2) / 2, y: y + 8, width: Math.min(size + 10, long - 2), height: BAR - 16, rx: 3, class: "plate" }));
        svg.append(word(x + long / 2, y + BAR / 2 + 5, text, `strong on-${tone}`, { "text-anchor": "middle" }));
      } else outside.push([x + long / 2, `${label(stretches[i])} ${brief(row)}`, tone]);
      x += long;
      if (x < width - 1) svg.append(mark("rect", { x: x - 0.75, y, width: 1.5, height: BAR, class: "gap" }));
    });
    y += BAR + below(svg, width, y + BAR, outside) + 8;
  });
  return y;
};
// Writes the numbers of segments that are too small for them below a bar, and returns the height.
const below = (svg, width, top, numbers) => {
  let [free, line] = [0, 0];
  for (const [middle, text, tone] of numbers) {
    const size = wide(text, 12), left = Math.max(free, Math.min(middle - size / 2, width - size));
    if (line === 0 || left + size > width + 1) { line++; free = 0; }
    const at = Math.max(free, Math.min(middle - size / 2, width - size), 0);
    svg.append(word(at, top + 16 * line - 2, text, `small ${tone}-text`));
    free = at + size + 12;
  }
  return 16 * line;
};
// Hatches the bars of failures, so that they differ without colour.
const hatched = (x, y, width, height, tone) => {
  if (tone !== "failure") return "";
  const lines = [];
  for (let at = x - height; at < x + width; at += 7) {
    const from = Math.max(at, x), to = Math.min(at + height, x + width);
    if (to > from) lines.push(`M${from.toFixed(1)} ${(y + height - (from - at)).toFixed(1)}L${to.toFixed(1)} ${(y + height - (to - at)).toFixed(1)}`);
  }
  return mark("path", { d: lines.join(""), class: "hatch" });
};
// Returns the greatest chance in any setting, so that the scale stays the same while a reader
// changes the setting.
const tops = new Map();
const top = () => {
  if (state.mode !== "is") return 1;
  const key = `${state.metric} ${state.step}`;
  if (!tops.has(key)) {
    let most = 0;
    for (const [trials, metrics] of data.cases) {
      const distribution = distributionOf(metrics[state.metric], state.step);
      if (distribution) for (let i = 0; i < distribution[1].length; i++) most = Math.max(most, distribution[2] ? odds(distribution[2][i]).value : distribution[1][i] / trials);
    }
    tops.set(key, most);
  }
  return tops.get(key);
};
// Draws a column for each number, or two columns for two settings.
const columns = (svg, width, stretches, sides) => {
  const high = 190;
  let y = 14;
  sides.forEach((_, side) => { sideName(svg, side, y, width, sides.length === 1); y += 20; });
  const most = Math.max(top(), ...sides.flat().map(best)), base = y + 14 + high, each = width / stretches.length;
  const room = Math.min(each * 0.84, 96), columnWidth = room / sides.length;
  // If there is no room for every number, a scale is drawn instead.
  const roomFor = (text) => wide(text, 12) <= columnWidth + (sides.length === 1 ? each - room : 0) - 1;
  const columnText = (rows, i) => brief(rows[i]).replace("%", "");
  const isNumbered = sides.every((rows) => rows.every((_, i) => roomFor(columnText(rows, i))));
  if (!isNumbered) {
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5].find((candidate) => most / candidate <= 4.5) || 1;
    for (let at = step; at <= most * 1.001; at += step) {
      const line = base - (at / most) * high;
      svg.append(mark("rect", { x: 0, y: line, width, height: 1, class: "grid" }), word(0, line - 4, `${Math.round(at * 100)}%`, "small third"));
    }
  }
  let free = -1;
  stretches.forEach((stretch, i) => {
    const middle = each * (i + 0.5);
    sides.forEach((rows, side) => {
      const p = best(rows[i]), tall = (p / most) * high, x = middle - room / 2 + side * columnWidth;
      if (p > 0) svg.append(mark("rect", { x: x + 0.5, y: base - Math.max(tall, 1), width: Math.max(columnWidth - 1, 0.8), height: Math.max(tall, 1), class: `box ${SIDES[side]}` }));
      const text = columnText(rows, i);
      if (isNumbered) svg.append(word(x + columnWidth / 2, base - tall - 5, text, `small ${SIDES[side]}-text`, { "text-anchor": "middle" }));
    });
    const name = label(stretch, stretches).replace(" or more", "+").replace(" or less", "−").replace("up to ", "≤").replace(" to ", "–");
    const left = middle - wide(name, 12, 400) / 2;
    if (left > free && left >= -2 && middle * 2 - left <= width + 2) {
      svg.append(word(middle, base + 18, name, "small second", { "text-anchor": "middle" }));
      free = middle * 2 - left + 6;
    }
  });
  svg.append(mark("rect", { x: 0, y: base, width, height: 1, class: "axis" }));
  const caption = { is: "Chance in % of each number", least: "Chance in % of so many or more", most: "Chance in % of so many or fewer" }[state.mode];
  svg.append(word(0, base + 38, cut(caption, width, 12, 400), "small third"));
  return base + 44;
};
const draw = (width, stretches, sides) => {
  const svg = mark("svg", { class: "picture", role: "img", width, "aria-label": status.textContent });
  const tall = metric().kind === "count" ? columns(svg, width, stretches, sides) : bars(svg, width, stretches, sides);
  svg.setAttribute("height", tall);
  svg.setAttribute("viewBox", `0 0 ${width} ${tall}`);
  return svg;
};
