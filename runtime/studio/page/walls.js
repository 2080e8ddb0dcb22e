// Regions that are drawn by their walls: where walls shut off a part of a region, it becomes a region of its own.

import { idOf } from "./geometry.js";

/** The cells on both sides of a link, as ids. */
const sides = ({ grid, name }) => name.split("-").map((each) => idOf({ grid, name: each }));

/**
 * Returns the parts that the walls of a stroke shut off, as lists of names of cells: of each region all parts but the largest.
 * @param {Map<string, any>} cells of one board
 * @param {Map<string, any>} links
 * @param {(id: string) => string | undefined} labelOf a cell
 * @param {Set<string>} walls ids of links, whether or not they separate regions already
 */
export function shutOff(cells, links, labelOf, walls) {
  const next = new Map([...cells.keys()].map((id) => [id, []]));
  for (const [id, link] of links) {
    const [a, b] = sides(link);
    if (walls.has(id) || !next.has(a) || !next.has(b) || labelOf(a) !== labelOf(b)) continue;
    next.get(a).push(b);
    next.get(b).push(a);
  }
  const parts = new Map();
  const seen = new Set();
  for (const start of cells.keys()) {
    if (seen.has(start)) continue;
    const part = [start];
    seen.add(start);
    for (const id of part) for (const other of next.get(id)) if (!seen.has(other)) part.push(other) && seen.add(other);
    const label = labelOf(start) ?? "";
    parts.set(label, [...(parts.get(label) ?? []), part]);
  }
  const touched = new Set([...walls].flatMap((id) => (links.has(id) ? sides(links.get(id)) : [])));
  return [...parts.values()].flatMap((some) => [...some].sort((a, b) => b.length - a.length).slice(1))
    .filter((part) => part.some((id) => touched.has(id))).map((part) => part.map((id) => cells.get(id).name));
}

/** Whether the two cells beside a link have one label, so that a wall between them is not one of a region yet. */
export function isInside(link, labelOf) {
  const [a, b] = sides(link);
  return labelOf(a) === labelOf(b);
}

/** The two cells beside a link, as ids. */
export const beside = sides;
