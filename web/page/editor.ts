// The editor for a scenario, a rule file or typed dice. It has colours, underlined problems, and
// numbers that can be dragged.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, undo } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, type StreamParser, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { python } from "@codemirror/legacy-modes/mode/python";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { EditorState, StateEffect, StateField, Transaction, type Extension, type Range } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { h } from "./dom";
import { type AskAt, coded, completions, explained } from "./words";
import type { Knob, Problem, TextKind } from "./types";

/** Sets what is marked in a text. Notes have a fix, but are no mistakes. */
export const mark = StateEffect.define<{ problems?: Problem[]; notes?: Problem[]; knobs?: Knob[] }>();
/** Marks a change that the page made by a control. */
export const turned = Transaction.userEvent.of("input.knob");

interface Shown { problems: Problem[]; notes: Problem[]; numbers: { from: number; to: number; knob: Knob }[]; marks: DecorationSet }

const style = HighlightStyle.define([
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--code-number)" },
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--code-word)" },
  { tag: [tags.comment], color: "var(--third)" },
  { tag: [tags.standard(tags.name), tags.standard(tags.variableName), tags.standard(tags.function(tags.variableName))], color: "var(--accent)" },
  { tag: [tags.meta, tags.heading, tags.labelName], color: "var(--accent)", fontWeight: "600" },
]);

class Message extends WidgetType {
  /** Without `open`, the message has no button for completions. */
  constructor(readonly problem: Problem, readonly isNote: boolean, readonly open: (() => void) | null) { super(); }
  override eq(other: Message) { return this.isNote === other.isNote && JSON.stringify(other.problem) === JSON.stringify(this.problem); }
  override ignoreEvent() { return true; }
  toDOM(view: EditorView) {
    const { message, help, notes, fix } = this.problem;
    // The space around it is padding, because the editor ignores margins.
    return h("div", { class: "problem-room" }, h("div", { class: this.isNote ? "problem doubt" : "problem", role: this.isNote ? "note" : "alert" },
      h("p", {}, h(this.isNote ? "span" : "strong", {}, coded(sentence(message))), " ", coded(help ? sentence(help) : "")),
      notes.map((note) => h("p", { class: "note" }, coded(note))),
      !fix && !this.open ? null : h("p", { class: "buttons" },
        fix && h("button", { class: "primary", type: "button", onclick: () => repair(view, this.problem) }, fix.label, h("kbd", {}, "Ctrl .")),
        this.open && h("button", { class: "plain", type: "button", onclick: this.open }, "Show what is allowed"))));
  }
}

// A rule file looks like Python, but has its own functions.
declare const FUNCTIONS: string[];
const known = new Set(FUNCTIONS);
const odds: StreamParser<unknown> = {
  ...python,
  languageData: { commentTokens: { line: "#" } },
  token: (stream, state) => {
    const kind = python.token(stream, state);
    return kind && /variable|builtin/.test(kind) ? (known.has(stream.current()) ? "builtin" : "variable") : kind;
  },
};

const scenarios: StreamParser<unknown> = {
  ...toml,
  languageData: { commentTokens: { line: "#" } },
  token: (stream, state) => {
    const kind = toml.token(stream, state);
    return kind === "atom" && /^\s*\[[^=]*$/.test(stream.string) ? "heading" : kind;
  },
};

export const sentence = (text: string) => text && text[0].toUpperCase() + text.slice(1) + (/[.?!)]$/.test(text) ? "" : ".");

export function repair(view: EditorView, problem: Problem): void {
  if (!problem.fix) return;
  const { from, to, insert } = problem.fix;
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
  view.focus();
}

export class Editor {
  readonly view: EditorView;
  private field: StateField<Shown>;
  /** Answers questions about a position in the text. */
  ask: AskAt = async () => null;
  /** The listeners for changes of the text, and for dragged numbers. */
  on: { change(isKnob: boolean): void; drag(knob: Knob, value: number): void } = { change: () => {}, drag: () => {} };

  constructor(parent: HTMLElement, readonly kind: TextKind, label: string) {
    const decorate = (state: EditorState, { problems, notes, numbers }: Omit<Shown, "marks">): DecorationSet => {
      const marks: Range<Decoration>[] = numbers.map(({ from, to }) => Decoration.mark({ class: "turnable", attributes: { title: "Drag to change" } }).range(from, to));
      const end = state.doc.length;
      for (const problem of [...problems, ...notes]) {
        if (problem.from === undefined || problem.to === undefined) continue;
        const from = Math.min(problem.from, end), to = Math.min(Math.max(problem.to, from), end);
        if (to > from) marks.push(Decoration.mark({ class: notes.includes(problem) ? "doubtful" : "wrong" }).range(from, Math.min(to, state.doc.lineAt(from).to) > from ? Math.min(to, state.doc.lineAt(from).to) : to));
        const line = state.doc.lineAt(from);
        const open = this.kind === "roll" ? null : () => { this.view.dispatch({ selection: { anchor: Math.min(to, this.view.state.doc.lineAt(Math.min(from, this.view.state.doc.length)).to) } }); this.view.focus(); startCompletion(this.view); };
        marks.push(Decoration.widget({ widget: new Message(problem, notes.includes(problem), open), block: true, side: 1 }).range(line.to));
      }
      return Decoration.set(marks, true);
    };
    this.field = StateField.define<Shown>({
      create: () => ({ problems: [], notes: [], numbers: [], marks: Decoration.none }),
      update: (shown, transaction) => {
        let { problems, notes, numbers } = shown;
        if (transaction.docChanged) {
          const map = transaction.changes;
          numbers = numbers.map((number) => ({ ...number, from: map.mapPos(number.from, -1), to: map.mapPos(number.to, 1) })).filter((number) => number.to > number.from);
          const moved = (problem: Problem) => (problem.from === undefined ? problem : { ...problem, from: map.mapPos(problem.from, -1), to: map.mapPos(problem.to ?? problem.from, 1) });
          [problems, notes] = [problems.map(moved), notes.map(moved)];
        }
        let isNew = false;
        for (const effect of transaction.effects) {
          if (!effect.is(mark)) continue;
          isNew = true;
          const length = transaction.newDoc.length;
          if (effect.value.problems) problems = effect.value.problems.filter((problem) => problem.text === this.kind);
          if (effect.value.notes) notes = effect.value.notes.filter((note) => note.text === this.kind);
          if (effect.value.knobs) numbers = this.kind !== "scenario" ? [] : effect.value.knobs.filter((knob) => knob.at && knob.at[1] <= length).map((knob) => ({ from: knob.at![0], to: knob.at![1], knob }));
        }
        if (!isNew && !transaction.docChanged) return shown;
        return { problems, notes, numbers, marks: isNew ? decorate(transaction.state, { problems, notes, numbers }) : shown.marks.map(transaction.changes) };
      },
      provide: (field) => EditorView.decorations.from(field, (shown) => shown.marks),
    });
    // Typed dice are a line or two: they need no line numbers and no completions.
    const tools: Extension = kind === "roll" ? [] : [
      lineNumbers(), highlightActiveLine(), closeBrackets(), indentUnit.of(kind === "rule" ? "    " : "  "),
      StreamLanguage.define(kind === "scenario" ? scenarios : odds), syntaxHighlighting(style),
      autocompletion({ override: [(context) => completions(context, this.ask)], icons: false }),
      hoverTooltip(async (_, at) => {
        const found = await explained(at, this.ask);
        return found && { pos: found.from, end: found.to, above: false, create: () => ({ dom: found.element }) };
      }),
    ];
    const extensions: Extension = [
      history(), drawSelection(), bracketMatching(), EditorView.lineWrapping, tools, this.field,
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
      // Tab leaves the editor, as everywhere on the page.
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
      EditorState.allowMultipleSelections.of(true),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        this.isPasted = update.transactions.some((transaction) => transaction.isUserEvent("input.paste"));
        this.on.change(update.transactions.some((transaction) => transaction.isUserEvent("input.knob")));
      }),
      EditorView.domEventHandlers({ mousedown: (event, view) => this.grab(event, view) }),
    ];
    this.extensions = extensions;
    this.view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions }) });
  }
  private extensions: Extension;
  /** Whether the last change was a paste. */
  private isPasted = false;

  get text(): string { return this.view.state.doc.toString(); }

  /** Opens another text with a new history. */
  open(text: string): void {
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
  }

  show(marks: { problems?: Problem[]; notes?: Problem[]; knobs?: Knob[] }): void { this.view.dispatch({ effects: mark.of(marks) }); }


  /** Returns the current position of a control's value. */
  place(key: string): { from: number; to: number } | undefined {
    return this.view.state.field(this.field).numbers.find((number) => number.knob.key === key);
  }

  change(from: number, to: number, insert: string): void {
    this.view.dispatch({ changes: { from, to, insert }, annotations: turned });
  }

  /** Replaces the text within the same history. Equal parts are not touched. */
  replace(text: string): void {
    const old = this.text, most = Math.min(old.length, text.length);
    let from = 0, same = 0;
    while (from < most && old[from] === text[from]) from++;
    while (same < most - from && old[old.length - 1 - same] === text[text.length - 1 - same]) same++;
    this.view.dispatch({ changes: { from, to: old.length - same, insert: text.slice(from, text.length - same) } });
  }

  undo(): void { undo(this.view); }

  goTo(at: number): void {
    this.view.dispatch({ selection: { anchor: Math.min(at, this.view.state.doc.length) }, scrollIntoView: true });
    this.view.focus();
  }

  /**
   * Scrolls until a problem and its message can be read whole, unless somebody is typing on another
   * line.
   */
  reveal({ from }: Problem): void {
    const { view } = this, line = view.state.doc.lineAt(Math.min(from!, view.state.doc.length));
    const caret = view.state.doc.lineAt(view.state.selection.main.head);
    if (view.hasFocus && !this.isPasted && caret.number !== line.number) return;
    view.requestMeasure({
      read: () => {
        const { top, bottom } = view.lineBlockAt(line.from), { scrollTop, clientHeight } = view.scrollDOM;
        return top >= scrollTop && bottom + 20 <= scrollTop + clientHeight;
      },
      write: (isShown) => {
        if (!isShown) requestAnimationFrame(() => view.dispatch({ effects: EditorView.scrollIntoView(Math.min(from!, view.state.doc.length), { y: "start", yMargin: 30 }) }));
      },
    });
  }

  // A number with a dotted line can be dragged. Eight pixels are one step.
  private grab(event: MouseEvent, view: EditorView): boolean {
    if (event.button !== 0 || !(event.target as Element).closest?.(".turnable")) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const grabbed = at === null ? undefined : view.state.field(this.field).numbers.find((number) => number.from <= at && at <= number.to);
    if (!grabbed || grabbed.knob.kind === "choice") return false;
    const { knob } = grabbed, start = Number(view.state.sliceDoc(grabbed.from, grabbed.to).replaceAll("_", "")), step = knob.kind === "whole" ? 1 : 0.01;
    if (!Number.isFinite(start)) return false;
    let isDragging = false, last = start;
    const move = (moved: MouseEvent) => {
      const steps = Math.round((moved.clientX - event.clientX) / 8);
      if (!isDragging && steps === 0) return;
      if (!isDragging) { isDragging = true; document.body.classList.add("dragging"); }
      moved.preventDefault();
      const value = Math.min(knob.to!, Math.max(knob.from!, Number((start + steps * step).toFixed(9))));
      if (value !== last) { last = value; this.on.drag(knob, value); }
    };
    const up = (ended: MouseEvent) => {
      removeEventListener("mousemove", move, true);
      removeEventListener("mouseup", up, true);
      document.body.classList.remove("dragging");
      if (isDragging) ended.preventDefault();
    };
    addEventListener("mousemove", move, true);
    addEventListener("mouseup", up, true);
    return false;
  }
}
