// Mouse and touch on the board: presses, strokes, and what they mean.

import { along, idOf, isInside, nearest, unitOf } from "./geometry.js";
import * as over from "./overlay.js";
import { DRAWS, begin, lead, nextOfSpan, onTheWay } from "./strokes.js";

const MOST_CYCLED = 6; // values that clicks go through

/** Listens to the pointer on the board. @param {import("./board_view.js").View} view */
export function listenToPointer(view) {
  const pointOf = (event) => {
    const at = view.overlay.getScreenCTM()?.inverse();
    return at ? new DOMPoint(event.clientX, event.clientY).matrixTransform(at) : { x: -1e6, y: -1e6 };
  };
  /** The place that is hit: between cells far from each other anywhere on the line; of areas that overlap, the one after that of the cursor. */
  function hit(event) {
    const [point, some] = [pointOf(event), view.somePlaces()];
    if (view.tool() === "span") return along(some, point, unitOf(view.places) * 0.3);
    const within = some.filter((each) => each.boxes && isInside(each, point));
    if (within.length < 2) return nearest(some, point, unitOf(view.places) * 0.75);
    return within[(within.indexOf(view.here()) + 1) % within.length];
  }

  const isFinger = (event) => event.pointerType === "touch" && !view.painting();

  function press(event) {
    const [point, place, was] = [pointOf(event), hit(event), view.cursor]; // the focus may put a cursor where none was
    view.stage.focus({ preventScroll: true });
    const offer = event.target.closest?.("[data-offer]");
    if (offer && !view.marks.isOld && view.mode !== "solve" && event.button === 0) { // a value that would make it unique: one click puts it
      event.preventDefault();
      return void view.studio.edit(view.marks.unique[Number(offer.dataset.offer)].edit);
    }
    if (!place && view.tool() !== "span") return;
    event.preventDefault();
    const isSame = Boolean(place) && was?.id === place.id && was?.kind === place.kind;
    const isOther = event.button === 2 || event.altKey || (event.shiftKey && view.tool() !== "select");
    const isMore = view.tool() === "select" && (event.ctrlKey || event.metaKey || event.shiftKey);
    const before = isMore ? view.selected().map(({ id }) => id) : [];
    if (place) view.go(place);
    view.typed = { text: "", at: 0, place: "" };
    if (isFinger(event)) {
      if (place) tap(place, isSame, false);
    } else {
      view.overlay.setPointerCapture(event.pointerId);
      if (view.painting() && !view.isWalling) view.stroke = [place.id];
      else view.drawn = { ...begin(view.tool(), view.isWalling && view.painting() ? "links" : view.kinds(view.target())[0], point, view.places, isOther), place, isSame, isMore, before };
      if (view.drawn?.tool === "select") view.selection = new Set([...before, ...view.drawn.ids]);
      if (view.stroke) Object.assign(view.stroke, { isOther, last: point });
    }
    view.moved();
  }

  view.overlay.addEventListener("contextmenu", (event) => event.preventDefault());
  view.overlay.addEventListener("pointerdown", (event) => {
    if ((event.button === 0 || event.button === 2) && event.isPrimary && !isFinger(event)) press(event);
  });
  view.overlay.addEventListener("click", (event) => {
    if (isFinger(event)) press(event); // only now it is sure that the finger does not scroll
  });
  view.overlay.addEventListener("pointermove", (event) => {
    if (!view.overlay.hasPointerCapture(event.pointerId)) return;
    if (view.drawn) {
      if (!lead(view.drawn, pointOf(event), view.places)) return;
      if (view.drawn.isDrawn && view.drawn.value === undefined) view.drawn.value = valueOfStroke();
      if (view.drawn.tool === "select") view.selection = new Set([...view.drawn.before, ...view.drawn.ids]);
      view.drawCursor();
      return;
    }
    if (!view.stroke) return;
    const [from, to] = [view.stroke.last, pointOf(event)];
    view.stroke.last = to;
    for (const point of onTheWay(from, to, view.places)) paintAt(point);
  });

  /** Leads the stroke of a line or region on to the place at a point; back takes the last place away. */
  function paintAt(point) {
    const { grid } = view.places.get("cells").get(view.stroke[0]) ?? {};
    const place = nearest(view.somePlaces().filter((each) => each.grid === grid), point, unitOf(view.places) * 0.6);
    if (!place || view.stroke.at(-1) === place.id) return;
    if (view.stroke.at(-2) === place.id) view.stroke.pop();
    else if (!view.stroke.includes(place.id)) view.stroke.push(place.id);
    view.go(place);
    view.drawCursor();
  }

  const nextInSpan = (place, isOther) => nextOfSpan(view.target(place).values, view.current(place), isOther);

  /** What a stroke puts: where it begins on what it would put, it takes that away. */
  function valueOfStroke() {
    const { tool: kind, ids, isOther, cell } = view.drawn;
    if (kind === "spread") return isOther ? null : spreads(cell);
    if (kind === "span") return nextInSpan(view.places.get("spans").get(ids[0]), isOther);
    const first = view.places.get(view.drawn.kind)?.get(ids[0]);
    const wanted = !isOther;
    return first && (view.current(first) === wanted || !view.target(first).values?.includes(wanted)) ? null : wanted;
  }

  /** The value that spreads from a cell: its own, that of the printed clue in it, if each clue has one, or one that is not used yet. */
  function spreads(cell) {
    const own = view.current(cell);
    const to = view.target(cell);
    if (own !== undefined) return own;
    const clues = view.board.printed.clues.filter(({ grid }) => (grid ?? "") === (cell.grid ?? ""));
    const at = clues.findIndex((clue) => spotOf(clue).some((place) => Math.abs(place.x - cell.x) <= cell.w / 2 + 0.5 && Math.abs(place.y - cell.y) <= cell.h / 2 + 0.5));
    if (at >= 0 && clues.length === to.values?.length) return to.values[at];
    const used = new Set([...Object.values(view.mode === "solve" ? view.solving.values()[to.key] ?? {} : {}), ...Object.values(to.given_at)]);
    return to.values?.find((value) => !used.has(value)) ?? null;
  }

  const spotOf = ({ place, grid }) => ["cells", "links", "borders", "corners"].map((kind) => view.places.get(kind)?.get(idOf({ grid, name: place }))).filter(Boolean).slice(0, 1);

  /** Does what a press at a place means that did not become a stroke. */
  function tap(place, isSame, isOther) {
    const to = view.target(place);
    if (!to) return;
    const values = to.values ?? [];
    if (view.tool() === "span") view.put(place, nextInSpan(place, isOther));
    else if (over.isTruth(values)) isOther && values.includes(false) ? view.put(place, view.current(place) === false ? null : false) : isOther ? view.put(place, null) : view.cycle(place);
    else if (isOther) view.putAll(view.selected(), null);
    else if (isSame && view.mode !== "solve" && values.length <= MOST_CYCLED && Object.keys(to.symbols ?? {}).length) view.put(place, values[values.indexOf(view.current(place)) + 1] ?? null);
  }

  function endDrawn() {
    const { ids, isOther, isDrawn, isSame, isMore, place, kind, value, tool: by } = view.drawn;
    const some = ids.map((id) => view.places.get(kind)?.get(id)).filter(Boolean);
    view.drawn = null;
    view.drawCursor();
    if (view.mode === "regions") return view.wall(ids, isOther);
    if (by === "select" || by === "point") {
      if (isDrawn && isOther) view.putAll(view.selected(), null);
      else if (!isDrawn && !isMore && place) tap(place, isSame, isOther);
      return undefined;
    }
    if (!isDrawn) return place ? tap(place, isSame, isOther) : undefined;
    return view.putAll(some.filter((each) => (value === null ? view.current(each) !== undefined && (by === "spread" || by === "span" || view.current(each) === !isOther) : true)), value);
  }

  const endStroke = (event) => {
    if (!(view.stroke || view.drawn) || !view.overlay.hasPointerCapture(event.pointerId)) return;
    view.overlay.releasePointerCapture(event.pointerId);
    if (view.drawn) return void endDrawn();
    const cells = view.stroke;
    view.stroke = null;
    view.drawCursor();
    if (cells.isOther) return void view.remove(cells.map((id) => view.places.get("cells").get(id)).filter(Boolean));
    if (view.mode === "lines") return cells.length > 1 ? view.paint(cells) : undefined;
    if (view.label) view.paint(cells, view.label === "+" ? { new: true } : { label: view.label });
    else if (cells.length > 1) view.paint(cells, { like: view.places.get("cells").get(cells[0])?.name });
    return undefined;
  };

  view.overlay.addEventListener("pointerup", endStroke);
  view.overlay.addEventListener("pointercancel", (event) => {
    if (!event.isPrimary) return;
    view.stroke = null;
    view.drawn = null;
    view.drawCursor();
  });
  view.overlay.addEventListener("dblclick", () => { if (!DRAWS.has(view.tool())) view.write(); });
}
