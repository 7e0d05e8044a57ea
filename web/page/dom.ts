// Creates elements without parsing markup, so that a designer's words are always text.

type Child = Node | string | null | undefined | false | Child[];
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

const SVG = "http://www.w3.org/2000/svg";
const handlers = new WeakMap<Element, Map<string, EventListener>>();

function fill(node: Element, attributes: Attributes, children: Child[]): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") listen(node, key.slice(2), value as unknown as EventListener);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  append(node, children);
}

function append(node: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

// Each kind of event has one listener, so that it can be exchanged.
function listen(node: Element, kind: string, listener: EventListener): void {
  let listeners = handlers.get(node);
  if (!listeners) handlers.set(node, (listeners = new Map()));
  if (!listeners.has(kind)) node.addEventListener(kind, (event) => handlers.get(node)?.get(kind)?.(event));
  listeners.set(kind, listener);
}

export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const node = document.createElementNS(SVG, tag);
  fill(node, attributes, children);
  return node;
}

// Makes an element equal to another one and keeps as much as possible: the focus stays, and bars
// move instead of jumping.
export function patch(old: Element, wanted: Element): void {
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...wanted.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const wantedListeners = handlers.get(wanted);
  handlers.get(old)?.forEach((_, kind, oldListeners) => { if (!wantedListeners?.has(kind)) oldListeners.set(kind, () => {}); });
  wantedListeners?.forEach((listener, kind) => listen(old, kind, listener));
  if (old instanceof HTMLInputElement && wanted instanceof HTMLInputElement && old !== document.activeElement) {
    old.value = wanted.value;
    old.checked = wanted.checked;
  } else if (old instanceof HTMLInputElement && wanted instanceof HTMLInputElement && old.type === "range") {
    old.value = wanted.value;
  }
  patchChildren(old, [...wanted.childNodes]);
  if (old instanceof HTMLSelectElement && wanted instanceof HTMLSelectElement) old.value = wanted.value;
}

export function patchChildren(old: Element, wanted: Node[]): void {
  const there = [...old.childNodes];
  wanted.forEach((node, i) => {
    const current = there[i];
    if (!current) old.append(node);
    else if (current instanceof Element && node instanceof Element && current.tagName === node.tagName && current.getAttribute("data-key") === node.getAttribute("data-key")) patch(current, node);
    else if (current.nodeType === Node.TEXT_NODE && node.nodeType === Node.TEXT_NODE) {
      if (current.nodeValue !== node.nodeValue) current.nodeValue = node.nodeValue;
    } else current.replaceWith(node);
  });
  there.slice(wanted.length).forEach((node) => node.remove());
}

export const by = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;
