// Sliders and lists with which a reader chooses settings, and the address that keeps the choice.

let ids = 0;
const isNumber = (text) => text !== "" && Number.isFinite(Number(text));
// Returns a slider for numbers, or a list for words. `pick` receives the index.
const knob = (name, values, at, pick) => {
  const id = `knob-${ids++}`;
  const title = el("label", { htmlFor: id }, name);
  if (values.length > 2 && values.every(isNumber)) {
    const output = el("output", { htmlFor: id }, values[at]);
    const input = el("input", { type: "range", id, min: "0", max: String(values.length - 1), step: "1" });
    input.value = String(at);
    input.setAttribute("aria-valuetext", values[at]);
    input.addEventListener("input", () => {
      output.textContent = values[input.value];
      input.setAttribute("aria-valuetext", values[input.value]);
      pick(Number(input.value));
    });
    return el("div", { className: "knob" }, title, output, input);
  }
  const input = el("select", { id }, ...values.map((value, i) => el("option", { value: String(i), selected: i === at }, value)));
  input.addEventListener("change", () => pick(Number(input.value)));
  return el("div", { className: "knob" }, title, input);
};
const setting = (side) => {
  const knobs = axes.map((axis, i) => (axis.values.length > 1 ? knob(axis.name, axis.values, state[side][i], (pick) => { state[side][i] = pick; show(); }) : null));
  return el("fieldset", { className: `setting ${side}` }, el("legend", {}, el("span", { className: "off" }, "Setting "), side.toUpperCase()), ...knobs);
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
  const observed = caseOf(state.a)[1][state.metric], have = steps(observed);
  if (!have.length) state.step = null;
  else if (!have.includes(state.step)) state.step = have[have.length - 1];
  if (metric().kind !== "count") state.mode = "is";
};
const build = () => {
  settle();
  ids = 0;
  const have = steps(caseOf(state.a)[1][state.metric]);
  const ask = el("div", { className: "ask" },
    data.metrics.length > 1 ? knob("What", data.metrics.map((entry) => entry.label), state.metric, (pick) => { state.metric = pick; build(); focus("knob-0"); }) : null,
    have.length > 1 ? knob(metric().step, have.map(stepName), have.indexOf(state.step), (pick) => { state.step = have[pick]; show(); }) : null,
    radios());
  const knobs = el("div", { className: "knobs" }, ask, ...(can ? [setting("a"), setting("b")] : []));
  out.replaceChildren(status, frame, gapLine, buttons, numbers);
  root.replaceChildren(knobs, out);
  show();
};
const focus = (id) => document.getElementById(id).focus();
const remember = () => {
  const words = new URLSearchParams({ metric: metric().name, odds: state.mode, a: state.a.join(".") });
  if (state.step !== null) words.set("step", state.step);
  if (can) words.set("b", state.b.join("."));
  try { history.replaceState(null, "", `#${words}`); } catch { /* An embedded page may not do this. */ }
};
const recall = () => {
  const words = new URLSearchParams(location.hash.slice(1));
  const picks = (text) => {
    const indices = (text || "").split(".").map(Number);
    return indices.length === axes.length && indices.every((pick, i) => Number.isInteger(pick) && axes[i].values[pick] !== undefined) ? indices : null;
  };
  const found = data.metrics.findIndex((entry) => entry.name === words.get("metric"));
  if (found < 0) return false;
  state.metric = found;
  state.step = words.has("step") ? Number(words.get("step")) : null;
  if (MODES.some(([mode]) => mode === words.get("odds"))) state.mode = words.get("odds");
  state.a = picks(words.get("a")) || state.a;
  state.b = picks(words.get("b")) || state.b;
  return true;
};

const start = () => {
  if (!recall() && data.headline) {
    const [name, step] = data.headline;
    state.metric = Math.max(0, data.metrics.findIndex((entry) => entry.name === name));
    state.step = step;
  }
  build();
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; picture(); } });
  addEventListener("hashchange", () => { if (recall()) build(); });
  // On paper the picture is as wide as the page. Folded parts stay folded.
  addEventListener("beforeprint", () => { if (shown) frame.replaceChildren(draw(660, shown.stretches, shown.sides)); });
  addEventListener("afterprint", picture);
  // The typeface may load after the first drawing. It is needed to measure text.
  document.fonts.ready.then(picture);
};
if (data.cases.length && data.metrics.length) start();
