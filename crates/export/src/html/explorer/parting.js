// Two handles divide a distribution into three parts: below, between and above them. The report and
// the page share this file.

// The positions of the handles of each picture, as values.
const partedAt = new Map();
// The initial limit for the share beyond each handle.
const PARTED = 0.05;
// Returns the handles of a picture, which are placed below it; null if it is not a distribution.
// `chanceText` formats a chance.
const parting = (svg, name, chanceText) => {
  if (!svg.dataset.parts) return null;
  const { x, top, ends, odds, tails, never } = JSON.parse(svg.dataset.parts), many = odds.length;
  const [, above, wide, tall] = svg.getAttribute("viewBox").split(" ").map(Number);
  const beyond = tails[1] + (never || 0), sum = (from, to) => odds.slice(from, to).reduce((total, share) => total + share, 0);
  const made = (tag, attributes, ...children) => {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  // Returns the initial handles: at most 5% is beyond each of them.
  const usual = () => {
    let low = 0, high = many;
    for (let left = tails[0] + odds[0]; low < many - 1 && left <= PARTED + 1e-12; left += odds[low]) low++;
    for (let right = beyond + odds[many - 1]; high > low + 1 && right <= PARTED + 1e-12; right += odds[high - 1]) high--;
    return [low, high];
  };
  const kept = partedAt.get(name), place = (value) => { const at = ends.findIndex(([low]) => low >= value); return at < 0 ? many : at; };
  let [low, high] = kept ? kept.map(place) : usual();
  const handle = (which, at) => {
    const input = made("input", { type: "range", min: "0", max: String(many), step: "1", "aria-label": `${which} delimiter` });
    input.value = String(at);
    return input;
  };
  const inputs = [handle("Lower", low), handle("Upper", high)], lines = [made("i", {}), made("i", {})], shares = [made("span", {}), made("span", {}), made("span", {})];
  const number = (value) => String(value).replace("-", "\u2212");
  const stretch = (from, to) => (ends[from][0] === ends[to - 1][1] ? number(ends[from][0]) : `${number(ends[from][0])} to ${number(ends[to - 1][1])}`);
  const show = () => {
    // Of the shares one is what the others leave, so that they add up.
    const under = tails[0] + sum(0, low), over = beyond + sum(high, many), within = sum(low, high);
    const words = [low ? `below ${number(ends[low < many ? low : many - 1][0])}` : "", low < high ? stretch(low, high) : "nothing between", high < many ? `over ${number(ends[Math.max(high, 1) - 1][1])}` : tails[1] > 0 ? "more" : ""];
    if (never) words[2] = words[2] ? `${words[2]} or never` : "never";
    [under, within, over].forEach((share, i) => {
      shares[i].replaceChildren(...(words[i] && (i === 1 || share > 0) ? [`${words[i]}: `, made("b", {}, chanceText(share))] : []));
    });
    [low, high].forEach((at, i) => {
      inputs[i].value = String(at);
      inputs[i].setAttribute("aria-valuetext", shares[i ? 2 : 0].textContent || (i ? "nothing is over it" : "nothing is below it"));
      lines[i].style.left = `${(at / many) * 100}%`;
    });
  };
  inputs.forEach((input, i) => input.addEventListener("input", () => {
    const at = Number(input.value);
    if (i) high = Math.max(at, low); else low = Math.min(at, high);
    partedAt.set(name, [low, high].map((bar) => (bar < many ? ends[bar][0] : Infinity)));
    show();
  }));
  // A different distribution gets a different key, so that a page that keeps unchanged elements replaces this one.
  const key = odds.reduce((total, share, i) => total + share * (i + 1.37), many + x[0]);
  const box = made("div", { class: "parting", "data-key": `${name} ${key}`, style: `--from:${(x[0] / wide) * 100}%;--span:${((x[1] - x[0]) / wide) * 100}%;--tall:${((above + tall - top) / wide) * 100}cqw` },
    made("div", { class: "handles" }, ...lines, ...inputs), made("p", {}, ...shares));
  show();
  return box;
};
