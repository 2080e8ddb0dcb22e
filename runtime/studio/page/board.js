// The board: the picture of the server, and over it what mouse, keyboard and touch act on. It changes nothing itself: it asks for edits.

import { button, draw, el, later, plural, t } from "./dom.js";
import { drawEntries } from "./entries.js";
import { showEntryField } from "./entry_field.js";
import { along, around, idOf, isInside, nearest, next, placesOf, segment, unitOf, withPrinted } from "./geometry.js";
import { fillLegend } from "./legend.js";
import * as over from "./overlay.js";
import { fillPalette } from "./palette.js";
import { makePlaying } from "./playing.js";
import { placeName as nameOf } from "./sentences.js";
import { makeSolving } from "./solving.js";
import { DRAWS, begin, lead, nextOfSpan, onTheWay, toolOf } from "./strokes.js";
import { picture } from "./svg.js";
import { SYMMETRIES, imageOf, imageValue } from "./symmetry.js";
import { typedValue, writtenValue } from "./typed_values.js";
import { editsOfWalls, openWalls } from "./walls.js";

const MODES = ["givens", "clues", "regions", "lines", "solve"];
const LARGEST = 110; // pixels of a cell, without zoom
const TYPING = 900; // milliseconds in which digits belong to one number
const MOST_CYCLED = 6; // values that clicks go through
const ZOOMS = [1, 1.25, 1.6, 2, 3];

/** Makes the board in a node. `studio` has `rev()`, `isShown()`, `edit(op)`, `undo()`, `redo()`, `checkGrid(values)`, `announce(text)`, `said()`. */
export function makeBoard(parent, studio) {
  let board = null;
  let places = new Map([["cells", new Map()]]);
  let mode = "givens";
  let chosen = { givens: "", clues: "", regions: "", lines: "", solve: "" };
  let told = ""; // what was last said of the cursor
  let shown = null; // the board as it came
  const ahead = new Set(); // values that were put, and whose edits have not come back yet
  let isAhead = false; // the board has a value whose edit has not come back yet
  let isNew = true; // no board of this file was there yet
  let cursor = null; // {kind, id}
  let column = null; // in which the cursor goes up and down; null: its own
  let solving = makeSolving("none", () => entriesChanged());
  let label = ""; // of the region that is painted; empty: the region of the cell that the stroke begins in
  let stroke = null; // cells of a line or region that is being drawn
  let drawn = null; // any other stroke, while the button is down
  let selection = new Set(); // ids of cells that get a value together
  let isWalling = false; // regions are drawn by their walls
  let symmetry = ""; // of what is printed in cells
  const awaited = new Set(); // ids of cells that still need a value, for the symmetry
  let walls = new Set(); // ids of links: walls that shut off nothing yet
  let partial = { place: "", values: [] }; // parts of a clue, of which others are missing
  let typed = { text: "", at: 0, place: "" };
  let zoom = 0;
  let shows = { candidates: true, differs: false };
  let marks = { candidates: null, unique: [], differs: [], pointed: [], culprits: [], mistakes: [] };

  const picked = el("select", { id: "board-layer", onchange: () => { chosen[mode] = picked.value; moved(false); refresh(); } });
  const pickedLabel = el("label", { class: "pick" }, el("span", {}), picked);
  const modes = el("fieldset", { class: "modes", "aria-label": t("board.modes") }, MODES.map((name) =>
    el("label", { title: t(`mode.${name}.title`) },
      el("input", { type: "radio", name: "mode", value: name, checked: name === mode, onchange: () => setMode(name) }), el("span", { text: t(`mode.${name}`) }))));
  const tools = el("div", { class: "tools" });
  const playing = makePlaying(studio, {
    solving: () => solving, values: () => ofBoard(), changed: () => { drawTools(); drawMarks(); }, redraw: () => drawMarks(),
    check: () => check(), clear: () => { marks.mistakes = []; solving.clear(); playing.restart(); drawTools(); },
  });
  const zoomIn = button("+", () => setZoom(zoom + 1), { class: "icon", "aria-label": t("zoom.in"), title: t("zoom.in") });
  const zoomOut = button("−", () => setZoom(zoom - 1), { class: "icon", "aria-label": t("zoom.out"), title: t("zoom.out") });
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
  const echoes = new Map(); // by where they are: { draw, isDone }
  overlay.append(draw("defs", {}, draw("pattern", { id: "stripes", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    draw("rect", { class: "stripe", width: 2, height: 6 }))), markLayer, echoLayer, cursorLayer);
  const sheet = el("div", { class: "sheet" }, paper, overlay);
  const stage = el("div", { class: "stage", role: "application", tabindex: "0", "aria-label": t("board.label"), "aria-describedby": "board-help" }, sheet);
  const stale = el("p", { class: "stale", hidden: true, text: t("board.stale") });
  const palette = el("div", { class: "palette", role: "group", "aria-label": t("palette.label") });
  const legend = el("div", { class: "legend" });
  parent.append(bar, toolBar, el("p", { id: "board-help", class: "unseen", text: t("board.help") }), el("div", { class: "below-tools" }, stale), stage, palette, legend);

  const layers = () => (board?.layers ?? []).filter((each) => places.has(each.over ?? "cells"));
  const areas = (cover) => (board?.areas ?? []).filter((each) => Boolean(each.picture) === cover);

  function choices(mode) {
    if (mode === "givens") return layers().filter((each) => each.givens !== false);
    if (mode === "solve") return layers();
    if (mode === "clues") return board?.clues ?? [];
    return areas(mode === "regions");
  }

  /** Whether a mode is one to begin with: givens are numbers in cells, as a rule, and no lines or shades. */
  const isUsual = (mode) => choices(mode).some((each) => mode !== "givens" || ((each.over ?? "cells") === "cells" && !over.isTruth(each.values)));

  /** The layers, groups of clues or kinds of areas of the chosen name: one on each board. */
  function targets() {
    const all = choices(mode);
    const name = all.some((each) => each.name === chosen[mode]) ? chosen[mode] : all[0]?.name;
    return all.filter((each) => each.name === name);
  }

  /** The one that edits go to: on the board of a place, or of the cursor; null if the file has none. */
  function target(place = here()) {
    const all = targets();
    return all.find((each) => (each.grid ?? "") === (place?.grid ?? "")) ?? all[0] ?? null;
  }

  /** The kinds of places that it has values at; clues stand in holes of the board too. */
  function kinds(to) {
    if (mode === "givens" || mode === "solve") return [to.over ?? "cells"];
    if (mode === "clues") return to.on.flatMap((kind) => (kind === "cells" ? ["cells", "holes"] : [kind]));
    return ["cells"];
  }

  const somePlaces = () => targets().flatMap((to) => kinds(to).flatMap((kind) => [...(places.get(kind)?.values() ?? [])].filter((each) => (each.grid ?? "") === (to.grid ?? ""))));

  const here = () => (cursor ? places.get(cursor.kind)?.get(cursor.id) ?? null : null);
  const painting = () => mode === "regions" || mode === "lines";

  function current(place) {
    const to = target(place);
    if (!to) return undefined;
    if (mode === "givens") return to.given_at?.[place.name];
    if (mode === "clues") return to.value_at?.[place.name];
    if (mode === "solve") return to.given_at?.[place.name] ?? solving.value(to.key, place.name);
    return to.labels?.[place.name];
  }

  // Edits

  const of = ({ grid }) => (grid ? { grid } : {});

  const put = (place, value) => putAll(place ? [place] : [], value);

  /** The places that get a value together: the selected cells, or where the cursor is. */
  function selected() {
    const some = [...selection].map((id) => places.get("cells").get(id)).filter(Boolean);
    return some.length > 1 && cursor?.kind === "cells" && selection.has(cursor.id) ? some : [here()].filter(Boolean);
  }

  /** Puts a value at some places; it is one step of undo. */
  async function putAll(some, value) {
    if (mode === "solve") return enter(some, value);
    const list = mode === "givens" ? "layers" : "clues";
    const at = mode === "givens" ? "given_at" : "value_at";
    const asked = withImages(some, value, at).flatMap(([place, value]) => {
      const to = target(place);
      const before = to?.[at][place.name];
      if (!to || ((value ?? undefined) === before && studio.isShown())) return []; // after an undo, the board may be older than the text
      const op = mode === "givens" ? { kind: "given", layer: to.name } : { kind: "clue", group: to.name };
      return [{ list, key: to.key, at, place: place.name, value, before, where: place, op: { ...op, ...of(to), place: place.name, value } }];
    });
    if (!asked.length) return undefined;
    const shown = asked.map((each) => {
      know(each); // until the board of the edited text is there
      ahead.add(each);
      const { symbols } = target(each.where);
      const spot = `${each.list} ${each.key} ${each.place}`;
      return [spot, echo(spot, () => over.echo(places, places.get(each.where.kind)?.get(each.where.id), each.value, symbols))];
    });
    moved();
    const ops = asked.map(({ op }) => op);
    const isDone = await edited(shown, ops.length > 1 ? { kind: "several", ops } : ops[0]);
    for (const each of asked) {
      ahead.delete(each);
      if (!isDone) know({ ...each, value: each.before });
    }
    if (!isDone) moved(false);
    return undefined;
  }

  /** Has the clues filled in that the solution implies: where `?` stands, and in the selected places. What was entered is the solution. */
  function fillClues() {
    const to = target();
    studio.edit({ kind: "fill", group: to.name, places: selected().map(({ name }) => name), values: ofBoard(), ...of(to) });
    stage.focus();
  }

  /** Places with their values, and with the images of both where a symmetry is kept. An image that has to get a number waits for it. */
  function withImages(some, value, at) {
    const found = new Map(some.map((place) => [place, value]));
    for (const place of some) {
      awaited.delete(place.id);
      const image = imageOf(symmetry, place, places, board.grids);
      const known = image && target(image)?.[at][image.name];
      if (!image || found.has(image) || (value !== null && known !== undefined)) continue;
      const same = value === null ? null : imageValue(value, target(image));
      if (same === undefined) awaited.add(image.id);
      else found.set(image, same);
      if (value === null) awaited.delete(image.id);
    }
    return [...found];
  }

  /** Enters a value, or a mark of the kind that is chosen, while playing. */
  function enter(some, value) {
    const to = target(some[0]);
    const free = some.filter((place) => target(place)?.given_at?.[place.name] === undefined);
    if (!to) return;
    if (!free.length && some.length) return void studio.announce(t("solve.given"));
    marks.mistakes = [];
    if (hint.dataset.state) drawTools(); // what was found is of the values before
    const ofLayer = (place) => target(place).key;
    const part = over.isTruth(to.values) || kinds(to)[0] !== "cells" ? "values" : playing.part();
    if (part === "colour") solving.enter("colour", some.map(({ id }) => ["", id]), value);
    else solving.enter(value === null ? "values" : part, free.map((place) => [ofLayer(place), place.name]), value);
    playing.begin();
    moved();
  }

  /** Draws at once what an edit will bring; the next picture after the edit replaces it. Returns a record of it. */
  function echo(spot, node) {
    const entry = { node, isDone: false };
    echoes.set(spot, entry);
    drawEchoes();
    return entry;
  }

  const drawEchoes = () => echoLayer.replaceChildren(...[...echoes.values()].map(({ node }) => node()));

  /** Asks for an edit that a stroke stands for, and shows the stroke until its picture is there. */
  function editStroke(op, ids) {
    const style = mode;
    const spot = `stroke ${performance.now()}`;
    edited([[spot, echo(spot, () => strokeNode(ids, style))]], op);
  }

  /** Asks for an edit. What was drawn for it stays until the next picture, or goes now if there will be none. */
  async function edited(shown, op) {
    const rev = studio.rev();
    const isDone = await studio.edit(op);
    for (const [spot, entry] of shown) {
      entry.isDone = true;
      if ((!isDone || rev === studio.rev()) && echoes.get(spot) === entry) echoes.delete(spot);
    }
    drawEchoes();
    return isDone;
  }

  /** Shows a value whose edit has not come back yet. */
  function know({ list, key, at, place, value }) {
    const known = board?.[list].find((each) => each.key === key)?.[at];
    if (!known) return;
    if (value === null || value === undefined) delete known[place];
    else known[place] = value;
    isAhead = true;
  }

  function erase() {
    const place = here();
    const to = target();
    typed = { text: "", at: 0, place: "" };
    if (!place || !to) return;
    if (painting()) remove(selected());
    else putAll(selected(), null);
  }

  /** Takes cells out of their regions, or takes away the last line through them: the server knows what the newest text has there. */
  function remove(some) {
    const to = target();
    if (!to || !some.length) return;
    const what = mode === "regions" ? { kind: "region", label: null } : { kind: "remove" };
    studio.edit({ ...what, area_kind: to.name, cells: some.map(({ name }) => name), ...of(to) });
  }

  /**
   * Asks for a region or a line of cells, which are known by their ids. `labelled` says of which label: `{ label }`, `{ new: true }`
   * for one of its own, or `{ like }` for that of a cell. The server knows which labels the newest text has; this page may not.
   */
  function paint(ids, labelled = {}) {
    const some = ids.map((id) => places.get("cells").get(id)).filter(Boolean);
    const to = target(some[0]);
    if (!to || !some.length) return;
    const cells = some.map(({ name }) => name);
    const hasClues = board.clues.some(({ on }) => on.includes(to.name)); // which call a cage by its label
    if (mode === "lines") editStroke({ kind: "line", area_kind: to.name, cells, new: hasClues, ...of(to) }, ids);
    else editStroke({ kind: "region", area_kind: to.name, cells, ...labelled, ...of(to) }, ids);
  }

  /** Takes a sign that was typed: digits make a number, letters choose among values. */
  function type(sign) {
    const place = here();
    const to = target();
    if (!place || !to) return;
    if (mode === "regions") {
      if (/^[\w]$/.test(sign)) paint([place.id], { label: sign });
      return;
    }
    if (mode === "lines") return;
    if (mode === "solve" && playing.part() === "colour" && kinds(to)[0] === "cells" && !over.isTruth(to.values)) {
      if (/^[0-9]$/.test(sign)) putAll(selected(), sign === "0" ? null : Number(sign));
      return;
    }
    if (over.isTruth(to.values)) {
      const wanted = "1tyY#".includes(sign) ? true : "0xnf-".includes(sign) ? false : undefined;
      if (to.values.includes(wanted)) putAll(selected(), wanted);
      return;
    }
    if (mode === "clues" && (to.parts || to.list) && sign !== to.unknown) return void write(sign);
    const now = performance.now();
    const isSame = typed.place === place.id && now - typed.at < TYPING;
    for (const text of isSame ? [typed.text + sign, sign] : [sign]) {
      const found = typedValue(text, to, mode === "clues");
      if (found === undefined) continue;
      typed = { text, at: now, place: place.id };
      if (found === null) drawCursor(); // more signs belong to it
      else putAll(selected(), mode === "solve" && !to.values ? Number(found) : found);
      return;
    }
    studio.announce(t("value.none", { sign }));
  }

  /** Opens a field at the cursor for a value that is more than a sign: several numbers, a number and a direction. */
  function write(sign = "") {
    const place = here();
    const to = target();
    if (!place || !to || (mode !== "clues" && mode !== "givens")) return;
    const start = current(place);
    showEntryField(sheet, place, overlay.viewBox.baseVal, {
      label: t("entry.label", { place: placeName(place) }), before: start === undefined ? "" : over.textOf(start, " "), sign, placeholder: to.parts?.join(" ") ?? null,
      keep: (text) => put(place, writtenValue(text, to, mode === "clues")), leave: () => stage.focus(),
    });
  }

  /** Goes on to the next truth value: nothing, true, false, nothing. */
  function cycle(place) {
    const order = [undefined, ...[true, false].filter((each) => target(place).values.includes(each))];
    put(place, order[(order.indexOf(current(place)) + 1) % order.length] ?? null);
  }

  // Mouse and touch

  const pointOf = (event) => {
    const at = overlay.getScreenCTM()?.inverse();
    return at ? new DOMPoint(event.clientX, event.clientY).matrixTransform(at) : { x: -1e6, y: -1e6 };
  };
  /** The place that is hit: between cells far from each other anywhere on the line; of areas that overlap, the one after that of the cursor. */
  function hit(event) {
    const [point, some] = [pointOf(event), somePlaces()];
    if (tool() === "span") return along(some, point, unitOf(places) * 0.3);
    const within = some.filter((each) => each.boxes && isInside(each, point));
    if (within.length < 2) return nearest(some, point, unitOf(places) * 0.75);
    return within[(within.indexOf(here()) + 1) % within.length];
  }

  const isFinger = (event) => event.pointerType === "touch" && !painting();
  const tool = () => (isWalling && mode === "regions" ? "border" : toolOf(mode, target()));

  function press(event) {
    const [point, place, was] = [pointOf(event), hit(event), cursor]; // the focus may put a cursor where none was
    stage.focus({ preventScroll: true });
    const offer = event.target.closest?.("[data-offer]");
    if (offer && !marks.isOld && mode !== "solve" && event.button === 0) { // a value that would make it unique: one click puts it
      event.preventDefault();
      return void studio.edit(marks.unique[Number(offer.dataset.offer)].edit);
    }
    if (!place && tool() !== "span") return;
    event.preventDefault();
    const isSame = Boolean(place) && was?.id === place.id && was?.kind === place.kind;
    const isOther = event.button === 2 || event.altKey || (event.shiftKey && tool() !== "select");
    const isMore = tool() === "select" && (event.ctrlKey || event.metaKey || event.shiftKey);
    const before = isMore ? selected().map(({ id }) => id) : [];
    if (place) go(place);
    typed = { text: "", at: 0, place: "" };
    if (isFinger(event)) {
      if (place) tap(place, isSame, false);
    } else {
      overlay.setPointerCapture(event.pointerId);
      if (painting() && !isWalling) stroke = [place.id];
      else drawn = { ...begin(tool(), isWalling && painting() ? "links" : kinds(target())[0], point, places, isOther), place, isSame, isMore, before };
      if (drawn?.tool === "select") selection = new Set([...before, ...drawn.ids]);
      if (stroke) Object.assign(stroke, { isOther, last: point });
    }
    moved();
  }

  overlay.addEventListener("contextmenu", (event) => event.preventDefault());
  overlay.addEventListener("pointerdown", (event) => {
    if ((event.button === 0 || event.button === 2) && event.isPrimary && !isFinger(event)) press(event);
  });
  overlay.addEventListener("click", (event) => {
    if (isFinger(event)) press(event); // only now it is sure that the finger does not scroll
  });
  overlay.addEventListener("pointermove", (event) => {
    if (!overlay.hasPointerCapture(event.pointerId)) return;
    if (drawn) {
      if (!lead(drawn, pointOf(event), places)) return;
      if (drawn.isDrawn && drawn.value === undefined) drawn.value = valueOfStroke();
      if (drawn.tool === "select") selection = new Set([...drawn.before, ...drawn.ids]);
      drawCursor();
      return;
    }
    if (!stroke) return;
    const [from, to] = [stroke.last, pointOf(event)];
    stroke.last = to;
    for (const point of onTheWay(from, to, places)) paintAt(point);
  });

  /** Leads the stroke of a line or region on to the place at a point; back takes the last place away. */
  function paintAt(point) {
    const { grid } = places.get("cells").get(stroke[0]) ?? {};
    const place = nearest(somePlaces().filter((each) => each.grid === grid), point, unitOf(places) * 0.6);
    if (!place || stroke.at(-1) === place.id) return;
    if (stroke.at(-2) === place.id) stroke.pop();
    else if (!stroke.includes(place.id)) stroke.push(place.id);
    go(place);
    drawCursor();
  }

  const nextInSpan = (place, isOther) => nextOfSpan(target(place).values, current(place), isOther);

  /** What a stroke puts: where it begins on what it would put, it takes that away. */
  function valueOfStroke() {
    const { tool: kind, ids, isOther, cell } = drawn;
    if (kind === "spread") return isOther ? null : spreads(cell);
    if (kind === "span") return nextInSpan(places.get("spans").get(ids[0]), isOther);
    const first = places.get(drawn.kind)?.get(ids[0]);
    const wanted = !isOther;
    return first && (current(first) === wanted || !target(first).values?.includes(wanted)) ? null : wanted;
  }

  /** The value that spreads from a cell: its own, that of the printed clue in it, if each clue has one, or one that is not used yet. */
  function spreads(cell) {
    const own = current(cell);
    const to = target(cell);
    if (own !== undefined) return own;
    const clues = board.printed.clues.filter(({ grid }) => (grid ?? "") === (cell.grid ?? ""));
    const at = clues.findIndex((clue) => spotOf(clue).some((place) => Math.abs(place.x - cell.x) <= cell.w / 2 + 0.5 && Math.abs(place.y - cell.y) <= cell.h / 2 + 0.5));
    if (at >= 0 && clues.length === to.values?.length) return to.values[at];
    const used = new Set([...Object.values(mode === "solve" ? solving.values()[to.key] ?? {} : {}), ...Object.values(to.given_at)]);
    return to.values?.find((value) => !used.has(value)) ?? null;
  }

  const spotOf = ({ place, grid }) => ["cells", "links", "borders", "corners"].map((kind) => places.get(kind)?.get(idOf({ grid, name: place }))).filter(Boolean).slice(0, 1);

  /** Does what a press at a place means that did not become a stroke. */
  function tap(place, isSame, isOther) {
    const to = target(place);
    if (!to) return;
    const values = to.values ?? [];
    if (tool() === "span") put(place, nextInSpan(place, isOther));
    else if (over.isTruth(values)) isOther && values.includes(false) ? put(place, current(place) === false ? null : false) : isOther ? put(place, null) : cycle(place);
    else if (isOther) putAll(selected(), null);
    else if (isSame && mode !== "solve" && values.length <= MOST_CYCLED && Object.keys(to.symbols ?? {}).length) put(place, values[values.indexOf(current(place)) + 1] ?? null);
  }

  function endDrawn() {
    const { ids, isOther, isDrawn, isSame, isMore, place, kind, value, tool: by } = drawn;
    const some = ids.map((id) => places.get(kind)?.get(id)).filter(Boolean);
    drawn = null;
    drawCursor();
    if (mode === "regions") return wall(ids, isOther);
    if (by === "select" || by === "point") {
      if (isDrawn && isOther) putAll(selected(), null);
      else if (!isDrawn && !isMore && place) tap(place, isSame, isOther);
      return undefined;
    }
    if (!isDrawn) return place ? tap(place, isSame, isOther) : undefined;
    return putAll(some.filter((each) => (value === null ? current(each) !== undefined && (by === "spread" || by === "span" || current(each) === !isOther) : true)), value);
  }

  /** Draws walls between cells, or takes them away. */
  function wall(ids, isOther) {
    for (const op of editsOfWalls(ids, isOther, target(), places, walls)) studio.edit(op);
    drawMarks();
  }

  const endStroke = (event) => {
    if (!(stroke || drawn) || !overlay.hasPointerCapture(event.pointerId)) return;
    overlay.releasePointerCapture(event.pointerId);
    if (drawn) return void endDrawn();
    const cells = stroke;
    stroke = null;
    drawCursor();
    if (cells.isOther) return void remove(cells.map((id) => places.get("cells").get(id)).filter(Boolean));
    if (mode === "lines") return cells.length > 1 ? paint(cells) : undefined;
    if (label) paint(cells, label === "+" ? { new: true } : { label });
    else if (cells.length > 1) paint(cells, { like: places.get("cells").get(cells[0])?.name });
    return undefined;
  };

  overlay.addEventListener("pointerup", endStroke);
  overlay.addEventListener("pointercancel", (event) => {
    if (!event.isPrimary) return;
    stroke = null;
    drawn = null;
    drawCursor();
  });
  overlay.addEventListener("dblclick", () => { if (!DRAWS.has(tool())) write(); });

  // Keyboard

  stage.addEventListener("focus", () => {
    if (!here()) start();
    moved();
  });
  stage.addEventListener("blur", drawCursor);
  stage.addEventListener("keydown", (event) => {
    if (event.target !== stage) return;
    const command = event.ctrlKey || event.metaKey;
    const { key } = event;
    if (command && !event.altKey && ["z", "y", "Z"].includes(key)) {
      const isRedo = key === "y" || event.shiftKey;
      if (mode === "solve") isRedo ? solving.redo() : solving.undo();
      else isRedo ? studio.redo() : studio.undo();
      return void event.preventDefault();
    }
    if (command || event.altKey) return;
    if (!here()) start();
    const place = here();
    if (!place) return;
    if (key.startsWith("Arrow")) {
      const some = stroke ? somePlaces().filter((each) => each.grid === place.grid) : somePlaces();
      const to = next(some, place, key, column ?? place.x);
      if (stroke && to !== place && !stroke.includes(to.id)) stroke.push(to.id);
      else if (event.shiftKey && mode === "regions" && to !== place && to.grid === place.grid) paint([to.id, place.id], { like: place.name });
      const kept = event.shiftKey && tool() === "select" ? new Set([...selected().map(({ id }) => id), to.id]) : new Set();
      go(to, key === "ArrowUp" || key === "ArrowDown" ? column ?? place.x : null);
      selection = kept;
      moved();
    } else if (key === "Backspace" || key === "Delete" || key === ".") erase();
    else if (key === "Enter" || key === "F2") {
      if (mode === "lines") {
        if (stroke) {
          const cells = stroke;
          stroke = null;
          if (cells.length > 1) paint(cells);
        } else stroke = [place.id];
        drawCursor();
      } else if (over.isTruth(target()?.values)) cycle(place);
      else write();
    } else if (key === " ") {
      if (mode === "solve" && !over.isTruth(target()?.values)) playing.turn();
      else if (over.isTruth(target()?.values)) cycle(place);
      else return;
    } else if (key === "Escape") {
      if (!stroke && !drawn && selection.size < 2) return;
      [stroke, drawn, selection] = [null, null, new Set()];
      drawCursor();
    } else if (key === "?" && !(mode === "clues" && target()?.unknown)) studio.help();
    else if (key.length === 1) type(key);
    else return;
    event.preventDefault();
  });

  function start() {
    const first = somePlaces()[0];
    if (first) go(first);
  }

  /** Moves the cursor to a place; `to` is the column that up and down stay in. */
  function go(place, to = null) {
    cursor = { kind: place.kind, id: place.id };
    column = to;
    selection = new Set();
  }

  // What is shown

  function placeName(place) {
    const board = place.grid ? `${place.grid}, ` : "";
    return board + (place.boxes ? t("place.area", { name: place.name }) : nameOf(place.name));
  }

  function moved(isTold = true) {
    if (cursor && !(target() && kinds(target()).includes(cursor.kind) && (here()?.grid ?? "") === (target().grid ?? ""))) cursor = null;
    drawCursor();
    const place = here();
    if (!place || !isTold) return;
    const value = current(place);
    const said = (each) => (each === true ? t("true") : each === false ? t("false") : each === null ? t("place.empty") : over.textOf(each, " "));
    const now = value === undefined || value === null ? t("place.empty") : t(`place.${mode}`, { value: said(value) });
    const to = target();
    const found = to && mode === "givens" && shows.candidates && !marks.isOld ? marks.candidates?.[to.key]?.[place.name] : null; // who plays is not told
    const could = found && value === undefined ? `; ${t("place.candidates", { values: found.map(said).join(", ") })}` : "";
    told = `${placeName(place)}: ${now}${could}`;
    studio.announce(told);
  }

  function strokeNode(ids, style) {
    const unit = unitOf(places);
    const points = ids.map((id) => places.get("cells").get(id)).filter(Boolean);
    if (points.length === 1) return draw("circle", { class: "stroke-start", cx: points[0].x, cy: points[0].y, r: unit * 0.2 });
    return draw("polyline", { class: `stroke ${style}`, points: points.map(({ x, y }) => `${x},${y}`).join(" "), "stroke-width": unit * (style === "lines" ? 0.3 : 0.7) });
  }

  /** What a stroke will leave, while the button is down. */
  function drawnNodes() {
    const { kind, ids, value, isOther } = drawn;
    return ids.map((id) => places.get(kind)?.get(id)).filter(Boolean).map((place) =>
      over.value(places, place, mode === "regions" || value === null ? !isOther : value, kind, value === null || (mode === "regions" && isOther) ? "taken" : mode === "solve" ? "solve" : "echo"));
  }

  function drawCursor() {
    cursorLayer.replaceChildren();
    const unit = unitOf(places);
    if (stroke) cursorLayer.append(strokeNode(stroke, mode));
    if (drawn?.isDrawn && DRAWS.has(drawn.tool)) cursorLayer.append(...drawnNodes());
    if (selection.size > 1) for (const { left, top, w, h } of selected()) cursorLayer.append(draw("rect", { class: "selected", x: left, y: top, width: w, height: h }));
    for (const id of awaited) if (places.get("cells").has(id)) cursorLayer.append(over.mark(places, places.get("cells").get(id), "awaited"));
    const place = here();
    if (!place) return;
    const isFocused = document.activeElement === stage;
    const style = `cursor${isFocused ? " focused" : ""}`;
    const boxes = place.boxes ?? ("left" in place ? [place] : null);
    if (boxes) for (const { left, top, w, h } of boxes) cursorLayer.append(draw("rect", { class: style, x: left, y: top, width: w, height: h, rx: 2 }));
    else {
      const ends = ["links", "borders", "spans"].includes(place.kind) ? segment(places, place, place.kind) : null;
      if (ends) cursorLayer.append(draw("line", { class: "cursor-line", x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], "stroke-width": unit * 0.22 }));
      cursorLayer.append(draw("circle", { class: style, cx: place.x, cy: place.y, r: unit * 0.26 }));
    }
    const pending = partial.place === place.id && !Array.isArray(current(place)) ? partial.values.filter((each) => each !== undefined) : [];
    if (pending.length) cursorLayer.append(over.value(places, place, pending.map((each) => over.ARROW_SIGNS[each] ?? each).join(" "), "cells", "pending"));
    const isPart = typed.place === place.id && performance.now() - typed.at < TYPING && mode !== "solve";
    if (isPart && current(place) === undefined && typed.text) cursorLayer.append(over.value(places, place, typed.text, "cells", "pending"));
  }

  function drawMarks() {
    markLayer.replaceChildren();
    if (!board) return;
    const isSolving = mode === "solve";
    const at = (name) => {
      for (const some of places.values()) {
        if (some.has(name)) return [some.get(name)];
        const inGrids = board.grids?.map((grid) => some.get(idOf({ grid: grid.name, name }))).filter(Boolean) ?? [];
        if (inGrids.length) return inGrids;
      }
      return [];
    };
    const each = (names, style) => { for (const place of names.flatMap(at)) markLayer.append(over.mark(places, place, style)); };
    if (!isSolving && !painting() && shows.differs) each(marks.differs, "differs");
    if (!isSolving) each(marks.culprits, "culprit");
    if (!isSolving && !painting() && shows.candidates && marks.candidates) markLayer.append(over.candidates(places, board, marks.candidates, marks.unique, target()?.name));
    if (!isSolving && !painting()) marks.unique.forEach((each, at) => {
      const place = each.group && places.get("cells").get(idOf({ grid: each.edit.grid, name: each.place }));
      if (place) markLayer.append(over.offered(places, place, each.value, at));
    });
    if (mode === "regions") {
      for (const [to, name, text] of targets().flatMap((to) => Object.entries(to.labels).map((each) => [to, ...each]))) {
        for (const place of [places.get("cells").get(idOf({ grid: to.grid, name }))].filter(Boolean)) markLayer.append(draw("text", { class: "region-label", x: place.x, y: place.y + unitOf(places) * 0.12, "font-size": unitOf(places) * 0.34, text: String(text) }));
      }
    }
    if (mode === "regions") drawWalls();
    if (isSolving) drawSolving(at);
    each(marks.basis ?? [], "basis");
    each(marks.pointed, "pointed");
    drawLegend();
  }

  function drawWalls() {
    const links = places.get("links");
    for (const to of targets()) walls = openWalls(walls, to, places);
    for (const id of walls) markLayer.append(over.value(places, links.get(id), true, "borders", "echo"));
  }

  function drawSolving(at) {
    drawEntries(markLayer, { board, places, layers: layers(), solving, chosen: target()?.name });
    for (const place of playing.conflicts().flatMap(at)) markLayer.append(over.mark(places, place, "conflicting"));
    for (const place of marks.mistakes.flatMap(at)) markLayer.append(over.mark(places, place, "mistake"));
  }

  function drawLegend() {
    const toggle = (name) => ({ isShown: shows[name], toggle: (isShown) => { shows[name] = isShown; drawMarks(); } });
    const keys = [];
    if (mode !== "solve" && !painting()) {
      if (marks.candidates) keys.push({ style: "candidates", text: t("legend.candidates"), ...toggle("candidates") });
      if (marks.unique.length) keys.push({ style: "would", text: t("legend.unique") });
      if (marks.differs.length) keys.push({ style: "differs", text: plural("legend.differs", marks.differs.length), ...toggle("differs") });
      if (marks.culprits.length) keys.push({ style: "culprit", text: t("legend.culprits") });
    }
    fillLegend(legend, keys);
  }

  function drawTools() {
    const to = target();
    const all = choices(mode);
    const names = [...new Set(all.map((each) => each.name))];
    const key = names.join("\n");
    if (picked.dataset.key !== `${mode}\n${key}`) {
      picked.replaceChildren(...names.map((each) => el("option", { value: each, text: each })));
      picked.dataset.key = `${mode}\n${key}`;
    }
    for (const label of modes.children) label.classList.toggle("none", Boolean(board) && !choices(label.firstChild.value).length);
    if (to) picked.value = to.name;
    pickedLabel.firstChild.textContent = t(`pick.${mode}`);
    pickedLabel.hidden = names.length < 2;
    delete hint.dataset.state;
    hint.textContent = hint.title = !board ? "" : to ? t(`hint.${mode}`) : t(`hint.${mode}.none`);
    overlay.classList.toggle("painting", painting());
    overlay.classList.toggle("drawing", DRAWS.has(tool()));
    stage.classList.toggle("solving", mode === "solve");
    toolBar.classList.toggle("playing", mode === "solve");
    const labels = mode === "regions" ? [...new Set(targets().flatMap((each) => Object.values(each.labels)).map(String))].sort() : [];
    const offered = JSON.stringify([mode, playing.part(), to && [to.key, to.values, to.set, to.parts, to.list, to.unknown], labels]);
    if (palette.dataset.offered !== offered) fillTools(to, labels); // what stays is not made anew: a finger may be on it
    palette.dataset.offered = offered;
    playing.drawTools();
    for (const box of tools.querySelectorAll("[name=region-tool]")) box.checked = (box.value === "walls") === isWalling;
    for (const option of palette.querySelectorAll("input")) option.checked = option.value === label;
  }

  function fillTools(to, labels) {
    tools.replaceChildren();
    palette.replaceChildren();
    if (!to) return;
    if ((mode === "givens" || mode === "clues") && kinds(to).includes("cells")) {
      const choice = el("select", { id: "symmetry", onchange: () => { symmetry = choice.value; awaited.clear(); drawCursor(); } },
        el("option", { value: "", text: t("symmetry.none") }), SYMMETRIES.map((each) => el("option", { value: each, text: t(`symmetry.${each}`), selected: each === symmetry })));
      tools.append(el("label", { class: "pick", title: t("symmetry.title") }, el("span", { text: t("symmetry") }), choice));
    }
    if (mode === "clues") tools.append(button(t("fill"), fillClues, { id: "fill", title: t("fill.title") }));
    if (mode === "givens" || mode === "clues") tools.append(button(t("complete"), studio.complete, { id: "complete", title: t("complete.title") }));
    if (mode === "solve") tools.append(...playing.tools(kinds(to)[0] === "cells" && !over.isTruth(to.values)));
    if (mode === "regions") {
      const way = (value) => el("label", { class: "chip-choice", title: t(`region.${value}.title`) }, el("input", { type: "radio", name: "region-tool", value, onchange: () => { isWalling = value === "walls"; refresh(); } }), el("span", { text: t(`region.${value}`) }));
      tools.append(el("div", { class: "choices", role: "radiogroup", "aria-label": t("region.tools") }, way("paint"), way("walls")));
      const option = (value, text, title) => el("label", { class: "chip-choice", title }, el("input", { type: "radio", name: "region-label", value, onchange: () => { label = value; } }), el("span", { text }));
      palette.append(option("", t("region.extend"), t("region.extend.title")), option("+", t("region.new"), t("region.new.title")), ...labels.slice(0, 40).map((each) => option(each, each, t("region.label", { label: each }))));
      return;
    }
    if (mode === "lines") {
      palette.append(button(t("lines.remove"), () => { erase(); stage.focus(); }));
      return;
    }
    fillPalette(palette, mode === "solve" && playing.part() === "colour" ? "colours" : mode, to, {
      put: (value) => { if (!here()) start(); to.values || mode === "solve" || typeof value !== "number" ? putAll(selected(), value) : type(String(value)); stage.focus(); },
      putPart: (at, value) => { putPart(at, value); stage.focus(); },
      write: () => write(), erase: () => { erase(); stage.focus(); },
    });
  }

  /** Sets one part of a clue, such as its number or its direction; it is put when all parts are there. */
  function putPart(at, value) {
    const place = here();
    const to = target();
    if (!place || !to) return;
    const before = current(place);
    const known = Array.isArray(before) && before.length === to.parts.length ? before : partial.place === place.id ? partial.values : [];
    const values = to.parts.map((_, each) => (each === at ? value : known[each]));
    partial = { place: place.id, values };
    if (values.every((each) => each !== undefined)) put(place, values);
    else drawCursor();
  }

  async function check() {
    const answer = await studio.checkGrid(ofBoard());
    if (!answer) return;
    marks.mistakes = answer.mistakes?.flatMap((each) => each.cells ?? []) ?? [];
    drawMarks();
    const text = answer.correct ? t(answer.is_known === false ? "solve.unbroken" : answer.complete ? "solve.complete" : "solve.correct") : t("solve.mistake", { message: answer.mistakes?.[0]?.message ?? "" });
    hint.textContent = text;
    hint.dataset.state = answer.correct ? "good" : "bad";
    studio.announce(text);
  }

  /** What was entered, for the layers that the present text has. */
  const ofBoard = () => Object.fromEntries(Object.entries(solving.values()).filter(([key]) => board?.layers.some((each) => each.key === key)));

  /** Draws what was entered, and has it looked through for what breaks a rule. */
  function entriesChanged() {
    drawMarks();
    playing.look();
  }

  function setMode(name) {
    mode = name;
    stroke = null;
    selection = new Set();
    playing.shown(name === "solve");
    marks.mistakes = [];
    modes.querySelector(`[value="${name}"]`).checked = true;
    refresh();
    moved(false);
  }

  function setZoom(to) {
    zoom = Math.max(0, Math.min(ZOOMS.length - 1, to));
    sheet.style.setProperty("--zoom", ZOOMS[zoom]);
    sheet.classList.toggle("zoomed", zoom > 0);
    zoomOut.disabled = zoom === 0;
    zoomIn.disabled = zoom === ZOOMS.length - 1;
  }

  /** Draws the picture of the server, with room for clues beside the board that are not there yet. */
  function drawPicture() {
    const image = picture(board.svg);
    if (!image) return;
    const own = image.getAttribute("viewBox") ?? `0 0 ${image.getAttribute("width") ?? 100} ${image.getAttribute("height") ?? 100}`;
    const kinds = new Set(board.clues.flatMap(({ on }) => on));
    const beside = ["outside", "left", "right", "top", "bottom"].filter((kind) => kinds.has(kind)).flatMap((kind) => [...places.get(kind).values()]);
    const box = around(own.split(/[\s,]+/).map(Number), beside, unitOf(places) * 0.3);
    const [, , width, height] = box;
    image.setAttribute("viewBox", box.join(" "));
    image.removeAttribute("width");
    image.removeAttribute("height");
    for (const title of image.querySelectorAll("title, desc")) title.remove();
    paper.replaceChildren(image);
    overlay.setAttribute("viewBox", box.join(" "));
    sheet.style.aspectRatio = `${width} / ${height}`;
    sheet.style.setProperty("--ratio", width / height || 1);
    sheet.style.setProperty("--natural", `${Math.round((width / unitOf(places)) * LARGEST)}px`);
  }

  const refresh = () => { drawTools(); drawMarks(); drawEchoes(); drawCursor(); };
  setZoom(0);
  const fade = later(() => { if (typed.text) drawCursor(); }, TYPING + 50);
  stage.addEventListener("keydown", fade);

  return {
    /** Takes the board of the present text; null while the text is wrong: the last board stays, and says that it is old. */
    update(now) {
      stale.hidden = Boolean(now);
      stale.textContent = t(!studio.text().trim() ? "board.empty" : board ? "board.stale" : "board.none");
      sheet.classList.toggle("old", !now);
      if (!now) return;
      if (now === shown && !isAhead) return;
      const isSame = board?.svg === now.svg;
      board = withPrinted(now);
      ahead.forEach(know); // this board is of a text without them
      for (const [spot, { isDone }] of echoes) if (isDone) echoes.delete(spot);
      places = placesOf(now, shown, places);
      shown = now;
      isAhead = ahead.size > 0;
      if (!isSame) drawPicture();
      if (!here()) cursor = null;
      if (isNew && !isUsual(mode)) setMode(MODES.find(isUsual) ?? mode);
      isNew = false;
      refresh();
      if (told && studio.said() === told) moved();
    },
    /** Takes what was found about the board; parts that are not named stay. */
    mark(found) {
      const isEmpty = (each) => Array.isArray(each) && !each.length;
      const isNews = Object.entries(found).some(([name, each]) => name !== "isOld" && each !== marks[name] && !(isEmpty(each) && isEmpty(marks[name])));
      marks = { ...marks, ...found };
      if (found.isAsked) shows.differs = true;
      if ("candidates" in found) marks.isOld = false;
      markLayer.classList.toggle("aged", Boolean(marks.isOld));
      if (isNews) drawMarks(); // a key in the editor must not draw a large board again
    },
    /** The puzzle has another key from now on: that of the file into which it was saved. */
    renamed: (key) => { solving.rename(key); playing.rename(key); },
    open(key) {
      solving = makeSolving(key, () => entriesChanged());
      playing.open(key);
      walls = new Set();
      selection = new Set();
      awaited.clear();
      board = null;
      ahead.clear();
      echoes.clear();
      shown = null;
      isNew = true;
      told = "";
      studio.announce("");
      if (mode === "solve") setMode("givens");
      cursor = null;
      marks = { candidates: null, unique: [], differs: [], pointed: [], culprits: [], mistakes: [] };
      paper.replaceChildren();
      refresh();
    },
    focus: () => stage.focus(),
    entries: () => ofBoard(),
    /** The names of the cells that are selected, or of the one with the cursor. */
    chosen: () => selected().filter(({ kind }) => kind === "cells").map(({ name }) => name),
    present: () => board,
  };
}
