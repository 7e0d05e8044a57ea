// The odds that the page holds, what is computed from them, and how numbers are worded.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("explore");

// What a setting is made of: the variant, then the swept parameters; the last turns fastest.
const axes = data.sweep.map((own) => ({ name: own.label, short: own.short, values: own.values }));
if (data.variants.length) axes.unshift({ name: "Variant", short: "", values: data.variants });
const MODES = [["is", "Exactly"], ["least", "At least"], ["most", "At most"]];
const can = axes.some((axis) => axis.values.length > 1);
const state = { metric: 0, step: null, mode: "is", a: data.home.slice(), b: data.other.slice() };

// A table that a phone lays out as blocks stays a table to a screen reader: its roles are spelled out.
const ROLES = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", td: "cell" };
const el = (tag, props, ...children) => {
  const node = document.createElement(tag);
  if (ROLES[tag]) node.setAttribute("role", ROLES[tag]);
  if (tag === "th") node.setAttribute("role", props.scope === "row" ? "rowheader" : "columnheader");
  for (const [key, value] of Object.entries(props || {})) {
    if (key in node && key !== "list") node[key] = value; else node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
};

const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a; };
const LONGEST = 10n ** 18n;
const odds = (cell) => {
  if (typeof cell !== "string") return { value: cell, fraction: Number.isInteger(cell) ? [BigInt(cell), 1n] : null };
  const fraction = cell.split("/").map(BigInt);
  return { value: Number(fraction[0]) / Number(fraction[1]), fraction };
};
const NOTHING = { value: 0, fraction: [0n, 1n] };
const plus = (a, b) => {
  let fraction = null;
  if (a.fraction && b.fraction) {
    const n = a.fraction[0] * b.fraction[1] + b.fraction[0] * a.fraction[1];
    const d = a.fraction[1] * b.fraction[1];
    const by = gcd(n, d) || 1n;
    if (d / by < LONGEST) fraction = [n / by, d / by];
  }
  const value = fraction ? Number(fraction[0]) / Number(fraction[1]) : a.value + b.value;
  return { value, fraction };
};
const caseOf = (picks) => data.cases[picks.reduce((sum, pick, i) => sum * axes[i].values.length + pick, 0)];
const steps = (own) => (own && own[0] !== null ? own.slice(1).map((_, i) => own[0] + i) : []);
const lawOf = (own, step) => own && (own[0] === null ? own[1] : own[1 + step - own[0]]);
// Values with their counts and exact odds, how many trials there were, and how many of them showed nothing.
const read = (picks) => {
  const [trials, metrics] = caseOf(picks);
  const law = lawOf(metrics[state.metric], state.step);
  if (!law) return null;
  const [first, counts, exact, none, cut] = law;
  const values = Array.isArray(first) ? first : counts.map((_, i) => first + i);
  const absent = none ? { count: none[0], exact: none[1] === null ? null : odds(none[1]) } : null;
  return { trials, unresolved: cut || 0, values, counts, exact: exact && exact.map(odds), absent };
};
const wilson = (count, trials) => {
  const z2 = data.z * data.z, p = count / trials;
  const centre = p + z2 / (2 * trials), scale = 1 + z2 / trials;
  const spread = data.z * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials));
  const low = count === 0 ? 0 : Math.max(0, (centre - spread) / scale);
  const high = count === trials ? 1 : Math.min(1, (centre + spread) / scale);
  return { p, low, high, count };
};
// The sums of a law over stretches of values, gathered from one end where the question is "at least" or "at most".
const sums = (law, stretches) => {
  const at = new Map(law.values.map((value, i) => [value, i]));
  const rows = stretches.map(([low, high]) => {
    let count = 0, exact = law.exact && NOTHING, ways = 0;
    for (let value = low; value <= high; value++) {
      const i = at.get(value);
      if (i === undefined) continue;
      count += law.counts[i];
      if (exact) exact = plus(exact, law.exact[i]);
      if (exact && law.exact[i].value > 0) ways++;
    }
    return { count, exact, ways };
  });
  const order = [...rows.keys()];
  if (state.mode === "least") order.reverse();
  if (state.mode !== "is") {
    order.slice(1).forEach((row, i) => {
      rows[row].count += rows[order[i]].count;
      rows[row].ways += rows[order[i]].ways;
      if (law.exact) rows[row].exact = plus(rows[row].exact, rows[order[i]].exact);
    });
  }
  // Certain is what nothing else may come of, not what rounding makes 1.
  const all = waysOf(law);
  return rows.map((row) => ({ exact: row.exact, isCertain: row.ways === all, cut: law.unresolved, seen: wilson(row.count, law.trials) }));
};
// Less than this that was cut speaks of no way to end, as in the tables.
const UNSEEN = 1e-15;
// In how many ways a trial may end, as far as is known: absence is one, what was cut another.
const waysOf = (law) =>
  (law.exact || []).filter((own) => own.value > 0).length + (law.absent ? 1 : 0) + (law.unresolved > UNSEEN ? 1 : 0);
const absence = (law) =>
  law.absent && { exact: law.absent.exact, isCertain: waysOf(law) === 1, seen: wilson(law.absent.count, law.trials) };
// Values one by one; where they are very many, stretches of 2, 5, 10, ... of them. Tails of which no setting has more than
// so much are one stretch each.
const TAIL = 0.005;
const stretchesOf = (laws) => {
  const all = [...new Set(laws.flatMap((law) => law.values))].sort((x, y) => x - y);
  const wide = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000].find((w) => all.length / w <= 120) || 100000;
  const firsts = new Set(all.map((value) => Math.floor(value / wide) * wide));
  const each = wide === 1 ? all.map((value) => [value, value]) : [...firsts].map((first) => [first, first + wide - 1]);
  if (metric().kind !== "count" || each.length < 8) return each;
  const shares = laws.map((law) => plainSums(law, each));
  const reach = (order) => {
    const sums = laws.map(() => 0);
    const at = order.findIndex((i) => shares.some((own, side) => (sums[side] += own[i]) > TAIL));
    return at < 0 ? 0 : at;
  };
  const order = each.map((_, i) => i), low = reach(order), high = reach(order.slice().reverse());
  const kept = each.slice(Math.max(0, low), each.length - high);
  if (low > 1) kept.unshift([each[0][0], each[low - 1][1]]); else if (low === 1) kept.unshift(each[0]);
  if (high > 1) kept.push([each[each.length - high][0], each[each.length - 1][1]]); else if (high === 1) kept.push(each[each.length - 1]);
  return kept;
};
const plainSums = (law, stretches) => {
  const at = new Map(law.values.map((value, i) => [value, i]));
  return stretches.map(([low, high]) => {
    let sum = 0;
    for (let value = low; value <= high; value++) {
      const i = at.get(value);
      if (i !== undefined) sum += law.exact ? law.exact[i].value : law.counts[i] / law.trials;
    }
    return sum;
  });
};
// Of the trials that show a value.
const moments = (law) => {
  const trials = law.counts.reduce((sum, count) => sum + count, 0);
  const present = law.exact && law.exact.reduce((sum, own) => sum + own.value, 0);
  if (!trials || present === 0) return null;
  const total = law.values.reduce((sum, v, i) => sum + v * law.counts[i], 0) / trials;
  const square = law.values.reduce((sum, v, i) => sum + (v - total) ** 2 * law.counts[i], 0);
  const sd = trials > 1 ? Math.sqrt(square / (trials - 1)) : 0;
  // Trials all alike say nothing of how far the mean may be, unless it is proved that they must be.
  const isProved = law.exact && law.exact.filter((own) => own.value > 0).length === 1 && law.unresolved <= UNSEEN;
  const half = sd > 0 || isProved ? (data.z * sd) / Math.sqrt(trials) : NaN;
  const exact = law.exact && law.values.reduce((sum, v, i) => sum + v * law.exact[i].value, 0) / present;
  const exactSd = law.exact && Math.sqrt(law.values.reduce((sum, v, i) => sum + (v - exact) ** 2 * law.exact[i].value, 0) / present);
  const quantile = (weights, total, share) => {
    let sum = 0;
    const i = law.values.findIndex((_, i) => (sum += weights(i)) >= share * total - 1e-12 * total);
    return law.values[i < 0 ? law.values.length - 1 : i];
  };
  const both = (share) => ({
    exact: law.exact && quantile((i) => law.exact[i].value, present, share),
    seen: quantile((i) => law.counts[i], trials, share),
  });
  return { exact, seen: { p: total, low: total - half, high: total + half }, exactSd, sd, both };
};

const minus = (text) => text.replace(/^-(?=[0.]*$)/, "").replace("-", "−");
// As the sentences, charts and tables round: whole percent, or the decimals that the page tells its chances with; a mean has
// three digits that count, or the more that the page needs.
const { percents, means } = data.company;
const grouped = (text) => { const [whole, part] = text.split("."); return (whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole) + (part ? `.${part}` : ""); };
// Halves are rounded away from nothing, as people do.
const fixed = (x, n) => {
  const near = Math.abs(x) * 10 ** n, text = (near < 1e15 ? Math.round(near) / 10 ** n : Math.abs(x)).toFixed(n);
  return (x < 0 && /[1-9]/.test(text) ? "−" : "") + grouped(text);
};
const chance = (p, isCertain) => {
  const finer = Math.max(percents, 1), near = 0.1 ** finer, percent = p * 100;
  if (isCertain) return "100";
  if (p <= 0) return "0";
  if (p < 1e-5) return "<0.001";
  if (p > 1 - near / 100) return `>${fixed(100 - near, finer)}`;
  if (p < 0.01) { const text = fixed(percent, 1 - Math.floor(Math.log10(percent))); return text[0] === "1" ? fixed(1, percents) : text; }
  if (p > 0.99) return fixed(percent, finer);
  // Beside a half there are as many decimals as tell it from one.
  const isHalf = Math.abs(percent - 50) <= 1e-7;
  for (let n = percents; n <= 4; n++) if (isHalf || fixed(percent, n) !== fixed(50, n)) return fixed(percent, n);
  return p < 0.5 ? "<50" : ">50";
};
// Of odds that were cut both ends are told.
const percent = (p, isCertain, cut = 0) => {
  const [low, high] = [chance(p, isCertain), chance(Math.min(1, p + cut), false)];
  return `${cut <= 1e-9 || low === high ? low : low === "0" && high[0] === "<" ? high : `${low} to ${high}`}%`;
};
const upTo = (end) => { const percent = end * 100, n = Math.min(3, Math.max(0, -Math.floor(Math.log10(percent)))); return percent > 1 ? String(Math.ceil(percent)) : fixed(Math.max(Math.ceil(percent * 10 ** n - 1e-9) / 10 ** n, 0.001), n); };
const beyond = (end) => { const rest = (1 - end) * 100; return rest > 1 ? String(Math.floor(end * 100)) : fixed(99 + Math.max(0, Math.floor((1 - rest) * 10)) / 10, 1); };
// What was simulated has no more decimals than its interval leaves.
const about = ({ p, low, high }) => {
  const width = (high - low) / 2, isNear = (rest) => Math.round(rest * 100) < 1 && width > rest / 10;
  if (isNear(p)) return `<${upTo(high)}`;
  if (isNear(1 - p)) return `>${beyond(low)}`;
  if (width > 0.05) return `≈${Math.min(9, Math.max(1, Math.round(p * 10))) * 10}`;
  return p >= 0.01 && p <= 0.99 ? fixed(p * 100, width < 0.005 ? percents : 0) : chance(p, false);
};
const brief = (row) => (row.exact ? percent(row.exact.value, row.isCertain, row.cut) : `${about(row.seen)}%`);
const digits = (x) => {
  const size = Math.abs(x), of = (own) => Math.min(6, Math.max(0, 2 + means - Math.floor(Math.log10(own))));
  if (size < 1e-9 || !Number.isFinite(size)) return 2 + means;
  const unit = 10 ** of(size);
  return of(Math.max(Math.round(size * unit) / unit, size));
};
const mean = (x, n = digits(x)) => {
  const text = fixed(x, n), least = fixed(0.1 ** n, n);
  if (Math.abs(x) < 1e-9) return "0";
  return /[1-9]/.test(text) ? text : x > 0 ? `<${least}` : `>−${least}`;
};
const best = (row) => (row.exact ? row.exact.value : row.seen.p);
const estimate = (seen, isChance) => {
  const scale = isChance ? 100 : 1, half = Math.max(seen.high - seen.p, seen.p - seen.low) * scale;
  const n = half > 0 ? Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(half)))) : 2, end = (x) => fixed(x * scale, n);
  const width = seen.high - seen.low, held = width > 0 ? Math.max(0, Math.floor(-Math.log10(width))) : 6;
  const coarse = width >= 10 ? 10 ** Math.floor(Math.log10(width)) : 1, value = coarse > 1 ? Math.round(seen.p / coarse) * coarse : seen.p;
  const told = isChance ? `${about(seen)}%` : (Number.isNaN(seen.low) ? "≈" : "") + mean(value, Math.min(digits(seen.p), held));
  return [told, Number.isNaN(seen.low) ? "–" : `${end(seen.low)}–${end(seen.high)}${isChance ? "%" : ""}`];
};
const fraction = (own) => {
  const text = own && own.fraction && own.fraction[1] > 1n ? own.fraction.join("/") : "";
  return text.length <= 11 ? text : "";
};
const metric = () => data.metrics[state.metric];
// A step by its own name, else by its number.
const stepName = (step) => (metric().steps ? metric().steps[step] : String(step));
const label = ([low, high], all) => {
  const own = metric(), text = (value) => minus(String(value));
  if (own.kind === "category") return (own.outcomes[low] || [String(low)])[0];
  if (own.kind === "flag") return low ? "Yes" : "No";
  if (state.mode === "least") return `${text(low)} or more`;
  if (state.mode === "most") return `${text(high)} or less`;
  if (low === high) return text(low);
  if (all && low === all[0][0]) return `up to ${text(high)}`;
  if (all && high === all[all.length - 1][1]) return `${text(low)} or more`;
  return `${text(low)} to ${text(high)}`;
};
const named = (picks) =>
  picks.map((pick, i) => [axes[i].short, axes[i].values[pick]].filter(Boolean).join(" ")).join(", ") || "this scenario";
