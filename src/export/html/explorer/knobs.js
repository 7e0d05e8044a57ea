// Sliders and lists: what a reader picks, and the address that keeps it.

let ids = 0;
const isNumber = (text) => text !== "" && Number.isFinite(Number(text));
// A slider over numbers, a list over words; `pick` is told the index.
const knob = (name, values, at, pick) => {
  const id = `knob-${ids++}`;
  const title = el("label", { htmlFor: id }, name);
  if (values.length > 2 && values.every(isNumber)) {
    const told = el("output", { htmlFor: id }, values[at]);
    const input = el("input", { type: "range", id, min: "0", max: String(values.length - 1), step: "1" });
    input.value = String(at);
    input.setAttribute("aria-valuetext", values[at]);
    input.addEventListener("input", () => {
      told.textContent = values[input.value];
      input.setAttribute("aria-valuetext", values[input.value]);
      pick(Number(input.value));
    });
    return el("div", { className: "knob" }, title, told, input);
  }
  const input = el("select", { id }, ...values.map((value, i) => el("option", { value: String(i), selected: i === at }, value)));
  input.addEventListener("change", () => pick(Number(input.value)));
  return el("div", { className: "knob" }, title, input);
};
const setting = (side) => {
  const knobs = axes.map((axis, i) => knob(axis.name, axis.values, state[side][i], (pick) => { state[side][i] = pick; show(); }));
  const legend = state.compare ? `Setting ${side.toUpperCase()}` : "Setting";
  return el("fieldset", { className: `setting ${side}` }, el("legend", {}, legend), ...knobs);
};
const radios = () => {
  const isCount = metric().kind === "count";
  const radio = ([value, name]) => {
    const input = el("input", { type: "radio", name: "odds", value, checked: state.mode === value });
    input.addEventListener("change", () => { state.mode = value; show(); });
    return el("label", {}, input, name);
  };
  return isCount ? el("fieldset", { className: "modes" }, el("legend", {}, "Chance of"), ...MODES.map(radio)) : null;
};
const settle = () => {
  const own = caseOf(state.a)[1][state.metric], have = steps(own);
  if (!have.length) state.step = null;
  else if (!have.includes(state.step)) state.step = have[have.length - 1];
  if (metric().kind !== "count") state.mode = "is";
};
const build = () => {
  settle();
  ids = 0;
  const have = steps(caseOf(state.a)[1][state.metric]);
  const ask = el("div", { className: "ask" },
    knob("What", data.metrics.map((own) => own.label), state.metric, (pick) => { state.metric = pick; build(); focus("knob-0"); }),
    have.length > 1 ? knob(data.step || "Step", have.map((step) => data.steps[step]), have.indexOf(state.step), (pick) => { state.step = have[pick]; show(); }) : null,
    radios());
  const parts = [ask];
  if (axes.some((axis) => axis.values.length > 1)) {
    const two = el("input", { type: "checkbox", id: "compare", checked: state.compare });
    two.addEventListener("change", () => {
      state.compare = two.checked;
      if (state.compare && String(state.a) === String(state.b)) state.b = next(state.a);
      build();
      focus("compare");
    });
    parts.push(el("div", { className: "settings" }, setting("a"), state.compare ? setting("b") : null),
      el("label", { className: "compare" }, two, "Compare with another setting"));
  }
  root.replaceChildren(...parts, status, out);
  show();
};
const focus = (id) => document.getElementById(id).focus();
// The setting next to one: what a comparison starts with.
const next = (picks) => {
  const axis = axes.findIndex((own) => own.values.length > 1);
  return picks.map((pick, i) => (i === axis ? (pick + 1) % axes[i].values.length : pick));
};

const remember = () => {
  const words = new URLSearchParams({ metric: metric().name, odds: state.mode, a: state.a.join(".") });
  if (state.step !== null) words.set("step", state.step);
  if (state.compare) words.set("b", state.b.join("."));
  try { history.replaceState(null, "", `#${words}`); } catch { /* A page inside another may not. */ }
};
const recall = () => {
  const words = new URLSearchParams(location.hash.slice(1));
  const picks = (text) => {
    const own = (text || "").split(".").map(Number);
    return own.length === axes.length && own.every((pick, i) => Number.isInteger(pick) && axes[i].values[pick] !== undefined) ? own : null;
  };
  const found = data.metrics.findIndex((own) => own.name === words.get("metric"));
  if (found < 0) return false;
  state.metric = found;
  state.step = words.has("step") ? Number(words.get("step")) : null;
  if (MODES.some(([mode]) => mode === words.get("odds"))) state.mode = words.get("odds");
  state.a = picks(words.get("a")) || state.a;
  const b = picks(words.get("b"));
  state.compare = b !== null && axes.length > 0;
  state.b = b || state.b;
  return true;
};

const start = () => {
  if (!recall()) {
    const [name, step] = data.headline || [data.metrics[0].name, null];
    state.metric = Math.max(0, data.metrics.findIndex((own) => own.name === name));
    state.step = step;
    state.compare = data.variants.length > 1;
    state.b = next(state.a);
  }
  build();
  addEventListener("hashchange", () => { if (recall()) build(); });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((own) => { own.open = true; }));
};
if (data.cases.length && data.metrics.length) start();
