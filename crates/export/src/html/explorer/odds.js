// The data of the page, and what is computed from it.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("explore");

// The axes of a setting: the variant, then the swept parameters. The last axis changes fastest from
// case to case.
const axes = data.sweep.map((swept) => ({ name: swept.label, short: swept.short, values: swept.values }));
if (data.variants.length) axes.unshift({ name: "Variant", short: "", values: data.variants });
const MODES = [["is", "Exactly"], ["least", "At least"], ["most", "At most"]];
const can = axes.some((axis) => axis.values.length > 1);
const state = { metric: 0, step: null, mode: "is", a: data.home.slice(), b: data.other.slice() };

// On a phone, tables are laid out as blocks. Explicit roles keep them tables for screen readers.
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
const steps = (observed) => (observed && observed[0] !== null ? observed.slice(1).map((_, i) => observed[0] + i) : []);
const distributionOf = (observed, step) => observed && (observed[0] === null ? observed[1] : observed[1 + step - observed[0]]);
// Reads the distribution of a setting: values with counts and exact odds, the number of trials, and
// how many of them have no value.
const read = (picks) => {
  const [trials, metrics] = caseOf(picks);
  const distribution = distributionOf(metrics[state.metric], state.step);
  if (!distribution) return null;
  const [first, counts, exact, none, cut] = distribution;
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
// Returns the sums of a distribution over ranges of values. For "at least" and "at most", they are
// accumulated from one end.
const sums = (distribution, stretches) => {
  const at = new Map(distribution.values.map((value, i) => [value, i]));
  const rows = stretches.map(([low, high]) => {
    let count = 0, exact = distribution.exact && NOTHING, ways = 0;
    for (let value = low; value <= high; value++) {
      const i = at.get(value);
      if (i === undefined) continue;
      count += distribution.counts[i];
      if (exact) exact = plus(exact, distribution.exact[i]);
      if (exact && distribution.exact[i].value > 0) ways++;
    }
    return { count, exact, ways };
  });
  const order = [...rows.keys()];
  if (state.mode === "least") order.reverse();
  if (state.mode !== "is") {
    order.slice(1).forEach((row, i) => {
      rows[row].count += rows[order[i]].count;
      rows[row].ways += rows[order[i]].ways;
      if (distribution.exact) rows[row].exact = plus(rows[row].exact, rows[order[i]].exact);
    });
  }
  // A result is certain if nothing else can happen, and not if rounding gives 1.
  const totalWays = waysOf(distribution);
  return rows.map((row) => ({ exact: row.exact, isCertain: row.ways === totalWays, cut: distribution.unresolved, seen: wilson(row.count, distribution.trials) }));
};
// A smaller truncated share does not count as a possible ending, as in the tables.
const UNSEEN = 1e-15;
// Returns in how many ways a trial can end, as far as is known. Absence counts as one, and
// truncation as another.
const waysOf = (distribution) =>
  (distribution.exact || []).filter((mass) => mass.value > 0).length + (distribution.absent ? 1 : 0) + (distribution.unresolved > UNSEEN ? 1 : 0);
const absence = (distribution) =>
  distribution.absent && { exact: distribution.absent.exact, isCertain: waysOf(distribution) === 1, seen: wilson(distribution.absent.count, distribution.trials) };
// Returns the ranges of values that are shown: single values or, if there are very many, ranges of
// 2, 5, 10, ... values. A tail that is rarer than this in all settings becomes a single range.
const TAIL = 0.005;
const stretchesOf = (distributions) => {
  const values = [...new Set(distributions.flatMap((distribution) => distribution.values))].sort((x, y) => x - y);
  const wide = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000].find((w) => values.length / w <= 120) || 100000;
  const firsts = new Set(values.map((value) => Math.floor(value / wide) * wide));
  const each = wide === 1 ? values.map((value) => [value, value]) : [...firsts].map((first) => [first, first + wide - 1]);
  if (metric().kind !== "count" || each.length < 8) return each;
  const shares = distributions.map((distribution) => plainSums(distribution, each));
  const reach = (order) => {
    const sums = distributions.map(() => 0);
    const at = order.findIndex((i) => shares.some((sideShares, side) => (sums[side] += sideShares[i]) > TAIL));
    return at < 0 ? 0 : at;
  };
  const order = each.map((_, i) => i), low = reach(order), high = reach(order.slice().reverse());
  const kept = each.slice(Math.max(0, low), each.length - high);
  if (low > 1) kept.unshift([each[0][0], each[low - 1][1]]); else if (low === 1) kept.unshift(each[0]);
  if (high > 1) kept.push([each[each.length - high][0], each[each.length - 1][1]]); else if (high === 1) kept.push(each[each.length - 1]);
  return kept;
};
const plainSums = (distribution, stretches) => {
  const at = new Map(distribution.values.map((value, i) => [value, i]));
  return stretches.map(([low, high]) => {
    let sum = 0;
    for (let value = low; value <= high; value++) {
      const i = at.get(value);
      if (i !== undefined) sum += distribution.exact ? distribution.exact[i].value : distribution.counts[i] / distribution.trials;
    }
    return sum;
  });
};
// Returns the moments and quantiles over the trials that have a value.
const moments = (distribution) => {
  const trials = distribution.counts.reduce((sum, count) => sum + count, 0);
  const present = distribution.exact && distribution.exact.reduce((sum, mass) => sum + mass.value, 0);
  if (!trials || present === 0) return null;
  const total = distribution.values.reduce((sum, v, i) => sum + v * distribution.counts[i], 0) / trials;
  const square = distribution.values.reduce((sum, v, i) => sum + (v - total) ** 2 * distribution.counts[i], 0);
  const sd = trials > 1 ? Math.sqrt(square / (trials - 1)) : 0;
  // Equal trials do not show how uncertain the mean is, unless only one value is possible.
  const isProved = distribution.exact && distribution.exact.filter((mass) => mass.value > 0).length === 1 && distribution.unresolved <= UNSEEN;
  const half = sd > 0 || isProved ? (data.z * sd) / Math.sqrt(trials) : NaN;
  const exact = distribution.exact && distribution.values.reduce((sum, v, i) => sum + v * distribution.exact[i].value, 0) / present;
  const exactSd = distribution.exact && Math.sqrt(distribution.values.reduce((sum, v, i) => sum + (v - exact) ** 2 * distribution.exact[i].value, 0) / present);
  const quantile = (weights, total, share) => {
    let sum = 0;
    const i = distribution.values.findIndex((_, i) => (sum += weights(i)) >= share * total - 1e-12 * total);
    return distribution.values[i < 0 ? distribution.values.length - 1 : i];
  };
  const both = (share) => ({
    exact: distribution.exact && quantile((i) => distribution.exact[i].value, present, share),
    seen: quantile((i) => distribution.counts[i], trials, share),
  });
  return { exact, seen: { p: total, low: total - half, high: total + half }, exactSd, sd, both };
};

const minus = (text) => text.replace(/^-(?=[0.]*$)/, "").replace("-", "−");
// For truncated odds, both ends are shown.
const percent = (p, isCertain, cut = 0) => {
  if (cut <= 1e-9 || chance(p) === chance(Math.min(1, p + cut))) return chance(p, isCertain);
  return `${outward(p * 100, Math.min(1, p + cut) * 100).join(" to ")}%`;
};
const brief = (row) => (row.exact ? percent(row.exact.value, row.isCertain, row.cut) : simulated(row.seen, true)[0]);
const best = (row) => (row.exact ? row.exact.value : row.seen.p);
const fraction = (mass) => {
  const text = mass && mass.fraction && mass.fraction[1] > 1n ? mass.fraction.join("/") : "";
  return text.length <= 11 ? text : "";
};
const metric = () => data.metrics[state.metric];
// Returns the name of a step, or its number.
const stepName = (step) => (metric().steps ? metric().steps[step] : String(step));
const label = ([low, high], stretches) => {
  const selected = metric(), text = (value) => minus(String(value));
  if (selected.kind === "category") return (selected.outcomes[low] || [String(low)])[0];
  if (selected.kind === "flag") return low ? "Yes" : "No";
  if (state.mode === "least") return `${text(low)} or more`;
  if (state.mode === "most") return `${text(high)} or less`;
  if (low === high) return text(low);
  if (stretches && low === stretches[0][0]) return `up to ${text(high)}`;
  if (stretches && high === stretches[stretches.length - 1][1]) return `${text(low)} or more`;
  return `${text(low)} to ${text(high)}`;
};
const named = (picks) =>
  picks.map((pick, i) => [axes[i].short, axes[i].values[pick]].filter(Boolean).join(" ")).join(", ") || "This scenario";
