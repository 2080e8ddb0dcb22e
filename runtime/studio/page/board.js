// The board: the picture of the server, and over it what mouse, keyboard and touch act on. It changes nothing itself: it asks for edits.

import { button, draw, el, later, plural, t } from "./dom.js";
import { around, idOf, isInside, nearest, next, placesOf, segment, unitOf, withPrinted } from "./geometry.js";
import * as over from "./overlay.js";
import { makeSolving } from "./solving.js";
import { picture } from "./svg.js";

const MODES = ["givens", "clues", "regions", "lines", "solve"];
const MOST_OFFERED = 36; // values in the palette
const TYPING = 900; // milliseconds in which digits belong to one number
const ARROWS = { "^": "up", ">": "right", v: "down", "<": "left" };
const ZOOMS = [1, 1.25, 1.6, 2, 3];

/** Makes the board in a node. `studio` has `rev()`, `edit(op)`, `undo()`, `redo()`, `checkGrid(values)`, `announce(text)`, `said()`. */
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
  let solving = makeSolving("none", () => drawMarks());
  let pencil = false;
  let label = ""; // of the region that is painted; empty: the region of the cell that the stroke begins in
  let stroke = null; // cells of a line or region that is being drawn
  let typed = { text: "", at: 0, place: "" };
  let zoom = 0;
  let shows = { candidates: true, differs: true };
  let marks = { candidates: null, unique: [], differs: [], pointed: [], culprits: [], mistakes: [] };

  const picked = el("select", { id: "board-layer", onchange: () => { chosen[mode] = picked.value; moved(false); refresh(); } });
  const pickedLabel = el("label", { class: "pick" }, el("span", {}), picked);
  const modes = el("fieldset", { class: "modes", "aria-label": t("board.modes") }, MODES.map((name) =>
    el("label", { title: t(`mode.${name}.title`) },
      el("input", { type: "radio", name: "mode", value: name, checked: name === mode, onchange: () => setMode(name) }), el("span", { text: t(`mode.${name}`) }))));
  const tools = el("div", { class: "tools" });
  const zoomIn = button("+", () => setZoom(zoom + 1), { class: "icon", "aria-label": t("zoom.in"), title: t("zoom.in") });
  const zoomOut = button("−", () => setZoom(zoom - 1), { class: "icon", "aria-label": t("zoom.out"), title: t("zoom.out") });
  const bar = el("div", { class: "board-bar" }, modes, pickedLabel, tools, el("span", { class: "space" }), el("div", { class: "group" }, zoomOut, zoomIn));
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
  const hint = el("p", { class: "hint", id: "board-hint" });
  const legend = el("div", { class: "legend" });
  parent.append(bar, el("p", { id: "board-help", class: "unseen", text: t("board.help") }), stale, stage, palette, legend, hint);

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

  async function put(place, value) {
    const to = target(place);
    if (!to || !place) return;
    if (mode === "solve") {
      if (to.given_at?.[place.name] !== undefined) return studio.announce(t("solve.given"));
      marks.mistakes = [];
      if (hint.dataset.state) drawTools(); // what was found is of the values before
      if (pencil && value !== null) solving.toggle(to.key, place.name, value);
      else solving.set(to.key, place.name, value);
      moved();
      return;
    }
    const known = mode === "givens" ? to.given_at : to.value_at;
    if (value === null && known[place.name] === undefined) return;
    const before = known[place.name];
    const asked = { list: mode === "givens" ? "layers" : "clues", key: to.key, at: mode === "givens" ? "given_at" : "value_at", place: place.name, value };
    know(asked); // until the board of the edited text is there
    ahead.add(asked);
    const spot = `${asked.list} ${to.key} ${place.name}`;
    const entry = echo(spot, () => over.echo(places, places.get(place.kind)?.get(place.id), value));
    moved();
    const op = mode === "givens" ? { kind: "given", layer: to.name } : { kind: "clue", group: to.name };
    const isDone = await edited(spot, entry, { ...op, ...of(to), place: place.name, value });
    ahead.delete(asked);
    if (!isDone) {
      know({ ...asked, value: before });
      moved(false);
    }
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
    edited(spot, echo(spot, () => strokeNode(ids, style)), op);
  }

  /** Asks for an edit. What was drawn for it stays until the next picture, or goes now if there will be none. */
  async function edited(spot, entry, op) {
    const rev = studio.rev();
    const isDone = await studio.edit(op);
    entry.isDone = true;
    if ((!isDone || rev === studio.rev()) && echoes.get(spot) === entry) {
      echoes.delete(spot);
      drawEchoes();
    }
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
    if (mode === "lines") {
      const member = to.members?.findLast((each) => each.cells.includes(place.name));
      if (member) studio.edit({ kind: "remove", area_kind: to.name, label: member.label, ...of(to) });
    } else if (mode === "regions") studio.edit({ kind: "region", area_kind: to.name, cells: [place.name], label: null, ...of(to) });
    else put(place, null);
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
    if (over.isTruth(to.values)) {
      const wanted = "1tyY#".includes(sign) ? true : "0xnf-".includes(sign) ? false : undefined;
      if (to.values.includes(wanted)) put(place, wanted);
      return;
    }
    if (mode === "clues" && (to.parts || to.list) && sign !== to.unknown) return void write(sign);
    const now = performance.now();
    const isSame = typed.place === place.id && now - typed.at < TYPING;
    for (const text of isSame ? [typed.text + sign, sign] : [sign]) {
      const found = meant(text, to);
      if (found === undefined) continue;
      typed = { text, at: now, place: place.id };
      if (found === null) drawCursor(); // more signs belong to it
      else put(place, mode === "solve" && !to.values ? Number(found) : found);
      return;
    }
    studio.announce(t("value.none", { sign }));
  }

  /** The value that a typed text means: null if it may only begin one, undefined if there is none. */
  function meant(text, { values, set, unknown }) {
    if (mode === "clues" && text === unknown) return unknown;
    if (!values) {
      if (text === "-") return null;
      return (mode === "clues" && set !== "integers" && set !== "rationals") || /^-?\d+$/.test(text) ? text : undefined;
    }
    const begins = values.filter((each) => String(each).toLowerCase().startsWith(text.toLowerCase()));
    const found = begins.find((each) => String(each) === text) ?? begins.find((each) => String(each).toLowerCase() === text.toLowerCase());
    if (found !== undefined) return found;
    if (begins.length) return begins.length === 1 ? begins[0] : null;
    return values.includes(ARROWS[text]) ? ARROWS[text] : undefined;
  }

  /** Opens a field at the cursor for a value that is more than a sign: several numbers, a number and a direction. */
  function write(sign = "") {
    const place = here();
    const to = target();
    if (!place || !to || (mode !== "clues" && mode !== "givens")) return;
    const box = overlay.viewBox.baseVal;
    const start = current(place);
    const before = start === undefined ? "" : over.textOf(start, " ");
    let ended = false;
    const end = (keep) => {
      if (ended) return;
      ended = true;
      const text = field.value.trim();
      const hadFocus = document.activeElement === field;
      field.remove();
      if (hadFocus) stage.focus();
      if (keep && text !== before) put(place, valueOf(text, to));
    };
    const field = el("input", { class: "entry", "aria-label": t("entry.label", { place: placeName(place) }), value: sign || before, maxlength: 200, placeholder: to.parts?.join(" ") ?? null });
    field.style.left = `${((place.x - box.x) / box.width) * 100}%`;
    field.style.top = `${((place.y - box.y) / box.height) * 100}%`;
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      else if (event.key === "Escape") end(false);
    });
    field.addEventListener("blur", () => end(true));
    sheet.append(field);
    if (!sign) field.select();
    field.focus();
  }

  /** The value that a text means which was written in the field: where values have parts or are lists, with blanks between them. */
  function valueOf(text, { parts, list, unknown }) {
    if (text === "") return null;
    const members = text.replace(/^\[|\]$/g, "").split(/[\s,]+/).filter(Boolean);
    const isWhole = mode !== "clues" || (!parts && !list) || text === unknown || /[[;]/.test(text);
    if (!isWhole) return members.map((each) => (parts && ARROWS[each]) || each);
    return parts && list && text.includes(";") ? text.split(";").map((each) => valueOf(each.trim(), { parts, unknown })) : text;
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
  /** The place that is hit; of several areas that overlap there, the one after that of the cursor. */
  function hit(event) {
    const [point, some] = [pointOf(event), somePlaces()];
    const within = some.filter((each) => each.boxes && isInside(each, point));
    if (within.length < 2) return nearest(some, point, unitOf(places) * 0.75);
    return within[(within.indexOf(here()) + 1) % within.length];
  }

  const isFinger = (event) => event.pointerType === "touch" && !painting();

  function press(event) {
    const place = hit(event);
    stage.focus({ preventScroll: true });
    if (!place) return;
    event.preventDefault();
    const isSame = cursor?.id === place.id && cursor?.kind === place.kind;
    go(place);
    typed = { text: "", at: 0, place: "" };
    if (painting()) {
      overlay.setPointerCapture(event.pointerId);
      stroke = [place.id];
    } else if (target() && over.isTruth(target().values) && (isSame || place.kind !== "cells" || mode === "solve")) cycle(place);
    moved();
  }

  overlay.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.isPrimary && !isFinger(event)) press(event);
  });
  overlay.addEventListener("click", (event) => {
    if (isFinger(event)) press(event); // only now it is sure that the finger does not scroll
  });
  overlay.addEventListener("pointermove", (event) => {
    if (!stroke || !overlay.hasPointerCapture(event.pointerId)) return;
    const { grid } = places.get("cells").get(stroke[0]) ?? {};
    const place = nearest(somePlaces().filter((each) => each.grid === grid), pointOf(event), unitOf(places) * 0.6);
    if (!place || stroke.at(-1) === place.id) return;
    if (stroke.at(-2) === place.id) stroke.pop();
    else if (!stroke.includes(place.id)) stroke.push(place.id);
    go(place);
    drawCursor();
  });
  const endStroke = (event) => {
    if (!stroke || !overlay.hasPointerCapture(event.pointerId)) return;
    overlay.releasePointerCapture(event.pointerId);
    const cells = stroke;
    stroke = null;
    drawCursor();
    if (mode === "lines") return cells.length > 1 ? paint(cells) : undefined;
    if (label) paint(cells, label === "+" ? { new: true } : { label });
    else if (cells.length > 1) paint(cells, { like: places.get("cells").get(cells[0])?.name });
    return undefined;
  };
  overlay.addEventListener("pointerup", endStroke);
  overlay.addEventListener("pointercancel", (event) => {
    if (!event.isPrimary) return;
    stroke = null;
    drawCursor();
  });
  overlay.addEventListener("dblclick", () => write());

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
      go(to, key === "ArrowUp" || key === "ArrowDown" ? column ?? place.x : null);
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
      if (mode === "solve" && !over.isTruth(target()?.values)) setPencil(!pencil);
      else if (over.isTruth(target()?.values)) cycle(place);
      else return;
    } else if (key === "Escape") {
      if (!stroke) return;
      stroke = null;
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
  }

  // What is shown

  function placeName(place) {
    const cell = /^r(\d+)c(\d+)$/.exec(place.name);
    const board = place.grid ? `${place.grid}, ` : "";
    if (cell) return board + t("place.cell", { row: cell[1], column: cell[2] });
    return board + (place.boxes ? t("place.area", { name: place.name }) : place.name);
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

  function drawCursor() {
    cursorLayer.replaceChildren();
    const unit = unitOf(places);
    if (stroke) cursorLayer.append(strokeNode(stroke, mode));
    const place = here();
    if (!place) return;
    const isFocused = document.activeElement === stage;
    const style = `cursor${isFocused ? " focused" : ""}`;
    const boxes = place.boxes ?? ("left" in place ? [place] : null);
    if (boxes) for (const { left, top, w, h } of boxes) cursorLayer.append(draw("rect", { class: style, x: left, y: top, width: w, height: h, rx: 2 }));
    else {
      const ends = place.kind === "links" || place.kind === "borders" ? segment(places, place, place.kind) : null;
      if (ends) cursorLayer.append(draw("line", { class: "cursor-line", x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], "stroke-width": unit * 0.22 }));
      cursorLayer.append(draw("circle", { class: style, cx: place.x, cy: place.y, r: unit * 0.26 }));
    }
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
    if (mode === "regions") {
      for (const [to, name, text] of targets().flatMap((to) => Object.entries(to.labels).map((each) => [to, ...each]))) {
        for (const place of [places.get("cells").get(idOf({ grid: to.grid, name }))].filter(Boolean)) markLayer.append(draw("text", { class: "region-label", x: place.x, y: place.y + unitOf(places) * 0.12, "font-size": unitOf(places) * 0.34, text: String(text) }));
      }
    }
    if (isSolving) drawSolving(at);
    each(marks.pointed, "pointed");
    drawLegend();
  }

  function drawSolving(at) {
    const ranks = over.inCells(board);
    const shadesFirst = layers().sort((a, b) => over.isTruth(b.values) - over.isTruth(a.values)); // so that numbers stand on them
    for (const layer of shadesFirst) {
      const kind = layer.over ?? "cells";
      const rank = ranks.indexOf(layer.name);
      for (const [name, value] of Object.entries(solving.values()[layer.key] ?? {})) {
        const place = places.get(kind)?.get(idOf({ grid: layer.grid, name }));
        if (place && layer.given_at?.[name] === undefined) markLayer.append(over.value(places, place, value, kind, "solve", rank));
      }
      for (const [name, values] of Object.entries(solving.pencils()[layer.key] ?? {})) {
        const place = places.get(kind)?.get(idOf({ grid: layer.grid, name }));
        const isChosen = rank < 0 || rank === Math.max(0, ranks.indexOf(target()?.name)); // pencil marks fill a cell
        if (place && isChosen && values.length && solving.value(layer.key, name) === undefined) markLayer.append(over.small(places, place, values, layer.values, "pencil"));
      }
    }
    for (const place of marks.mistakes.flatMap(at)) markLayer.append(over.mark(places, place, "mistake"));
  }

  function drawLegend() {
    const item = (style, text, shown, toggle) =>
      toggle ? el("label", { class: `key ${style}` }, el("input", { type: "checkbox", checked: shown, onchange: toggle }), el("span", { class: "swatch", "aria-hidden": "true" }), text)
        : el("span", { class: `key ${style}` }, el("span", { class: "swatch", "aria-hidden": "true" }), text);
    const items = [];
    if (mode !== "solve" && !painting()) {
      if (marks.candidates) items.push(item("candidates", t("legend.candidates"), shows.candidates, (event) => { shows.candidates = event.target.checked; drawMarks(); }));
      if (marks.unique.length) items.push(item("would", t("legend.unique")));
      if (marks.differs.length) items.push(item("differs", plural("legend.differs", marks.differs.length), shows.differs, (event) => { shows.differs = event.target.checked; drawMarks(); }));
      if (marks.culprits.length) items.push(item("culprit", t("legend.culprits")));
    }
    const before = legend.querySelectorAll("input");
    const had = [...before].indexOf(document.activeElement);
    legend.replaceChildren(...items);
    if (had >= 0) legend.querySelectorAll("input")[had]?.focus();
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
    hint.textContent = !board ? "" : to ? t(`hint.${mode}`) : t(`hint.${mode}.none`);
    overlay.classList.toggle("painting", painting());
    stage.classList.toggle("solving", mode === "solve");
    const labels = mode === "regions" ? [...new Set(targets().flatMap((each) => Object.values(each.labels)).map(String))].sort() : [];
    const offered = JSON.stringify([mode, to && [to.values, to.set, to.parts, to.list, to.unknown], labels]);
    if (palette.dataset.offered !== offered) fillTools(to, labels); // what stays is not made anew: a finger may be on it
    palette.dataset.offered = offered;
    for (const box of tools.querySelectorAll("input")) box.checked = pencil;
    for (const option of palette.querySelectorAll("input")) option.checked = option.value === label;
  }

  function fillTools(to, labels) {
    tools.replaceChildren();
    palette.replaceChildren();
    if (!to) return;
    if (mode === "solve") {
      tools.append(
        el("label", { class: "check" }, el("input", { type: "checkbox", onchange: (event) => setPencil(event.target.checked) }), t("solve.pencil")),
        button(t("solve.check"), check), button(t("solve.clear"), () => { marks.mistakes = []; solving.clear(); drawTools(); }));
    }
    if (mode === "regions") {
      const option = (value, text, title) => el("label", { class: "chip-choice", title }, el("input", { type: "radio", name: "region-label", value, onchange: () => { label = value; } }), el("span", { text }));
      palette.append(option("", t("region.extend"), t("region.extend.title")), option("+", t("region.new"), t("region.new.title")), ...labels.slice(0, 40).map((each) => option(each, each, t("region.label", { label: each }))));
      return;
    }
    if (mode === "lines") {
      palette.append(button(t("lines.remove"), () => { erase(); stage.focus(); }));
      return;
    }
    const isPlain = mode !== "clues" || (!to.parts && !to.list);
    const values = !isPlain ? [] : to.values ?? (mode === "clues" && to.set === "texts" ? [] : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const isOffered = isPlain && values.length <= MOST_OFFERED;
    for (const each of isOffered ? values : []) {
      const text = each === true ? t("true.sign") : each === false ? t("false.sign") : String(each);
      const name = each === true ? t("true") : each === false ? t("false") : text;
      palette.append(button(text, () => { if (!here()) start(); if (to.values) put(here(), each); else type(text); stage.focus(); }, { class: "value", "aria-label": t("palette.value", { value: name }) }));
    }
    if (mode === "clues" && to.unknown && !values.includes(to.unknown)) palette.append(button(to.unknown, () => { put(here(), to.unknown); stage.focus(); }, { class: "value", "aria-label": t("palette.unknown") }));
    if (mode === "clues" || (mode === "givens" && !(isOffered && to.values))) palette.append(button(t("palette.write"), () => write()));
    palette.append(button(t("palette.erase"), () => { erase(); stage.focus(); }, { title: t("palette.erase.title") }));
  }

  async function check() {
    const answer = await studio.checkGrid(solving.values());
    if (!answer) return;
    marks.mistakes = answer.mistakes?.flatMap((each) => each.cells ?? []) ?? [];
    drawMarks();
    const text = answer.correct ? t(answer.is_known === false ? "solve.unbroken" : answer.complete ? "solve.complete" : "solve.correct") : t("solve.mistake", { message: answer.mistakes?.[0]?.message ?? "" });
    hint.textContent = text;
    hint.dataset.state = answer.correct ? "good" : "bad";
    studio.announce(text);
  }

  function setPencil(on) {
    pencil = on;
    drawTools();
    studio.announce(t(on ? "solve.pencil.on" : "solve.pencil.off"));
  }

  function setMode(name) {
    mode = name;
    stroke = null;
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
      if (!isSame) {
        const image = picture(now.svg);
        if (image) {
          const own = image.getAttribute("viewBox") ?? `0 0 ${image.getAttribute("width") ?? 100} ${image.getAttribute("height") ?? 100}`;
          const kinds = new Set(board.clues.flatMap(({ on }) => on));
          const box = around(own.split(/[\s,]+/).map(Number), ["outside", "left", "right", "top", "bottom"].filter((kind) => kinds.has(kind)).flatMap((kind) => [...places.get(kind).values()]), unitOf(places) * 0.3);
          const [, , width, height] = box;
          image.setAttribute("viewBox", box.join(" "));
          image.removeAttribute("width");
          image.removeAttribute("height");
          for (const title of image.querySelectorAll("title, desc")) title.remove();
          paper.replaceChildren(image);
          overlay.setAttribute("viewBox", box.join(" "));
          sheet.style.aspectRatio = `${width} / ${height}`;
          sheet.style.setProperty("--ratio", width / height || 1);
          sheet.style.setProperty("--natural", `${Math.round(width * 2.2)}px`);
        }
      }
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
      if ("candidates" in found) marks.isOld = false;
      markLayer.classList.toggle("aged", Boolean(marks.isOld));
      if (isNews) drawMarks(); // a key in the editor must not draw a large board again
    },
    /** The puzzle has another key from now on: that of the file into which it was saved. */
    renamed: (key) => solving.rename(key),
    open(key) {
      solving = makeSolving(key, () => drawMarks());
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
    present: () => board,
  };
}
