// Walls that separate no regions yet. The server knows which walls shut off a part of a region (`walls.py`).

import { idOf } from "./geometry.js";

/**
 * Returns those walls that do not separate regions of the drawn board.
 * @param {Set<string>} walls ids of links
 * @param {{labels: Record<string, string>}} to a kind of regions
 * @param {Map<string, Map<string, any>>} places
 */
export function openWalls(walls, to, places) {
  const links = places.get("links");
  const labelOf = (id) => to.labels[places.get("cells").get(id)?.name];
  return new Set([...walls].filter((id) => links.has(id) && new Set(sides(links.get(id)).map(labelOf)).size === 1));
}

/** The cells on both sides of a link, as ids. */
const sides = ({ grid, name }) => name.split("-").map((each) => idOf({ grid, name: each }));
