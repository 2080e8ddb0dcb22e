// Regions that are drawn by their walls: where walls shut off a part of a region, it becomes a region of its own. Where a wall between
// two regions is taken away, they become one.

import { idOf } from "./geometry.js";

const labels = (to, places) => (id) => to.labels[places.get("cells").get(id)?.name];

/**
 * Returns the edits that a stroke along borders comes to, and keeps in `walls` those that shut off nothing yet.
 * @param {string[]} ids of links
 * @param {boolean} isOther whether walls are taken away
 * @param {{name: string, grid?: string, labels: Record<string, string>}} to a kind of regions
 * @param {Map<string, Map<string, any>>} places
 * @param {Set<string>} walls ids of links
 */
export function editsOfWalls(ids, isOther, to, places, walls) {
  const [links, labelOf] = [places.get("links"), labels(to, places)];
  const own = new Map([...places.get("cells")].filter(([, cell]) => (cell.grid ?? "") === (to.grid ?? "")));
  const edit = { kind: "region", area_kind: to.name, ...(to.grid ? { grid: to.grid } : {}) };
  if (!isOther) {
    for (const id of ids) if (links.has(id)) walls.add(id);
    return shutOff(own, links, labelOf, walls).map((cells) => ({ ...edit, cells, new: true }));
  }
  for (const id of ids.filter((each) => links.has(each))) {
    walls.delete(id);
    const [kept, joined] = sides(links.get(id)).map(labelOf);
    if (kept === undefined || joined === undefined || kept === joined) continue;
    const cells = [...own].filter(([cell]) => labelOf(cell) === joined).map(([, { name }]) => name);
    return [{ ...edit, cells, label: kept }];
  }
  return [];
}

/** Returns those walls that do not separate regions yet. */
export function openWalls(walls, to, places) {
  const [links, labelOf] = [places.get("links"), labels(to, places)];
  return new Set([...walls].filter((id) => links.has(id) && new Set(sides(links.get(id)).map(labelOf)).size === 1));
}

/** The cells on both sides of a link, as ids. */
const sides = ({ grid, name }) => name.split("-").map((each) => idOf({ grid, name: each }));

/**
 * Returns the parts that the walls of a stroke shut off, as lists of names of cells: of each region all parts but the largest.
 * @param {Map<string, any>} cells of one board
 * @param {Map<string, any>} links
 * @param {(id: string) => string | undefined} labelOf a cell
 * @param {Set<string>} walls ids of links, whether or not they separate regions already
 */
function shutOff(cells, links, labelOf, walls) {
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
