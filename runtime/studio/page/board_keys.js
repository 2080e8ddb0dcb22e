// The keyboard on the board: the cursor, signs, and commands.

import { next } from "./geometry.js";
import * as over from "./overlay.js";

/** Listens to the keyboard on the board. @param {import("./board_view.js").View} view */
export function listenToKeys(view) {
  view.stage.addEventListener("focus", () => {
    if (!view.here()) start();
    view.moved();
  });
  view.stage.addEventListener("blur", view.drawCursor);
  view.stage.addEventListener("keydown", (event) => {
    if (event.target !== view.stage) return;
    const command = event.ctrlKey || event.metaKey;
    const { key } = event;
    if (command && !event.altKey && ["z", "y", "Z"].includes(key)) {
      const isRedo = key === "y" || event.shiftKey;
      if (view.mode === "solve") isRedo ? view.solving.redo() : view.solving.undo();
      else isRedo ? view.studio.redo() : view.studio.undo();
      return void event.preventDefault();
    }
    if (command || event.altKey) return;
    if (!view.here()) start();
    const place = view.here();
    if (!place) return;
    if (key.startsWith("Arrow")) {
      const some = view.stroke ? view.somePlaces().filter((each) => each.grid === place.grid) : view.somePlaces();
      const to = next(some, place, key, view.column ?? place.x);
      if (view.stroke && to !== place && !view.stroke.includes(to.id)) view.stroke.push(to.id);
      else if (event.shiftKey && view.mode === "regions" && to !== place && to.grid === place.grid) view.paint([to.id, place.id], { like: place.name });
      const kept = event.shiftKey && view.tool() === "select" ? new Set([...view.selected().map(({ id }) => id), to.id]) : new Set();
      go(to, key === "ArrowUp" || key === "ArrowDown" ? view.column ?? place.x : null);
      view.selection = kept;
      view.moved();
    } else if (key === "Backspace" || key === "Delete" || key === ".") view.erase();
    else if (key === "Enter" || key === "F2") {
      if (view.mode === "lines") {
        if (view.stroke) {
          const cells = view.stroke;
          view.stroke = null;
          if (cells.length > 1) view.paint(cells);
        } else view.stroke = [place.id];
        view.drawCursor();
      } else if (over.isTruth(view.target()?.values)) view.cycle(place);
      else view.write();
    } else if (key === " ") {
      if (view.mode === "solve" && !over.isTruth(view.target()?.values)) view.playing.turn();
      else if (over.isTruth(view.target()?.values)) view.cycle(place);
      else return;
    } else if (key === "Escape") {
      if (!view.stroke && !view.drawn && view.selection.size < 2) return;
      [view.stroke, view.drawn, view.selection] = [null, null, new Set()];
      view.drawCursor();
    } else if (key === "?" && !(view.mode === "clues" && view.target()?.unknown)) view.studio.help();
    else if (key.length === 1) view.type(key);
    else return;
    event.preventDefault();
  });

  function start() {
    const first = view.somePlaces()[0];
    if (first) go(first);
  }

  /** Moves the cursor to a place; `to` is the column that up and down stay in. */
  function go(place, to = null) {
    view.cursor = { kind: place.kind, id: place.id };
    view.column = to;
    view.selection = new Set();
  }

  return { start, go };
}
