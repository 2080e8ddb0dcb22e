// Draws what somebody has entered who plays the puzzle: colours, values, and marks.

import { idOf } from "./geometry.js";
import * as over from "./overlay.js";

/**
 * Draws the entries into a node.
 * @param {SVGElement} parent
 * @param {{board: any, places: Map<string, Map<string, any>>, layers: any[], solving: any, chosen: string | undefined}} shown
 * `chosen` is the layer whose marks are shown where several layers have values in cells: marks fill a cell
 */
export function drawEntries(parent, { board, places, layers, solving, chosen }) {
  const placeOf = (layer, name) => places.get(layer.over ?? "cells")?.get(idOf({ grid: layer.grid, name }));
  for (const [id, colour] of Object.entries(solving.part("colour")[""] ?? {})) {
    if (places.get("cells").has(id)) parent.append(over.coloured(places.get("cells").get(id), colour));
  }
  const ranks = over.inCells(board);
  const shadesFirst = [...layers].sort((a, b) => Number(over.isTruth(b.values)) - Number(over.isTruth(a.values))); // so that numbers stand on them
  for (const layer of shadesFirst) {
    if (layer.way === "outline") parent.append(...outlines(layer, places, solving));
    const rank = ranks.indexOf(layer.name);
    for (const [name, value] of Object.entries(solving.values()[layer.key] ?? {})) {
      const place = placeOf(layer, name);
      const style = layer.way === "outline" ? "solve faint" : "solve";
      if (place && layer.given_at?.[name] === undefined) parent.append(over.value(places, place, value, layer.over ?? "cells", style, rank, layer));
    }
    if (rank >= 0 && rank !== Math.max(0, ranks.indexOf(chosen))) continue;
    for (const part of ["pencil", "corner"]) for (const [name, values] of Object.entries(solving.part(part)[layer.key] ?? {})) {
      const place = placeOf(layer, name);
      if (place && values.length && solving.value(layer.key, name) === undefined) parent.append(over.notes(places, place, values, part));
    }
  }
}

/** The borders between cells in which different values were entered, of a layer that is shown by outlines. */
function outlines(layer, places, solving) {
  const value = (name) => layer.given_at?.[name] ?? solving.value(layer.key, name);
  return [...places.get("links").values()].filter(({ grid, name }) => {
    const [a, b] = name.split("-").map(value);
    return (grid ?? "") === (layer.grid ?? "") && a !== b && (a !== undefined || b !== undefined);
  }).map((link) => over.value(places, link, true, "borders", "solve"));
}
