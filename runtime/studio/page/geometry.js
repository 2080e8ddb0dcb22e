// Where places are on the picture. The server says it, in units of the picture; the page knows nothing of shapes of grids.

/** Where there are several grids, places and layers are known by the name of theirs, and their own. */
export const idOf = ({ grid, name }) => (grid ? `${grid}.${name}` : name);

const SIDES = ["left", "right", "top", "bottom"];
const KINDS = ["cells", "holes", "links", "borders", "corners", "outside", "spans"];
const FIXED = [...KINDS, ...SIDES];

/**
 * The places of a board by kind, as groups of clues name them: cells, links, borders, corners, outside, a side, a kind of areas.
 * Each is {id, name, kind, x, y}: its middle. `before` and `places` are the board before and its places, which are kept where the
 * board has not changed.
 */
export function placesOf(board, before = null, places = null) {
  const isSame = before && KINDS.every((kind) => board[kind] === before[kind]);
  const kinds = isSame ? new Map(FIXED.map((kind) => [kind, places.get(kind)])) : fixedPlaces(board);
  return new Map([...areaPlaces(board, kinds.get("cells")), ...kinds]);
}

function fixedPlaces(board) {
  const kinds = new Map();
  const boxes = (kind) => new Map((board[kind] ?? []).map((cell) => [idOf(cell), { ...cell, id: idOf(cell), kind, left: cell.x, top: cell.y, x: cell.x + cell.w / 2, y: cell.y + cell.h / 2 }]));
  for (const kind of ["cells", "holes"]) kinds.set(kind, boxes(kind));
  const named = (kind, given) => kinds.set(kind, new Map(given.map((each) => [idOf(each), { ...each, id: idOf(each), kind }])));
  for (const kind of ["links", "corners", "outside", "spans"]) named(kind, board[kind] ?? []);
  named("borders", [...(board.links ?? []), ...(board.borders ?? [])]); // a link is also the border between its cells
  for (const side of SIDES) named(side, (board.outside ?? []).filter(({ name }) => name.startsWith(side)));
  return kinds;
}

function areaPlaces(board, cells) {
  const kinds = new Map();
  for (const { grid, kind, label, cells: names } of board.printed?.areas ?? []) {
    const boxes = names.map((name) => cells.get(idOf({ grid, name }))).filter(Boolean);
    if (!boxes.length) continue;
    if (!kinds.has(kind)) kinds.set(kind, new Map());
    const id = idOf({ grid, name: label });
    kinds.get(kind).set(id, { id, name: label, grid, kind, x: boxes[0].x, y: boxes[0].y, boxes });
  }
  return kinds;
}

/** The board with what is printed on it beside what it is printed in: givens by place, values of clues, labels of areas. */
export function withPrinted(board) {
  const { givens = [], clues = [], areas = [] } = board.printed ?? {};
  const byPlace = (some) => Object.fromEntries(some.map(({ place, value }) => [place, value]));
  const isOf = (each, grid) => (grid ?? "") === (each.grid ?? "");
  return {
    ...board,
    layers: (board.layers ?? []).map((each) => ({
      ...each, key: idOf(each), given_at: byPlace(givens.filter(({ layer, grid }) => layer === each.name && isOf(each, grid))),
    })),
    clues: (board.clues ?? []).map((each) => ({ ...each, key: idOf(each), value_at: byPlace(clues.filter(({ group, grid }) => group === each.name && isOf(each, grid))) })),
    areas: (board.areas ?? []).map((each) => {
      const members = each.picture ? areas.filter(({ kind, grid }) => kind === each.name && isOf(each, grid)) : [];
      return { ...each, key: idOf(each), labels: Object.fromEntries(members.flatMap(({ label, cells }) => cells.map((cell) => [cell, label]))) };
    }),
  };
}

/** The size of a cell, by which signs are sized. */
export function unitOf(places) {
  const cell = places.get("cells").values().next().value;
  return cell ? Math.min(cell.w, cell.h) : 40;
}

/**
 * The box of a picture, made large enough for some places with a margin: those beside a board that has no clues there yet.
 * @param {number[]} box
 */
export function around(box, some, margin) {
  const [x, y, width, height] = box;
  const left = Math.min(x, ...some.map((each) => each.x - margin));
  const top = Math.min(y, ...some.map((each) => each.y - margin));
  const right = Math.max(x + width, ...some.map((each) => each.x + margin));
  const bottom = Math.max(y + height, ...some.map((each) => each.y + margin));
  return [left, top, right - left, bottom - top];
}

/** Whether a point lies in a cell, or in a cell of an area. */
export const isInside = (place, point) => (place.boxes ?? [place]).some((box) => Math.abs(point.x - box.x) <= box.w / 2 && Math.abs(point.y - box.y) <= box.h / 2);

/** The nearest of some places to a point, no farther than `limit`; null if there is none. A cell counts as hit anywhere in it. */
export function nearest(some, point, limit) {
  let best = null;
  let least = limit;
  for (const place of some) {
    const inside = isInside(place, point);
    const distance = place.boxes && inside ? 1 : Math.hypot(point.x - place.x, point.y - place.y) * (inside ? 0.5 : 1);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** The nearest of some segments to a point, no farther than `limit`; null if there is none. */
export function along(some, point, limit) {
  let [best, least] = [null, limit];
  for (const place of some) {
    const [dx, dy] = [place.x2 - place.x1, place.y2 - place.y1];
    const share = Math.max(0.1, Math.min(0.9, ((point.x - place.x1) * dx + (point.y - place.y1) * dy) / (dx * dx + dy * dy || 1)));
    const distance = Math.hypot(point.x - place.x1 - share * dx, point.y - place.y1 - share * dy);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * The next place from one by an arrow key, or the same one at the edge. Left and right stay in their row if they can. Up and down
 * go to the nearest row, there to what is nearest to `column`, so that they come back to the same column, as in a text.
 */
export function next(some, from, key, column = from.x) {
  const [dx, dy] = WAYS[key];
  let best = from;
  let least = Infinity;
  for (const place of some) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const forward = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (forward <= 0.5 || aside > forward * 2) continue;
    const cost = dx ? forward + 2.5 * aside : forward + 0.9 * Math.abs(place.x - column);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** The ends of the segment that is drawn for a place between two cells: from cell to cell, or, for a border, across. */
export function segment(places, place, kind) {
  if (place.x1 !== undefined) return [place.x1, place.y1, place.x2, place.y2];
  const cells = places.get("cells");
  const ends = place.name.replace(/^\w+ of /, "").split("-"); // outer sides of hexagons are called `left of r1c1`
  const [a, b] = ends.map((name) => cells.get(idOf({ grid: place.grid, name })));
  if (kind === "links") return a && b ? [a.x, a.y, b.x, b.y] : null;
  const known = a ?? b;
  if (!known) return null;
  const [x, y] = [place.x - known.x, place.y - known.y];
  const long = Math.hypot(x, y) || 1;
  const half = known.h > known.w + 1 ? known.h / 4 : unitOf(places) / 2; // a hexagon is higher than wide, and its side half as long as it is high
  return [place.x - (y / long) * half, place.y + (x / long) * half, place.x + (y / long) * half, place.y - (x / long) * half];
}
