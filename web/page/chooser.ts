// A list to choose from by typing: everything that can be opened, and every command.

import { by, h, patchChildren } from "./dom";

export interface Choice {
  group: string; name: string; about?: string; key?: string; run(): void;
  /** More words by which it is found. */
  words?: string;
  /** Whether it is only listed if it is searched for. */
  isHidden?: boolean;
}

let listed: () => Choice[] = () => [], choices: Choice[] = [], at = 0, found: Choice[] = [];
const dialog = () => by<HTMLDialogElement>("chooser");

export function choose(title: string, list: () => Choice[]): void {
  listed = list;
  choices = list();
  at = 0;
  const box = dialog(), input = by<HTMLInputElement>("chooser-input");
  box.setAttribute("aria-label", title);
  input.placeholder = title;
  input.setAttribute("aria-label", title);
  input.value = "";
  show();
  if (!box.open) box.showModal();
  input.focus();
}

/** Lists the choices anew, because there may be more of them. */
export function listAgain(): void {
  if (!dialog().open) return;
  choices = listed();
  show();
}

function show(): void {
  const words = by<HTMLInputElement>("chooser-input").value.toLowerCase().split(/\s+/).filter(Boolean);
  found = choices.filter((choice) => (words.length || !choice.isHidden) && words.every((word) => `${choice.group} ${choice.name} ${choice.about ?? ""} ${choice.words ?? ""}`.toLowerCase().includes(word)));
  at = Math.max(0, Math.min(at, found.length - 1));
  const nodes: Node[] = [];
  let group = "";
  found.forEach((choice, i) => {
    if (choice.group !== group) { group = choice.group; nodes.push(h("div", { class: "group", role: "presentation" }, group)); }
    nodes.push(h("div", { class: `option ${i === at ? "at" : ""}`, role: "option", id: `option-${i}`, "aria-selected": i === at ? "true" : "false", onclick: () => pick(choice), onpointermove: () => { if (at !== i) { at = i; mark(); } } },
      h("b", {}, choice.name), h("span", {}, choice.about ?? ""), choice.key ? h("kbd", {}, choice.key) : null));
  });
  if (!found.length) nodes.push(h("div", { class: "group", role: "presentation" }, "Nothing was found. Try the name of a game, a mechanic such as dice pools, or a word of the language."));
  patchChildren(by("chooser-list"), nodes);
  mark();
}

function mark(): void {
  const list = by("chooser-list");
  list.querySelectorAll(".option").forEach((option, i) => { option.classList.toggle("at", i === at); option.setAttribute("aria-selected", i === at ? "true" : "false"); });
  const chosen = document.getElementById(`option-${at}`);
  by("chooser-input").setAttribute("aria-activedescendant", chosen ? `option-${at}` : "");
  chosen?.scrollIntoView({ block: "nearest" });
}

function pick(choice: Choice): void { dialog().close(); choice.run(); }

export function prepare(): void {
  const input = by<HTMLInputElement>("chooser-input");
  input.addEventListener("input", () => { at = 0; show(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { at = (at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(found.length, 1); mark(); event.preventDefault(); }
    else if (event.key === "Enter" && found[at]) { event.preventDefault(); pick(found[at]); }
  });
  dialog().addEventListener("click", (event) => { if (event.target === dialog()) dialog().close(); });
}

export interface Item { name: string; note?: string; run(): void }

/** Shows a menu at a button. Arrow keys move in it, and Esc closes it. */
export function menu(at: HTMLElement, groups: Item[][], foot = ""): void {
  document.querySelector(".menu")?.remove();
  const items: HTMLElement[] = [];
  const close = (back = true) => { box.remove(); removeEventListener("pointerdown", outside, true); at.setAttribute("aria-expanded", "false"); if (back) at.focus(); };
  const outside = (event: Event) => { if (!box.contains(event.target as Node)) close(false); };
  const item = (action: Item) => { const node = h("button", { type: "button", role: "menuitem", tabindex: -1, onclick: () => { close(); action.run(); } }, h("span", {}, action.name), h("small", {}, action.note ?? "")); items.push(node); return node; };
  const box = h("div", { class: "menu", role: "menu", onkeydown: (event: KeyboardEvent) => {
    const i = items.indexOf(document.activeElement as HTMLElement), step = { ArrowDown: 1, ArrowUp: items.length - 1 }[event.key];
    if (step) { items[(i + step) % items.length].focus(); event.preventDefault(); }
    else if (event.key === "Home" || event.key === "End") { items.at(event.key === "Home" ? 0 : -1)!.focus(); event.preventDefault(); }
    else if (event.key === "Escape" || event.key === "Tab") { close(); event.preventDefault(); event.stopPropagation(); }
  } }, groups.map((group, i) => [i > 0 ? h("hr", { role: "separator" }) : null, group.map(item)]), foot ? h("p", { role: "presentation" }, foot) : null);
  // It is added inside a landmark, so that screen readers find it.
  (at.closest("header, main") ?? document.body).append(box);
  const place = at.getBoundingClientRect(), size = box.getBoundingClientRect();
  box.style.top = `${Math.max(8, Math.min(place.bottom + 4, innerHeight - size.height - 8))}px`;
  box.style.left = `${Math.max(8, Math.min(place.right - size.width, innerWidth - size.width - 8))}px`;
  at.setAttribute("aria-expanded", "true");
  items[0]?.focus();
  setTimeout(() => addEventListener("pointerdown", outside, true));
}
