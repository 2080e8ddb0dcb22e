// Symmetric patterns of what is printed: what is put at a place has its partner at the image of that place.

import { idOf } from "./geometry.js";

/** The symmetries, each as the image of a cell in a board of some rows and columns. */
const IMAGES = {
  half: (row, column, height, width) => [height + 1 - row, width + 1 - column],
  mirror: (row, column, height, width) => [row, width + 1 - column],
  flip: (row, column, height, width) => [height + 1 - row, column],
};

export const SYMMETRIES = Object.keys(IMAGES);

/**
 * Returns the cell that a symmetry maps a cell to; null if that is itself, or if there is none.
 * @param {string} symmetry
 * @param {{name: string, grid?: string, kind: string, row: number, column: number}} place
 * @param {Map<string, Map<string, any>>} places
 * @param {{name: string, height: number, width: number}[]} grids
 */
export function imageOf(symmetry, place, places, grids) {
  if (!IMAGES[symmetry] || place.kind !== "cells") return null;
  const grid = grids.find(({ name }) => name === (place.grid ?? ""));
  if (!grid) return null;
  const [row, column] = IMAGES[symmetry](place.row, place.column, grid.height, grid.width);
  const image = places.get("cells").get(idOf({ grid: place.grid, name: `r${row}c${column}` }));
  return image && image !== place ? image : null;
}

/** What stands at the image: the same sign; of a number only that there is one, if the genre has a sign for that. */
export const imageValue = (value, { unknown }) => (typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value)) || Array.isArray(value) ? unknown || undefined : value);
