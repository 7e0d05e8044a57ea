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
// Of odds that were cut both ends are shown.
const percent = (p, isCertain, cut = 0) => {
  if (cut <= 1e-9 || chance(p) === chance(Math.min(1, p + cut))) return chance(p, isCertain);
  return `${outward(p * 100, Math.min(1, p + cut) * 100).join(" to ")}%`;
};
const brief = (row) => (row.exact ? percent(row.exact.value, row.isCertain, row.cut) : simulated(row.seen, true)[0]);
const best = (row) => (row.exact ? row.exact.value : row.seen.p);
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
