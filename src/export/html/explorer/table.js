// The picked odds as a table with bars: one setting, or two side by side.

// The greatest chance in any setting, so that bars keep their scale while a reader turns the knobs.
const tops = new Map();
const top = (stretches) => {
  if (state.mode !== "is" || metric().kind !== "count" || stretches.some(([low, high]) => low !== high)) return 1;
  const key = `${state.metric} ${state.step}`;
  if (!tops.has(key)) {
    let most = 0;
    for (const [trials, metrics] of data.cases) {
      const law = lawOf(metrics[state.metric], state.step);
      if (law && law[3]) most = Math.max(most, law[3][0] / trials, law[3][1] === null ? 0 : odds(law[3][1]).value);
      if (law) for (let i = 0; i < law[1].length; i++) most = Math.max(most, law[1][i] / trials, law[2] ? odds(law[2][i]).value : 0);
    }
    tops.set(key, [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((round) => most <= round) || 1);
  }
  return tops.get(key);
};
const bar = (row, side, scale, tone) => {
  const at = (p) => `${Math.min(100, (p / scale) * 100)}%`;
  const fill = el("span", { className: `fill ${side} ${tone}` });
  fill.style.width = at(row.exact ? row.exact.value : row.seen.p);
  const whisker = el("span", { className: "whisker" });
  whisker.style.left = at(row.seen.low);
  whisker.style.width = `calc(${at(row.seen.high)} - ${at(row.seen.low)})`;
  return el("span", { className: "track" }, fill, whisker);
};

const cell = (className, strong, small) =>
  el("td", { className }, strong === null ? "–" : el("b", {}, strong), small ? el("small", {}, " ", small) : null);
const seenCell = (texts) => el("td", { className: "sim" }, texts[0], el("small", {}, " ", texts[1]));
// Both numbers of a setting in one cell, where two settings stand side by side.
const bothCell = (side, exact, texts) =>
  el("td", { className: side }, el("b", {}, exact === null ? texts[0] : exact), el("small", {}, exact === null ? ` ${texts[1]}` : ` sim. ${texts[0]}`));
const difference = (a, b, scale) => {
  const gap = b.seen.p - a.seen.p;
  const low = gap - Math.hypot(b.seen.p - b.seen.low, a.seen.high - a.seen.p);
  const high = gap + Math.hypot(b.seen.high - b.seen.p, a.seen.p - a.seen.low);
  const n = places(Math.max(high - gap, gap - low) * scale);
  const signed = (x, n) => { const text = minus((x * scale).toFixed(n)); return x > 0 && Number((x * scale).toFixed(n)) ? `+${text}` : text; };
  const interval = `${signed(low, n)} to ${signed(high, n)}`;
  const exact = a.exact && b.exact ? signed(b.exact.value - a.exact.value, Math.max(n, 2)) : null;
  return cell("diff", exact === null ? signed(gap, n) : exact, interval);
};
const numberRow = (name, sides, exact, seen, gap) => {
  const texts = (own) => { const t = seen(own); return Array.isArray(t) ? t : [t, ""]; };
  const cells = sides.length === 1
    ? [cell("exact", exact(sides[0]), ""), seenCell(texts(sides[0]))]
    : [...sides.map((own, i) => bothCell("ab"[i], exact(own), texts(own))), gap || el("td", { className: "diff" }, "")];
  return el("tr", {}, el("th", { scope: "row" }, name), el("td", { className: "bars" }, ""), ...cells);
};
const facts = (laws) => {
  const sides = laws.map(moments);
  if (sides.some((own) => own === null)) return null;
  const among = laws.some((law) => law.absent) ? ", where it is not absent" : "";
  const fixed = (x) => (x === null ? null : minus(x.toFixed(3)));
  const mean = (own) => ({ exact: own.exact === null ? null : { value: own.exact }, seen: own.seen });
  const gap = sides.length === 2 ? difference(mean(sides[0]), mean(sides[1]), 1) : null;
  const quantile = (share) => [(own) => { const q = own.both(share).exact; return q === null ? null : minus(String(q)); }, (own) => minus(String(own.both(share).seen))];
  return el("tbody", { className: "facts" },
    numberRow(`Mean${among}`, sides, (own) => fixed(own.exact), (own) => estimate(own.seen, 1, ""), gap),
    numberRow("Standard deviation", sides, (own) => fixed(own.exactSd), (own) => fixed(own.sd)),
    numberRow("5% are at most", sides, ...quantile(0.05)),
    numberRow("Median", sides, ...quantile(0.5)),
    numberRow("95% are at most", sides, ...quantile(0.95)));
};

const out = el("div", { id: "picked" });
const status = el("p", { className: "picked", role: "status" });
const show = () => {
  const picks = state.compare ? [state.a, state.b] : [state.a];
  const laws = picks.map(read);
  out.replaceChildren();
  remember();
  if (laws.some((law) => !law)) {
    status.textContent = "This number is not counted at this setting.";
    return;
  }
  const stretches = stretchesOf(laws), scale = top(stretches);
  const sides = laws.map((law) => sums(law, stretches));
  const heads = state.compare ? ["A", "B", "B − A"] : ["Exact", "Simulated"];
  const rowOf = (name, rows, tone) => {
    const bars = rows.map((row, side) => bar(row, "ab"[side], scale, tone));
    const texts = (row) => estimate(row.seen, 100, "%");
    const exact = (row) => row.exact && percent(row.exact.value, row.isCertain);
    const cells = state.compare
      ? [...rows.map((row, side) => bothCell("ab"[side], exact(row), texts(row))), difference(rows[0], rows[1], 100)]
      : [cell("exact", exact(rows[0]), fraction(rows[0].exact)), seenCell(texts(rows[0]))];
    return el("tr", {}, el("th", { scope: "row" }, name), el("td", { className: "bars", "aria-hidden": "true" }, ...bars), ...cells);
  };
  const body = stretches.map((stretch, i) => {
    const tone = !state.compare && metric().kind === "category" ? (metric().outcomes[stretch[0]] || [])[1] || "" : "";
    return rowOf(label(stretch), sides.map((rows) => rows[i]), tone);
  });
  // What shows nothing of the kind has a row of its own: it is no 0.
  if (laws.some((law) => law.absent)) {
    const never = (law) => ({ exact: law.exact && NOTHING, isCertain: false, seen: wilson(0, law.trials) });
    body.push(rowOf(`Absent: ${metric().absent || "not shown"}`, laws.map((law) => absence(law) || never(law)), "neutral"));
  }
  const step = steps(caseOf(state.a)[1][state.metric]).length < 2 ? "" : `, ${data.step} ${data.steps[state.step]}`;
  const title = state.compare ? `. A: ${named(state.a)}. B: ${named(state.b)}` : `: ${named(state.a)}`;
  status.textContent = metric().label + step + title;
  const marks = laws.every((law) => law.exact) ? "Bars: exact odds; the mark on each: the simulation's" : "Bars: the best odds there are; the mark on each: the simulation's";
  const legend = `${marks} ${data.level}% interval. A whole bar is ${scale * 100}%.` + (state.compare ? " Differences are in percentage points, over the interval of the simulated ones." : "");
  const missing = Math.max(...laws.map((law) => law.unresolved));
  const table = el("table", { className: (state.compare ? "two" : "one") + (body.length > 14 ? " dense" : "") },
    el("caption", {}, legend + (missing > 0 ? ` Exact odds leave up to ${missing.toExponential(0)} unresolved.` : "")),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, metric().label), el("td", { className: "bars" }, ""),
      ...heads.map((head) => el("th", { scope: "col", className: head.length === 1 ? head.toLowerCase() : "" }, head)))),
    el("tbody", {}, ...body), metric().kind === "count" ? facts(laws) : null);
  out.append(el("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "The odds picked" }, table));
};
