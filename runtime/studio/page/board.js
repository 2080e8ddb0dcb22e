// The board: the picture of the server, and over it what mouse, keyboard and touch act on. It changes nothing itself: it asks for edits.

import { button, draw, el, later, plural, t } from "./dom.js";
import { idOf, nearest, next, placesOf, segment, unitOf, withPrinted } from "./geometry.js";
import * as over from "./overlay.js";
import { makeSolving } from "./solving.js";
import { picture } from "./svg.js";

const MODES = ["givens", "clues", "regions", "lines", "solve"];
const TYPING = 900; // milliseconds in which digits belong to one number
const LABELS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const ZOOMS = [1, 1.25, 1.6, 2, 3];

/** Makes the board in a node. `studio` has `edit(op)`, `undo()`, `redo()`, `checkGrid(values)`, `announce(text)`, `said()`. */
export function makeBoard(parent, studio) {
  let board = null;
  let places = new Map([["cells", new Map()]]);
  let mode = "givens";
  let chosen = { givens: "", clues: "", regions: "", lines: "", solve: "" };
  let told = ""; // what was last said of the cursor
  let shown = null; // the board as it came
  let isAhead = false; // the board has a value whose edit has not come back yet
  let isNew = true; // no board of this file was there yet
  let cursor = null; // {kind, id}
  let solving = makeSolving("", () => drawMarks());
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
  overlay.append(draw("defs", {}, draw("pattern", { id: "stripes", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    draw("rect", { class: "stripe", width: 2, height: 6 }))), markLayer, cursorLayer);
  const sheet = el("div", { class: "sheet" }, paper, overlay);
  const stage = el("div", { class: "stage", role: "application", tabindex: "0", "aria-label": t("board.label"), "aria-describedby": "board-help" }, sheet);
  const stale = el("p", { class: "stale", hidden: true, text: t("board.stale") });
  const palette = el("div", { class: "palette", role: "group", "aria-label": t("palette.label") });
  const hint = el("p", { class: "hint", id: "board-hint" });
  const legend = el("div", { class: "legend" });
  parent.append(bar, el("p", { id: "board-help", class: "unseen", text: t("board.help") }), stale, stage, palette, legend, hint);

  const layers = () => (board?.layers ?? []).filter((each) => !each.hidden && places.has(each.over ?? "cells"));
  const areas = (cover) => (board?.areas ?? []).filter((each) => Boolean(each.picture) === cover);

  function choices(mode) {
    if (mode === "givens") return layers().filter((each) => each.givens !== false);
    if (mode === "solve") return layers();
    if (mode === "clues") return board?.clues ?? [];
    return areas(mode === "regions");
  }

  /** The layer, group of clues or kind of area that edits go to; null if the file has none. */
  function target() {
    const all = choices(mode);
    return all.find((each) => each.key === chosen[mode]) ?? all[0] ?? null;
  }

  /** What the setter of a puzzle edits first: values, unless they are only yes and no; then clues, regions, lines. */
  function firstMode() {
    const isPrinted = (each) => choices(each).some(({ values }) => each !== "givens" || !over.isTruth(values));
    return MODES.find((each) => each !== "solve" && isPrinted(each)) ?? MODES.find((each) => choices(each).length) ?? mode;
  }

  function kinds() {
    const to = target();
    if (!to) return ["cells"];
    if (mode === "givens" || mode === "solve") return [to.over ?? "cells"];
    if (mode === "clues") return to.on?.length ? to.on : ["cells"];
    return ["cells"];
  }

  function somePlaces() {
    const grid = mode === "givens" || mode === "solve" ? target()?.grid ?? "" : "";
    const all = kinds().flatMap((kind) => [...(places.get(kind)?.values() ?? [])]);
    return grid ? all.filter((each) => each.grid === grid) : all;
  }

  const here = () => (cursor ? places.get(cursor.kind)?.get(cursor.id) ?? null : null);
  const painting = () => mode === "regions" || mode === "lines";

  function current(place) {
    const to = target();
    if (!to) return undefined;
    if (mode === "givens") return to.given_at?.[place.name];
    if (mode === "clues") return to.value_at?.[place.name];
    if (mode === "solve") return to.given_at?.[place.name] ?? solving.value(to.key, place.name);
    return to.labels?.[place.name];
  }

  // Edits

  async function put(place, value) {
    const to = target();
    if (!to || !place) return;
    if (mode === "solve") {
      if (to.given_at?.[place.name] !== undefined) return studio.announce(t("solve.given"));
      marks.mistakes = [];
      if (pencil && value !== null) solving.toggle(to.key, place.name, value);
      else solving.set(to.key, place.name, value);
      return;
    }
    const known = mode === "givens" ? to.given_at : to.value_at;
    if (value === null && known[place.name] === undefined) return;
    const before = known[place.name];
    const know = (now) => {
      if (now === null || now === undefined) delete known[place.name];
      else known[place.name] = now;
      isAhead = true;
    };
    know(value); // until the board of the edited text is there
    moved();
    const op = mode === "givens" ? { kind: "given", layer: to.name, place: place.name, value, ...(to.grid ? { grid: to.grid } : {}) } : { kind: "clue", group: to.name, place: place.name, value };
    if (!(await studio.edit(op))) {
      know(before);
      moved(false);
    }
  }

  function erase() {
    const place = here();
    const to = target();
    typed = { text: "", at: 0, place: "" };
    if (!place || !to) return;
    if (mode === "lines") {
      const member = to.members?.findLast((each) => each.cells.includes(place.name));
      if (member) studio.edit({ kind: "remove", area_kind: to.name, label: member.label });
    } else if (mode === "regions") studio.edit({ kind: "region", area_kind: to.name, cells: [place.name], label: null });
    else put(place, null);
  }

  function paint(cells, withLabel) {
    const to = target();
    if (!to || !cells.length) return;
    if (mode === "lines") studio.edit({ kind: "line", area_kind: to.name, cells });
    else studio.edit({ kind: "region", area_kind: to.name, cells, label: withLabel });
  }

  const freeLabel = () => {
    const used = new Set(Object.values(target()?.labels ?? {}));
    return [...LABELS].find((each) => !used.has(each)) ?? "a";
  };

  /** Takes a sign that was typed: digits make a number, letters choose among values. */
  function type(sign) {
    const place = here();
    const to = target();
    if (!place || !to) return;
    if (mode === "regions") {
      if (/^[\w]$/.test(sign)) paint([place.name], sign);
      return;
    }
    if (mode === "lines") return;
    const now = performance.now();
    const isSame = typed.place === place.name && now - typed.at < TYPING;
    const values = to.values;
    if (over.isTruth(values)) {
      if ("1tyY".includes(sign)) put(place, true);
      else if ("0xnf".includes(sign)) put(place, false);
      return;
    }
    const options = [isSame ? typed.text + sign : sign, sign];
    for (const text of options) {
      if (!Array.isArray(values) || mode === "clues") {
        const found = Array.isArray(values) ? values.find((each) => String(each) === text) : undefined;
        typed = { text, at: now, place: place.name };
        if (found !== undefined) return void put(place, found);
        if (!Array.isArray(values) || !values.some((each) => String(each).startsWith(text))) return void put(place, /^\d+$/.test(text) ? Number(text) : text);
        return;
      }
      const found = values.find((each) => String(each).toLowerCase() === text.toLowerCase());
      const longer = values.some((each) => String(each).toLowerCase().startsWith(text.toLowerCase()));
      if (found !== undefined || longer) {
        typed = { text, at: now, place: place.name };
        if (found !== undefined) put(place, found);
        else drawCursor();
        return;
      }
    }
    studio.announce(t("value.none", { sign }));
  }

  /** Opens a field at the cursor for a value that is more than a sign: several numbers, a number and a direction. */
  function write() {
    const place = here();
    if (!place || painting() || (mode !== "clues" && mode !== "givens")) return;
    const box = overlay.viewBox.baseVal;
    const start = current(place);
    let ended = false;
    const end = (keep) => {
      if (ended) return;
      ended = true;
      const text = field.value.trim();
      const hadFocus = document.activeElement === field;
      field.remove();
      if (hadFocus) stage.focus();
      if (keep && text !== String(start ?? "")) put(place, text === "" ? null : /^-?\d+$/.test(text) ? Number(text) : text);
    };
    const field = el("input", { class: "entry", "aria-label": t("entry.label", { place: placeName(place) }), value: start === undefined ? "" : String(start), maxlength: 200 });
    field.style.left = `${((place.x - box.x) / box.width) * 100}%`;
    field.style.top = `${((place.y - box.y) / box.height) * 100}%`;
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      else if (event.key === "Escape") end(false);
    });
    field.addEventListener("blur", () => end(true));
    sheet.append(field);
    field.select();
    field.focus();
  }

  /** Goes on to the next truth value: nothing, true, false, nothing. */
  function cycle(place) {
    const now = current(place);
    put(place, now === undefined ? true : now === true ? false : null);
  }

  // Mouse and touch

  const pointOf = (event) => {
    const at = overlay.getScreenCTM()?.inverse();
    return at ? new DOMPoint(event.clientX, event.clientY).matrixTransform(at) : { x: -1e6, y: -1e6 };
  };
  const hit = (event) => nearest(somePlaces(), pointOf(event), unitOf(places) * 0.75);

  overlay.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const place = hit(event);
    stage.focus({ preventScroll: true });
    if (!place) return;
    event.preventDefault();
    const isSame = cursor?.id === place.id && cursor?.kind === place.kind;
    cursor = { kind: place.kind, id: place.id };
    typed = { text: "", at: 0, place: "" };
    if (painting()) {
      overlay.setPointerCapture(event.pointerId);
      stroke = [place.name];
    } else if (target() && over.isTruth(target().values) && (isSame || place.kind !== "cells" || mode === "solve")) cycle(place);
    moved();
  });
  overlay.addEventListener("pointermove", (event) => {
    if (!stroke || !overlay.hasPointerCapture(event.pointerId)) return;
    const place = nearest(places.get("cells").values(), pointOf(event), unitOf(places) * 0.6);
    if (!place || stroke.at(-1) === place.name) return;
    if (stroke.at(-2) === place.name) stroke.pop();
    else if (!stroke.includes(place.name)) stroke.push(place.name);
    cursor = { kind: "cells", id: place.id };
    drawCursor();
  });
  const endStroke = (event) => {
    if (!stroke || !overlay.hasPointerCapture(event.pointerId)) return;
    overlay.releasePointerCapture(event.pointerId);
    const cells = stroke;
    stroke = null;
    drawCursor();
    if (mode === "lines") return cells.length > 1 ? paint(cells) : undefined;
    const own = target()?.labels?.[cells[0]];
    if (label) paint(cells, label === "+" ? freeLabel() : label);
    else if (cells.length > 1) paint(cells, own ?? freeLabel());
    return undefined;
  };
  overlay.addEventListener("pointerup", endStroke);
  overlay.addEventListener("pointercancel", () => { stroke = null; drawCursor(); });
  overlay.addEventListener("dblclick", write);

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
      const to = next(somePlaces(), place, key);
      if (stroke && to !== place && !stroke.includes(to.name)) stroke.push(to.name);
      else if (event.shiftKey && mode === "regions" && to !== place) paint([to.name], target()?.labels?.[place.name] ?? freeLabel());
      cursor = { kind: to.kind, id: to.id };
      moved();
    } else if (key === "Backspace" || key === "Delete" || key === ".") erase();
    else if (key === "Enter" || key === "F2") {
      if (mode === "lines") {
        if (stroke) {
          const cells = stroke;
          stroke = null;
          if (cells.length > 1) paint(cells);
        } else stroke = [place.name];
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
    cursor = first ? { kind: first.kind, id: first.id } : null;
  }

  // What is shown

  function placeName(place) {
    const cell = /^r(\d+)c(\d+)$/.exec(place.name);
    if (cell) return t("place.cell", { row: cell[1], column: cell[2] });
    return place.kind === "areas" ? t("place.area", { name: place.name }) : place.name;
  }

  function moved(isTold = true) {
    if (cursor && !kinds().includes(cursor.kind)) cursor = null;
    drawCursor();
    const place = here();
    if (!place || !isTold) return;
    const value = current(place);
    const now = value === undefined || value === null ? t("place.empty") : t(`place.${mode}`, { value: value === true ? t("true") : value === false ? t("false") : value });
    const to = target();
    const found = to && (mode === "givens" || mode === "solve") && shows.candidates && !marks.isOld ? marks.candidates?.[to.key]?.[place.name] : null;
    const could = found && value === undefined ? `; ${t("place.candidates", { values: found.join(", ") })}` : "";
    told = `${placeName(place)}: ${now}${could}`;
    studio.announce(told);
  }

  function drawCursor() {
    cursorLayer.replaceChildren();
    const unit = unitOf(places);
    if (stroke) {
      const points = stroke.map((name) => places.get("cells").get(name)).filter(Boolean);
      cursorLayer.append(draw("polyline", { class: `stroke ${mode}`, points: points.map(({ x, y }) => `${x},${y}`).join(" "), "stroke-width": unit * (mode === "lines" ? 0.3 : 0.7) }));
      if (points.length === 1) cursorLayer.append(draw("circle", { class: "stroke-start", cx: points[0].x, cy: points[0].y, r: unit * 0.2 }));
    }
    const place = here();
    if (!place) return;
    const isFocused = document.activeElement === stage;
    const style = `cursor${isFocused ? " focused" : ""}`;
    const boxes = place.boxes ?? (place.kind === "cells" ? [place] : null);
    if (boxes) for (const { left, top, w, h } of boxes) cursorLayer.append(draw("rect", { class: style, x: left, y: top, width: w, height: h, rx: 2 }));
    else {
      const ends = place.kind === "links" || place.kind === "borders" ? segment(places, place, place.kind) : null;
      if (ends) cursorLayer.append(draw("line", { class: "cursor-line", x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], "stroke-width": unit * 0.22 }));
      cursorLayer.append(draw("circle", { class: style, cx: place.x, cy: place.y, r: unit * 0.26 }));
    }
    const isPart = typed.place === place.name && performance.now() - typed.at < TYPING && mode !== "solve";
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
    if (!isSolving && !painting() && shows.candidates && marks.candidates) markLayer.append(over.candidates(places, board, marks.candidates, marks.unique));
    if (mode === "regions") {
      const to = target();
      for (const [name, text] of Object.entries(to?.labels ?? {})) {
        for (const place of at(name)) markLayer.append(draw("text", { class: "region-label", x: place.x, y: place.y + unitOf(places) * 0.12, "font-size": unitOf(places) * 0.34, text: String(text) }));
      }
    }
    if (isSolving) drawSolving(at);
    each(marks.pointed, "pointed");
    drawLegend();
  }

  function drawSolving(at) {
    for (const layer of layers()) {
      const kind = layer.over ?? "cells";
      for (const [name, value] of Object.entries(solving.values()[layer.key] ?? {})) {
        const place = places.get(kind)?.get(idOf({ grid: layer.grid, name }));
        if (place && layer.given_at?.[name] === undefined) markLayer.append(over.value(places, place, value, kind, "solve"));
      }
      for (const [name, values] of Object.entries(solving.pencils()[layer.key] ?? {})) {
        const place = places.get(kind)?.get(idOf({ grid: layer.grid, name }));
        if (place && values.length && solving.value(layer.key, name) === undefined) markLayer.append(over.small(places, place, values, layer.values, "pencil"));
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
    tools.replaceChildren();
    palette.replaceChildren();
    const to = target();
    const all = choices(mode);
    const key = all.map((each) => each.key).join("\n");
    if (picked.dataset.key !== `${mode}\n${key}`) {
      picked.replaceChildren(...all.map((each) => el("option", { value: each.key, text: each.key })));
      picked.dataset.key = `${mode}\n${key}`;
    }
    for (const label of modes.children) label.classList.toggle("none", Boolean(board) && !choices(label.firstChild.value).length);
    if (to) picked.value = to.key;
    pickedLabel.firstChild.textContent = t(`pick.${mode}`);
    pickedLabel.hidden = all.length < 2;
    hint.textContent = !board ? "" : to ? t(`hint.${mode}`) : t(`hint.${mode}.none`);
    overlay.classList.toggle("painting", painting());
    stage.classList.toggle("solving", mode === "solve");
    if (!to) return;
    if (mode === "solve") {
      tools.append(
        el("label", { class: "check" }, el("input", { type: "checkbox", checked: pencil, onchange: (event) => setPencil(event.target.checked) }), t("solve.pencil")),
        button(t("solve.check"), check), button(t("solve.clear"), () => { marks.mistakes = []; solving.clear(); }));
    }
    if (mode === "regions") {
      const labels = [...new Set(Object.values(to.labels ?? {}).map(String))].sort();
      const option = (value, text, title) => el("label", { class: "chip-choice", title }, el("input", { type: "radio", name: "region-label", value, checked: label === value, onchange: () => { label = value; } }), el("span", { text }));
      palette.append(option("", t("region.extend"), t("region.extend.title")), option("+", t("region.new"), t("region.new.title")), ...labels.slice(0, 40).map((each) => option(each, each, t("region.label", { label: each }))));
      return;
    }
    if (mode === "lines") {
      palette.append(button(t("lines.remove"), () => { erase(); stage.focus(); }));
      return;
    }
    const values = Array.isArray(to.values) ? to.values : mode === "clues" ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : [];
    if (values.length <= 36) {
      for (const each of values) {
        const text = each === true ? t("true.sign") : each === false ? t("false.sign") : String(each);
        const name = each === true ? t("true") : each === false ? t("false") : text;
        palette.append(button(text, () => { if (!here()) start(); if (Array.isArray(to.values)) put(here(), each); else type(text); stage.focus(); }, { class: "value", "aria-label": t("palette.value", { value: name }) }));
      }
    }
    if (mode === "clues" && to.unknown) palette.append(button("?", () => { put(here(), "?"); stage.focus(); }, { class: "value", "aria-label": t("palette.unknown") }));
    if (mode === "clues") palette.append(button(t("palette.write"), write));
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
    delete hint.dataset.state;
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

  const refresh = () => { drawTools(); drawMarks(); drawCursor(); };
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
      places = placesOf(now, shown, places);
      shown = now;
      isAhead = false;
      if (!isSame) {
        const image = picture(now.svg);
        if (image) {
          const box = image.getAttribute("viewBox") ?? `0 0 ${image.getAttribute("width") ?? 100} ${image.getAttribute("height") ?? 100}`;
          const [, , width, height] = box.split(/[\s,]+/).map(Number);
          image.removeAttribute("width");
          image.removeAttribute("height");
          for (const title of image.querySelectorAll("title, desc")) title.remove();
          paper.replaceChildren(image);
          overlay.setAttribute("viewBox", box);
          sheet.style.aspectRatio = `${width} / ${height}`;
          sheet.style.setProperty("--ratio", width / height || 1);
          sheet.style.setProperty("--natural", `${Math.round(width * 2.2)}px`);
        }
      }
      if (!here()) cursor = null;
      if (isNew && (mode === "givens" || !target())) setMode(firstMode());
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
    open(path) {
      solving = makeSolving(path, () => drawMarks());
      board = null;
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
