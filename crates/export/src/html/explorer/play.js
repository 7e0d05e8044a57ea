// Best play: a reader selects a situation, and sees the value of each option and the cost of a
// mistake.

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
  // The first situation is the one in which mistakes cost most, weighted by how often it is
  // reached.
  const stake = (situation) => Math.min(1, situation.reached) * Math.min(...situation.options.filter(([name, value]) => name !== situation.best && value !== null).map(([, , loss]) => loss));
  const opens = plays[0].situations.reduce((costliest, other) => (stake(other) > stake(costliest) ? other : costliest));
  now.choice = unique(plays[0].situations.map((situation) => situation.choice)).indexOf(opens.choice);
  now.parts = [...opens.parts];
  const showPlay = (focused) => {
    const play = plays[now.play], names = unique(play.situations.map((situation) => situation.choice));
    now.choice = Math.min(now.choice, names.length - 1);
    const choice = names[now.choice];
    let left = play.situations.filter((situation) => situation.choice === choice);
    const lists = [];
    if (plays.length > 1) lists.push(list("play-case", "Case", plays.map((entry) => entry.name), now.play, (at) => { now.play = at; }));
    if (names.length > 1) lists.push(list("play-choice", "Choice", names, now.choice, (at) => { now.choice = at; now.parts = []; }));
    // Each list offers the values that are possible with the parts selected before it.
    play.parts[choice].forEach((name, i) => {
      const values = unique(left.map((situation) => situation.parts[i]));
      if (values.every(isNumber)) values.sort((a, b) => a - b);
      if (!values.includes(now.parts[i])) now.parts[i] = values[0];
      if (values.length > 1) {
        lists.push(list(`play-part-${i}`, name, values, values.indexOf(now.parts[i]), (at) => { now.parts[i] = values[at]; }));
      }
      left = left.filter((situation) => situation.parts[i] === now.parts[i]);
    });
    const picked = left[0];
    const worth = (value) => (picked.isChance ? percent(value, value >= 1) : mean(value));
    const cost = (value) => (picked.isChance ? change(value, true).replace("+", "") : mean(value));
    // Players who make mistakes take other options, too.
    const errs = play.situations.some(({ best, options }) => options.some(([name, , , taken]) => name !== best && taken > 0));
    const head = ["Option", "Worth", "A mistake costs", ...(errs ? ["Taken"] : [])].map((name) => el("th", { scope: "col" }, name));
    const rows = picked.options.map(([name, value, loss, taken]) => el("tr", {},
      el("th", { scope: "row" }, name === picked.best ? el("strong", {}, name) : name),
      el("td", {}, value === null ? "–" : worth(value)),
      el("td", {}, value === null ? "a trial that never ends" : name === picked.best ? "best" : loss === 0 ? "nothing" : cost(loss)),
      ...(errs ? [el("td", {}, chance(taken))] : [])));
    const met = picked.reached < 1e-4 ? "hardly ever" : picked.reached > 1.0001 ? `${times(picked.reached)} times a trial` : `in ${percent(picked.reached, picked.reached >= 1)} of trials`;
    place.replaceChildren(
      el("div", { className: "ask" }, ...lists),
      el("p", { role: "status" }, `${picked.words}: ${picked.choice} ${picked.best}, worth ${worth(picked.value)} (${picked.aim ?? play.aim}); met ${met}.`),
      el("div", { className: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows))));
    if (focused) document.getElementById(focused)?.focus();
  };
  showPlay();
}
