// Where places are on the picture. The server says it, in units of the picture; the page knows nothing of shapes of grids.

/** Where there are several grids, places and layers are known by the name of theirs, and their own. */
export const idOf = ({ grid, name }) => (grid ? `${grid}.${name}` : name);

const KINDS = ["cells", "links", "borders", "corners", "outside"];

/**
 * The places of a board by kind: cells, links, borders, corners, outside, areas. Each is {id, name, kind, x, y}: its middle.
 * `before` and `places` are the board before and its places, which are kept where the board has not changed.
 */
export function placesOf(board, before = null, places = null) {
  const kinds = before && KINDS.every((kind) => board[kind] === before[kind]) ? places : fixedPlaces(board);
  return new Map([...kinds, ["areas", areaPlaces(board, kinds.get("cells"))]]);
}

function fixedPlaces(board) {
  const kinds = new Map();
  const cells = new Map((board.cells ?? []).map((cell) => [idOf(cell), { ...cell, id: idOf(cell), kind: "cells", left: cell.x, top: cell.y, x: cell.x + cell.w / 2, y: cell.y + cell.h / 2 }]));
  kinds.set("cells", cells);
  const named = (kind, given) => kinds.set(kind, new Map(given.map((each) => [idOf(each), { ...each, id: idOf(each), kind }])));
  for (const kind of ["links", "corners", "outside"]) named(kind, board[kind] ?? []);
  named("borders", [...(board.links ?? []), ...(board.borders ?? [])]); // a link is also the border between its cells
  return kinds;
}

function areaPlaces(board, cells) {
  const areas = (board.printed?.areas ?? []).map((area) => {
    const boxes = area.cells.map((name) => cells.get(idOf({ grid: area.grid, name }))).filter(Boolean);
    return boxes.length ? { id: idOf({ grid: area.grid, name: area.label }), name: area.label, grid: area.grid, kind: "areas", x: boxes[0].x, y: boxes[0].y, boxes } : null;
  });
  return new Map(areas.filter(Boolean).map((each) => [each.id, each]));
}

/** The board with what is printed on it beside what it is printed in: givens by place, values of clues, labels and members of areas. */
export function withPrinted(board) {
  const { givens = [], clues = [], areas = [] } = board.printed ?? {};
  const byPlace = (some) => Object.fromEntries(some.map(({ place, value }) => [place, value]));
  return {
    ...board,
    layers: (board.layers ?? []).map((each) => ({
      ...each, key: idOf(each), given_at: byPlace(givens.filter(({ layer, grid }) => layer === each.name && (grid ?? "") === (each.grid ?? ""))),
    })),
    clues: (board.clues ?? []).map((each) => ({ ...each, key: each.name, values: valuesOf(each.values), value_at: byPlace(clues.filter(({ group }) => group === each.name)) })),
    areas: (board.areas ?? []).map((each) => {
      const members = areas.filter(({ kind }) => kind === each.name);
      const labels = Object.fromEntries(members.flatMap(({ label, cells }) => cells.map((cell) => [cell, label])));
      return { ...each, key: each.name, members, labels: each.picture ? labels : {} };
    }),
  };
}

/** The values that a declaration such as `1..9` or `[w, b]` names, if it names few; otherwise null. */
function valuesOf(written) {
  if (Array.isArray(written) || typeof written !== "string") return written ?? null;
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(written.trim());
  if (range && range[2] - range[1] >= 0 && range[2] - range[1] < 64) return Array.from({ length: range[2] - range[1] + 1 }, (_, at) => Number(range[1]) + at);
  const list = /^\[([^[\]{}]*)\]$/.exec(written.trim());
  return list ? list[1].split(",").map((each) => each.trim().replace(/^(["'])(.*)\1$/, "$2")).map((each) => (/^-?\d+$/.test(each) ? Number(each) : each)) : null;
}

/** The size of a cell, by which signs are sized. */
export function unitOf(places) {
  const cell = places.get("cells").values().next().value;
  return cell ? Math.min(cell.w, cell.h) : 40;
}

/** The nearest of some places to a point, no farther than `limit`; null if there is none. A cell counts as hit anywhere in it. */
export function nearest(some, point, limit) {
  let best = null;
  let least = limit;
  for (const place of some) {
    const inside = (place.boxes ?? [place]).some((box) => Math.abs(point.x - box.x) <= box.w / 2 && Math.abs(point.y - box.y) <= box.h / 2);
    const distance = place.boxes && inside ? 1 : Math.hypot(point.x - place.x, point.y - place.y) * (inside ? 0.5 : 1);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The next place from one by an arrow key, or the same one at the edge. */
export function next(some, from, key) {
  const [dx, dy] = WAYS[key];
  let best = from;
  let least = Infinity;
  for (const place of some) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const forward = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (forward <= 0.5 || aside > forward * 2) continue;
    const cost = forward + 2.5 * aside;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** The ends of the segment that is drawn for a place between two cells: from cell to cell, or, for a border, across. */
export function segment(places, place, kind) {
  if (place.x1 !== undefined) return [place.x1, place.y1, place.x2, place.y2];
  const cells = places.get("cells");
  const [a, b] = place.name.split("-").map((name) => cells.get(idOf({ grid: place.grid, name })));
  if (kind === "links") return a && b ? [a.x, a.y, b.x, b.y] : null;
  const known = a ?? b;
  if (!known) return null;
  const [x, y] = [place.x - known.x, place.y - known.y];
  const long = Math.hypot(x, y) || 1;
  const half = unitOf(places) / 2;
  return [place.x - (y / long) * half, place.y + (x / long) * half, place.x + (y / long) * half, place.y - (x / long) * half];
}
