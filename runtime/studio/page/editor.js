// The editor of the text, which is the truth. Board and tabs change the text only through `apply`, so undo is one for all.

import {
  EditorState, EditorView, Transaction, Annotation, Compartment, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter,
  drawSelection, hoverTooltip, highlightSpecialChars, history, historyKeymap, defaultKeymap, undo, redo, undoDepth, redoDepth,
  isolateHistory, yaml, HighlightStyle, syntaxHighlighting, indentUnit, bracketMatching, foldGutter, foldKeymap, indentOnInput,
  lintGutter, setDiagnostics, lintKeymap, autocompletion, completionKeymap, search, searchKeymap, highlightSelectionMatches, tags,
} from "./vendor/codemirror.js";
import { api } from "./api.js";
import { el, t } from "./dom.js";
import { withCode } from "./sentences.js";

const fromDisk = Annotation.define();
const LOOK = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--code-key)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.bool, tags.number, tags.typeName], color: "var(--code-value)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.meta], color: "var(--code-sign)" },
]);

/** Makes the editor in a node. `changed(isFromDisk)` runs after each change, `moved(offset)` when the cursor moves. */
export function makeEditor(parent, { changed, moved, save }) {
  const readOnly = new Compartment();
  const setup = () => [
    lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), foldGutter(), drawSelection(), indentOnInput(),
    bracketMatching(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }), lintGutter(), yaml(),
    indentUnit.of("  "), syntaxHighlighting(LOOK), readOnly.of([]),
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ "aria-label": t("editor.label"), tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
    autocompletion({ override: [complete], icons: false, activateOnTypingDelay: 150 }),
    hoverTooltip(hover, { hoverTime: 350 }),
    keymap.of([
      { key: "Mod-s", preventDefault: true, run: () => (save(), true) },
      ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.transactions.some((each) => each.annotation(fromDisk)));
      if (update.selectionSet && !update.docChanged) moved(update.state.selection.main.head);
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: "", extensions: setup() }) });
  const inside = (offset) => Math.max(0, Math.min(view.state.doc.length, offset ?? 0));

  return {
    view,
    text: () => view.state.doc.toString(),
    /** Opens another file: the undo of the one before is gone. */
    open(text, isReadOnly) {
      view.setState(EditorState.create({ doc: text, extensions: setup() }));
      view.dispatch({ effects: readOnly.reconfigure(isReadOnly ? [EditorState.readOnly.of(true)] : []) });
      changed(true);
    },
    /** Replaces the whole text as one step of undo, by the least change. */
    replace(text, isFromDisk = false) {
      const old = view.state.doc.toString();
      if (old === text) return;
      let start = 0;
      while (start < old.length && start < text.length && old[start] === text[start]) start++;
      let end = 0;
      while (end < old.length - start && end < text.length - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
      view.dispatch({
        changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) },
        annotations: [isolateHistory.of("full"), Transaction.userEvent.of("input.replace"), ...(isFromDisk ? [fromDisk.of(true)] : [])],
      });
    },
    /** Applies edits of the present text as one step of undo. */
    apply(edits) {
      const changing = edits.filter(({ start, end, text }) => view.state.sliceDoc(inside(start), inside(end)) !== text);
      if (!changing.length || view.state.readOnly) return;
      view.dispatch({
        changes: changing.map(({ start, end, text }) => ({ from: inside(start), to: inside(end), insert: text })),
        annotations: [isolateHistory.of("full"), Transaction.userEvent.of("input.board")],
      });
    },
    marks(diagnostics) {
      const found = diagnostics.filter((each) => Number.isInteger(each.start)).map((each) => {
        const from = inside(each.start);
        return {
          from, to: Math.max(from, inside(each.end)), severity: each.severity === "warning" ? "warning" : "error",
          message: each.message, renderMessage: () => told(each),
        };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
    show(start, end = start) {
      view.dispatch({ selection: { anchor: inside(start), head: inside(end) }, effects: EditorView.scrollIntoView(inside(start), { y: "center" }) });
      view.focus();
    },
    undo: () => undo(view),
    redo: () => redo(view),
    canUndo: () => undoDepth(view.state) > 0,
    canRedo: () => redoDepth(view.state) > 0,
    focus: () => view.focus(),
  };
}

function told(each) {
  return el("div", { class: "told" }, el("div", {}, withCode(each.message)), each.help ? el("div", { class: "soft" }, withCode(each.help)) : null);
}

async function complete(context) {
  const word = context.matchBefore(/[\w-]+/);
  if (!word && !context.explicit) return null;
  const stop = new AbortController();
  context.addEventListener("abort", () => stop.abort());
  try {
    const got = await api.complete(context.state.doc.toString(), context.pos, stop.signal);
    if (!got?.options?.length) return null;
    const options = got.options.map(({ label, detail, info }) => ({
      label, detail: detail || undefined, info: info ? () => el("div", { class: "told" }, withCode(info)) : undefined,
    }));
    return { from: got.from, options, validFor: /^[\w-]*$/ };
  } catch {
    return null;
  }
}

async function hover(view, pos) {
  try {
    const got = await api.hover(view.state.doc.toString(), pos);
    if (!got) return null;
    return { pos: got.start, end: got.end, above: true, create: () => ({ dom: el("div", { class: "told" }, withCode(got.text)) }) };
  } catch {
    return null;
  }
}
