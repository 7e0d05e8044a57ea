// Best play: a reader picks a situation and sees what each option is worth and what a mistake costs.

const kept = document.getElementById("plays");
if (kept) {
  const plays = JSON.parse(kept.textContent), place = document.getElementById("pick-play");
  const now = { play: 0, choice: 0, parts: [] };
  const times = (value) => String(Number(value.toPrecision(3)));
  const list = (id, name, values, at, pick) => {
    const input = el("select", { id }, ...values.map((value, i) => el("option", { value: String(i), selected: i === at }, value)));
    input.addEventListener("change", () => { pick(Number(input.value)); showPlay(id); });
    return el("div", { className: "knob" }, el("label", { htmlFor: id }, name), input);
  };
  const unique = (values) => [...new Set(values)];
  // It opens where a mistake costs most, counted by how often it can be made.
  const stake = (own) => Math.min(1, own.reached) * Math.min(...own.options.filter(([name, value]) => name !== own.best && value !== null).map(([, , loss]) => loss));
  const opens = plays[0].situations.reduce((one, other) => (stake(other) > stake(one) ? other : one));
  now.choice = unique(plays[0].situations.map((own) => own.choice)).indexOf(opens.choice);
  now.parts = [...opens.parts];
  const showPlay = (focused) => {
    const play = plays[now.play], names = unique(play.situations.map((own) => own.choice));
    now.choice = Math.min(now.choice, names.length - 1);
    const choice = names[now.choice];
    let left = play.situations.filter((own) => own.choice === choice);
    const lists = [];
    if (plays.length > 1) lists.push(list("play-case", "Case", plays.map((own) => own.name), now.play, (at) => { now.play = at; }));
    if (names.length > 1) lists.push(list("play-choice", "Choice", names, now.choice, (at) => { now.choice = at; now.parts = []; }));
    // Each part offers what there is with the parts before it.
    play.parts[choice].forEach((name, i) => {
      const values = unique(left.map((own) => own.parts[i]));
      if (values.every(isNumber)) values.sort((a, b) => a - b);
      if (!values.includes(now.parts[i])) now.parts[i] = values[0];
      if (values.length > 1) {
        lists.push(list(`play-part-${i}`, name, values, values.indexOf(now.parts[i]), (at) => { now.parts[i] = values[at]; }));
      }
      left = left.filter((own) => own.parts[i] === now.parts[i]);
    });
    const own = left[0];
    const told = (value) => (play.isChance ? percent(value, value >= 1) : mean(value));
    const cost = (value) => (play.isChance ? change(value, true).replace("+", "") : mean(value));
    const head = ["Option", "Worth", "A mistake costs"].map((name) => el("th", { scope: "col" }, name));
    const rows = own.options.map(([name, value, loss]) => el("tr", {},
      el("th", { scope: "row" }, name === own.best ? el("strong", {}, name) : name),
      el("td", {}, value === null ? "–" : told(value)),
      el("td", {}, value === null ? "a trial that never ends" : name === own.best ? "best" : loss === 0 ? "nothing" : cost(loss))));
    const met = own.reached < 1e-4 ? "hardly ever" : own.reached > 1.0001 ? `${times(own.reached)} times a trial` : `in ${percent(own.reached, own.reached >= 1)} of trials`;
    place.replaceChildren(
      el("div", { className: "ask" }, ...lists),
      el("p", { role: "status" }, `${own.words}: ${own.choice} ${own.best}, worth ${told(own.value)} (${play.aim}); met ${met}.`),
      el("div", { className: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows))));
    if (focused) document.getElementById(focused)?.focus();
  };
  showPlay();
}
