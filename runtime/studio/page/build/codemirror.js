// What the page uses of CodeMirror. `build.mjs` bundles it into ../vendor/codemirror.js.
export { EditorState, Compartment, StateEffect, StateField, Annotation, Transaction, RangeSetBuilder } from "@codemirror/state";
export {
  EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, hoverTooltip, Decoration,
  highlightSpecialChars, rectangularSelection, placeholder, tooltips,
} from "@codemirror/view";
export { history, historyKeymap, defaultKeymap, undo, redo, undoDepth, redoDepth, isolateHistory, indentLess, indentMore } from "@codemirror/commands";
export { yaml } from "@codemirror/lang-yaml";
export { HighlightStyle, syntaxHighlighting, indentUnit, bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
export { lintGutter, setDiagnostics, lintKeymap, forEachDiagnostic } from "@codemirror/lint";
export { autocompletion, completionKeymap, startCompletion, completionStatus, acceptCompletion } from "@codemirror/autocomplete";
export { search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
export { tags } from "@lezer/highlight";
