// The search of the site. Its data is loaded as a script when a user begins to search, since a page
// from a disk may not fetch anything.
"use strict";
const form = document.getElementById("search"), input = form.querySelector("input"), found = document.getElementById("found");
const root = document.body.dataset.root;
let all = null;

globalThis.searchable = (data) => {
  all = data.map(([to, title, heading, words]) => ({ to, title, heading, words, low: [title, heading, words].map((text) => text.toLowerCase()) }));
  show();
};

const load = () => {
  if (all || document.querySelector("script[data-search]")) return;
  const script = document.createElement("script");
  script.src = `${root}search.js`;
  script.dataset.search = "";
  document.head.append(script);
};

// A match counts most in a title, then in a heading. If a word does not occur at all, the entry is
// left out.
const worth = ({ low }, words) => {
  let sum = 0;
  for (const word of words) {
    const weight = (low[0].includes(word) ? 20 : 0) + (low[1].includes(word) ? 8 : 0) + Math.min(low[2].split(word).length - 1, 3);
    if (!weight) return 0;
    sum += weight;
  }
  return sum;
};

// Returns the words around the first match, with all matches marked.
const excerpt = (entry, words) => {
  const at = Math.max(0, Math.min(...words.map((word) => entry.low[2].indexOf(word)).filter((at) => at >= 0).concat(entry.words.length)) - 40);
  const start = at === entry.words.length ? 0 : entry.words.indexOf(" ", at - 1) + 1, text = entry.words.slice(start, start + 130).replace(/\s\S*$/, "…"), node = document.createElement("span");
  const marks = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  text.split(marks).forEach((part, i) => {
    const mark = i % 2 ? document.createElement("mark") : document.createTextNode(part);
    if (i % 2) mark.textContent = part;
    node.append(mark);
  });
  return node;
};

const show = () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = !words.length || !all;
  if (found.hidden) return;
  const hits = all.map((entry) => ({ entry, worth: worth(entry, words) })).filter((hit) => hit.worth).sort((a, b) => b.worth - a.worth).slice(0, 12);
  found.replaceChildren(...hits.map(({ entry }) => {
    const link = document.createElement("a"), name = document.createElement("b");
    link.href = root + entry.to;
    name.textContent = entry.heading && entry.heading !== entry.title ? `${entry.title}: ${entry.heading}` : entry.title;
    link.append(name, excerpt(entry, words));
    return link;
  }));
  if (!hits.length) found.textContent = "Nothing was found.";
};

const close = () => { found.hidden = true; };
form.hidden = false;
input.addEventListener("focus", () => { load(); show(); });
input.addEventListener("input", () => { load(); show(); });
form.addEventListener("submit", (event) => { event.preventDefault(); found.querySelector("a")?.click(); });
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { close(); input.focus(); }
  const links = [input, ...found.querySelectorAll("a")], step = { ArrowDown: 1, ArrowUp: links.length - 1 }[event.key];
  if (step && !found.hidden) { links[(links.indexOf(document.activeElement) + step) % links.length].focus(); event.preventDefault(); }
});
found.addEventListener("click", close);
addEventListener("pointerdown", (event) => { if (!form.contains(event.target)) close(); });
addEventListener("keydown", (event) => { if (event.key === "/" && document.activeElement !== input) { event.preventDefault(); input.focus(); } });
// The page opens the dice that are typed on the front page.
document.getElementById("roll")?.addEventListener("submit", (event) => {
  event.preventDefault();
  location.href = `oddsmith.html#roll=${encodeURIComponent(event.target.elements.roll.value.trim())}`;
});
// On a phone, the list of documents would push the text down.
if (matchMedia("(max-width: 900px)").matches) document.querySelector(".contents")?.removeAttribute("open");
