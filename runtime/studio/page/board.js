// The board: the picture of the server, and over it what mouse, keyboard and touch act on. It changes nothing itself: it asks for edits.

import { makeDrawing } from "./board_drawing.js";
import { makeEchoes } from "./board_echoes.js";
import { makeEdits } from "./board_edits.js";
import { listenToKeys } from "./board_keys.js";
import { listenToPointer } from "./board_pointer.js";
import { makeTargets } from "./board_targets.js";
import { makeTools } from "./board_tools.js";
import { TYPING, newState } from "./board_view.js";
import { button, draw, el, later, t } from "./dom.js";
import { placesOf, withPrinted } from "./geometry.js";
import { makePlaying } from "./playing.js";
import { makeSolving } from "./solving.js";

const MODES = ["givens", "clues", "regions", "lines", "solve"];
const ZOOMS = [1, 1.25, 1.6, 2, 3];

/** Makes the board in a node. `studio` has `rev()`, `isShown()`, `edit(op)`, `undo()`, `redo()`, `checkGrid(values)`, `announce(text)`, `said()`. */
export function makeBoard(parent, studio) {
  /** @type {import("./board_view.js").View} */
  const view = newState();
  view.solving = makeSolving("none", () => entriesChanged());
  const picked = el("select", { id: "board-layer", onchange: () => { view.chosen[view.mode] = picked.value; view.moved(false); refresh(); } });
  const pickedLabel = el("label", { class: "pick" }, el("span", {}), picked);
  const modes = el("fieldset", { class: "modes", "aria-label": t("board.modes") }, MODES.map((name) =>
    el("label", { title: t(`mode.${name}.title`) },
      el("input", { type: "radio", name: "mode", value: name, checked: name === view.mode, onchange: () => setMode(name) }), el("span", { text: t(`mode.${name}`) }))));
  const tools = el("div", { class: "tools" });
  const playing = makePlaying(studio, {
    solving: () => view.solving, values: () => view.ofBoard(), changed: () => { view.drawTools(); view.drawMarks(); }, redraw: () => view.drawMarks(),
    check: () => view.check(), clear: () => { view.marks.mistakes = []; view.solving.clear(); playing.restart(); view.drawTools(); },
  });
  const zoomIn = button("+", () => setZoom(view.zoom + 1), { class: "icon", "aria-label": t("zoom.in"), title: t("zoom.in") });
  const zoomOut = button("−", () => setZoom(view.zoom - 1), { class: "icon", "aria-label": t("zoom.out"), title: t("zoom.out") });
  const hint = el("p", { class: "hint", id: "board-hint" });
  const bar = el("div", { class: "board-bar" }, modes, el("span", { class: "space" }), el("div", { class: "group" },
    button(t("add"), studio.add, { id: "add", title: t("add.title"), disabled: true }), button(t("board-dialog"), studio.change, { id: "change-board", title: t("board-dialog.title"), disabled: true })),
  el("div", { class: "group zoom" }, zoomOut, zoomIn));
  const toolBar = el("div", { class: "tool-bar", role: "group", "aria-label": t("tools.label") }, pickedLabel, tools, hint);
  const paper = el("div", { class: "paper-place", "aria-hidden": "true" });
  const overlay = draw("svg", { class: "overlay", "aria-hidden": "true" });
  const markLayer = draw("g");
  const cursorLayer = draw("g");
  const echoLayer = draw("g"); // what was entered, until the picture of the server has it
  overlay.append(draw("defs", {}, draw("pattern", { id: "stripes", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    draw("rect", { class: "stripe", width: 2, height: 6 }))), markLayer, echoLayer, cursorLayer);
  const sheet = el("div", { class: "sheet" }, paper, overlay);
  const stage = el("div", { class: "stage", role: "application", tabindex: "0", "aria-label": t("board.label"), "aria-describedby": "board-help" }, sheet);
  const stale = el("p", { class: "stale", hidden: true, text: t("board.stale") });
  const palette = el("div", { class: "palette", role: "group", "aria-label": t("palette.label") });
  const legend = el("div", { class: "legend" });
  parent.append(bar, toolBar, el("p", { id: "board-help", class: "unseen", text: t("board.help") }), el("div", { class: "below-tools" }, stale), stage, palette, legend);

  /** Draws what was entered, and has it looked through for what breaks a rule. */
  function entriesChanged() {
    view.drawMarks();
    playing.look();
  }

  function setMode(name) {
    view.mode = name;
    view.stroke = null;
    view.selection = new Set();
    playing.shown(name === "solve");
    view.marks.mistakes = [];
    modes.querySelector(`[value="${name}"]`).checked = true;
    refresh();
    view.moved(false);
  }

  function setZoom(to) {
    view.zoom = Math.max(0, Math.min(ZOOMS.length - 1, to));
    sheet.style.setProperty("--zoom", ZOOMS[view.zoom]);
    sheet.classList.toggle("zoomed", view.zoom > 0);
    zoomOut.disabled = view.zoom === 0;
    zoomIn.disabled = view.zoom === ZOOMS.length - 1;
  }

  const refresh = () => { view.drawTools(); view.drawMarks(); view.drawEchoes(); view.drawCursor(); };
  Object.assign(view, { studio, picked, pickedLabel, modes, tools, playing, hint, toolBar, paper, overlay, markLayer, cursorLayer, echoLayer, sheet, stage, palette, legend, refresh });
  Object.assign(view, makeTargets(view), makeEchoes(view), makeEdits(view), makeDrawing(view), makeTools(view));
  Object.assign(view, listenToKeys(view));
  listenToPointer(view);
  setZoom(0);
  const fade = later(() => { if (view.typed.text) view.drawCursor(); }, TYPING + 50);
  stage.addEventListener("keydown", fade);

  return {
    /** Takes the board of the present text; null while the text is wrong: the last board stays, and says that it is old. */
    update(now) {
      stale.hidden = Boolean(now);
      stale.textContent = t(!studio.text().trim() ? "board.empty" : view.board ? "board.stale" : "board.none");
      sheet.classList.toggle("old", !now);
      if (!now) return;
      if (now === view.shown && !view.isAhead) return;
      const isSame = view.board?.svg === now.svg;
      view.board = withPrinted(now);
      view.ahead.forEach(view.know); // this board is of a text without them
      for (const [spot, { isDone }] of view.echoes) if (isDone) view.echoes.delete(spot);
      view.places = placesOf(now, view.shown, view.places);
      view.shown = now;
      view.isAhead = view.ahead.size > 0;
      if (!isSame) view.drawPicture();
      if (!view.here()) view.cursor = null;
      if (view.isNew && !view.isUsual(view.mode)) setMode(MODES.find(view.isUsual) ?? view.mode);
      view.isNew = false;
      refresh();
      if (view.told && studio.said() === view.told) view.moved();
    },
    /** Takes what was found about the board; parts that are not named stay. */
    mark(found) {
      const isEmpty = (each) => Array.isArray(each) && !each.length;
      const isNews = Object.entries(found).some(([name, each]) => name !== "isOld" && each !== view.marks[name] && !(isEmpty(each) && isEmpty(view.marks[name])));
      view.marks = { ...view.marks, ...found };
      if (found.isAsked) view.shows.differs = true;
      if ("candidates" in found) view.marks.isOld = false;
      markLayer.classList.toggle("aged", Boolean(view.marks.isOld));
      if (isNews) view.drawMarks(); // a key in the editor must not draw a large board again
    },
    /** The puzzle has another key from now on: that of the file into which it was saved. */
    renamed: (key) => { view.solving.rename(key); playing.rename(key); },
    open(key) {
      view.solving = makeSolving(key, entriesChanged);
      playing.open(key);
      view.walls = new Set();
      view.selection = new Set();
      view.awaited.clear();
      view.board = null;
      view.ahead.clear();
      view.echoes.clear();
      view.shown = null;
      view.isNew = true;
      view.told = "";
      studio.announce("");
      if (view.mode === "solve") setMode("givens");
      view.cursor = null;
      view.marks = { candidates: null, unique: [], differs: [], pointed: [], culprits: [], mistakes: [] };
      paper.replaceChildren();
      refresh();
    },
    focus: () => stage.focus(),
    entries: () => view.ofBoard(),
    /** The names of the cells that are selected, or of the one with the cursor. */
    chosen: () => view.selected().filter(({ kind }) => kind === "cells").map(({ name }) => name),
    present: () => view.board,
  };
}
