// Shows the selected odds in words and as a table, for one setting or two.

const cell = (className, strong, small) =>
  el("td", { className }, strong === null ? "–" : el("b", {}, strong), small ? el("small", {}, " ", small) : null);
const seenCell = (texts) => el("td", { className: "sim" }, texts[0], el("small", {}, " ", texts[1]));
// Computes a difference from numbers that are not rounded. For simulated numbers it combines both
// intervals.
const gapOf = (a, b) => {
  if (a.exact && b.exact) return { gap: b.exact.value - a.exact.value, interval: null };
  const gap = b.seen.p - a.seen.p;
  const low = gap - Math.hypot(b.seen.p - b.seen.low, a.seen.high - a.seen.p);
  const high = gap + Math.hypot(b.seen.high - b.seen.p, a.seen.p - a.seen.low);
  return { gap, interval: [low, high] };
};
const difference = (a, b, isChance) => {
  const { gap, interval } = gapOf(a, b);
  if (Number.isNaN(gap)) return cell("diff", null, "");
  return cell("diff", ...(interval ? simulatedChange(gap, interval, isChance) : [change(gap, isChance), ""]));
};
const sideCells = (side, exact, texts) => [cell(side, exact === null ? texts[0] : exact, exact === null ? texts[1] : ""), seenCell(texts)];
const numberRow = (name, sides, exact, seen, gap) => {
  const texts = (side) => { const t = seen(side); return Array.isArray(t) ? t : [t, ""]; };
  const cells = sides.flatMap((side, i) => sideCells(SIDES[i], exact(side), texts(side)));
  return el("tr", {}, el("th", { scope: "row" }, name), ...cells, sides.length > 1 ? gap || el("td", { className: "diff" }, "") : null);
};
const facts = (distributions) => {
  const sides = distributions.map(moments);
  if (sides.some((side) => side === null)) return null;
  const among = distributions.some((distribution) => distribution.absent) ? ", where it is not absent" : "";
  const meanText = (x) => (x === null ? null : mean(x));
  const both = (side) => ({ exact: side.exact === null ? null : { value: side.exact }, seen: side.seen });
  const gap = sides.length === 2 ? difference(both(sides[0]), both(sides[1]), false) : null;
  const quantile = (share) => [(side) => { const q = side.both(share).exact; return q === null ? null : minus(String(q)); }, (side) => minus(String(side.both(share).seen))];
  const first = numberRow((data.plain ? "On average" : "Mean") + among, sides, (side) => meanText(side.exact), (side) => simulated(side.seen, false), gap);
  if (data.plain) return el("tbody", { className: "facts" }, first);
  return el("tbody", { className: "facts" }, first,
    numberRow("Standard deviation", sides, (side) => meanText(side.exactSd), (side) => meanText(side.sd)),
    numberRow("5% are at most", sides, ...quantile(0.05)),
    numberRow("Median", sides, ...quantile(0.5)),
    numberRow("95% are at most", sides, ...quantile(0.95)));
};

// Returns the sentence above the picture: about the successful outcome, or about the average.
const inShort = (distributions, stretches, sides) => {
  const selected = metric(), where = steps(caseOf(state.a)[1][state.metric]).length < 2 ? "" : `, ${selected.step} ${stepName(state.step)}`;
  const subject = selected.label + where;
  if (sides.length < 2) return subject;
  const [a, b] = sides, gaps = stretches.map((_, i) => best(b[i]) - best(a[i]));
  const isExact = distributions.every((distribution) => distribution.exact);
  if (isExact && gaps.every((gap) => Math.abs(gap) < 1e-11)) return `${subject}: A and B have the same odds.`;
  if (selected.kind === "count" && state.mode === "is") {
    const [x, y] = distributions.map(moments);
    if (x === null || y === null) return `${subject}: A against B`;
    const [from, to] = [x, y].map((side) => (side.exact === null ? side.seen.p : side.exact));
    const more = to > from ? "more" : "less";
    if (mean(to) === mean(from)) return `${subject}: the same on average, ${mean(from)}, and other odds.`;
    return `${subject}: B has ${mean(Math.abs(to - from))} ${more} on average, ${mean(to)} against ${mean(from)}.`;
  }
  const hoped = selected.kind === "flag" ? stretches.findIndex(([low]) => low === 1) : stretches.findIndex(([low]) => selected.kind === "category" && (selected.outcomes[low] || [])[1] === "success");
  const widest = gaps.reduce((most, gap, i) => (Math.abs(gap) > Math.abs(gaps[most]) ? i : most), 0);
  const at = hoped >= 0 && Math.abs(gaps[hoped]) > 1e-11 ? hoped : widest;
  const name = selected.kind === "flag" ? selected.label : label(stretches[at], stretches), [low, high] = [best(a[at]), best(b[at])];
  const times = high / low, numbers = `${brief(b[at])} against ${brief(a[at])}`;
  // Beyond a factor of 1,000, the factor itself is not shown.
  const how = low <= 0 ? "only in B" : high <= 0 ? "only in A" : times > 1000 ? "almost only in B" : times < 0.001 ? "almost only in A" : times >= 1.5 ? `${timesText(times)} times as often in B`
    : times <= 1 / 1.5 ? `${timesText(1 / times)} times as often in A` : gaps[at] > 0 ? "more often in B" : "more often in A";
  // The setting that the sentence names comes first.
  const comparison = / A$/.test(how) ? `${brief(a[at])} against ${brief(b[at])}` : numbers;
  return `${where ? `${subject}: ` : ""}“${name}” comes ${how}: ${comparison}.`;
};
const timesText = (times) => (times >= 20 ? `some ${Math.round(times)}` : times.toFixed(1).replace(".0", ""));

const out = el("div", { id: "picked" });
const status = el("p", { className: "picked", role: "status" });
const frame = el("div", { className: "frame" });
const gapLine = el("p", { className: "gaps" });
const numbers = el("details", { className: "numbers" });
let shown = null;
const show = () => {
  const picks = can ? [state.a, state.b] : [state.a];
  const distributions = picks.map(read);
  remember();
  shown = null;
  frame.replaceChildren();
  gapLine.replaceChildren();
  numbers.hidden = distributions.some((distribution) => !distribution);
  if (numbers.hidden) { status.textContent = "This number is not counted at this setting."; return; }
  const stretches = stretchesOf(distributions), sides = distributions.map((distribution) => sums(distribution, stretches));
  // Outcomes are sorted with success first, and flags with yes first.
  const selected = metric(), place = (i) => (selected.kind === "category" ? selected.order.indexOf(stretches[i][0]) : selected.kind === "flag" ? -stretches[i][0] : i);
  const order = stretches.map((_, i) => i).sort((x, y) => place(x) - place(y));
  const ordered = { distributions, stretches: order.map((i) => stretches[i]), sides: sides.map((rows) => order.map((i) => rows[i])) };
  status.textContent = inShort(distributions, ordered.stretches, ordered.sides);
  shown = ordered;
  picture();
  if (can && selected.kind !== "count") {
    gapLine.append(el("span", { className: "third" }, "B minus A: "), ...ordered.stretches.flatMap((stretch, i) => {
      const { gap } = gapOf(ordered.sides[0][i], ordered.sides[1][i]);
      return [el("span", { className: `gap ${toneOf(stretch, 1)}-text` }, `${label(stretch)} `, el("b", {}, change(gap, true))), " "];
    }));
  }
  numbers.replaceChildren(el("summary", {}, "The numbers"), ...tableOf(ordered));
};
// The picture is drawn for the available width, so that its text has the same size on a phone as on
// a desktop.
const picture = () => {
  if (!shown) return;
  const width = Math.max(220, Math.floor(frame.clientWidth || 560));
  frame.replaceChildren(draw(width, shown.stretches, shown.sides));
};
const tableOf = ({ distributions, stretches, sides }) => {
  const isTwo = sides.length === 2, name = (stretch) => label(stretch, stretches);
  const texts = (row) => simulated(row.seen, true), exact = (row) => row.exact && percent(row.exact.value, row.isCertain, row.cut);
  const rowOf = (title, rows) => el("tr", {}, el("th", { scope: "row" }, title),
    ...rows.flatMap((row, i) => (isTwo ? sideCells(SIDES[i], exact(row), texts(row)) : [cell("exact", exact(row) === null ? texts(row)[0] : exact(row), fraction(row.exact)), seenCell(texts(row))])),
    isTwo ? difference(rows[0], rows[1], 100) : null);
  const body = stretches.map((stretch, i) => rowOf(name(stretch), sides.map((rows) => rows[i])));
  // Trials without a value have a row of their own, since this is not 0.
  if (distributions.some((distribution) => distribution.absent)) {
    const never = (distribution) => ({ exact: distribution.exact && NOTHING, isCertain: false, seen: wilson(0, distribution.trials) });
    body.push(rowOf(`Absent: ${metric().absent || "not shown"}`, distributions.map((distribution) => absence(distribution) || never(distribution))));
  }
  const heads = isTwo ? ["A", "", "B", "", "B − A"] : [distributions[0].exact ? "Exact" : "Simulated", ""];
  const head = heads.map((text, i) => el("th", { scope: "col", className: text === "" ? "sim" : text.length === 1 ? `${text.toLowerCase()}-text` : "" }, text || (data.plain ? "" : "simulated")));
  const missing = Math.max(...distributions.map((distribution) => distribution.unresolved));
  const notes = (isTwo ? "Differences are in percentage points, of the numbers before rounding." : "") + (missing > 0 ? ` Exact odds leave up to ${missing.toExponential(0)} unresolved.` : "");
  const table = el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, metric().label), ...head)),
    el("tbody", {}, ...body), metric().kind === "count" ? facts(distributions) : null);
  const box = el("input", { type: "checkbox", checked: numbers.classList.contains("with-sim") });
  box.addEventListener("change", () => numbers.classList.toggle("with-sim", box.checked));
  const level = data.level, toggle = data.plain || !distributions.some((distribution) => distribution.exact) ? null : el("label", { className: "switch" }, box, `Show the simulated numbers and their ${level}% intervals`);
  return [toggle, el("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "The odds picked" }, table), notes ? el("p", { className: "note" }, notes) : null].filter(Boolean);
};
// Returns the table for a spreadsheet: cells separated by tabs, and numbers without formatting.
const asText = () => {
  const { stretches, sides } = shown, safe = (text) => text.replace(/[\t\r\n]+/g, " ").replace(/^[=+\-@]/, "'$&");
  const head = [metric().label, ...(sides.length === 2 ? [`A: ${named(state.a)}`, `B: ${named(state.b)}`, "B minus A"] : [named(state.a)])];
  const rows = stretches.map((stretch, i) => {
    const values = sides.map((rows) => best(rows[i])), cells = values.length === 2 ? [...values, values[1] - values[0]] : values;
    return [safe(label(stretch, stretches)), ...cells.map((value) => String(Number(value.toPrecision(12))))];
  });
  return [head.map(safe), ...rows].map((row) => row.join("\t")).join("\n") + "\n";
};
