// What is drawn over the picture of the server: cursor, strokes, marks, and what the keys say of them.

import { TYPING } from "./board_view.js";
import { draw, plural, t } from "./dom.js";
import { drawEntries } from "./entries.js";
import { around, idOf, segment, unitOf } from "./geometry.js";
import { fillLegend } from "./legend.js";
import * as over from "./overlay.js";
import { DRAWS } from "./strokes.js";
import { picture } from "./svg.js";
import { openWalls } from "./walls.js";

const LARGEST = 110; // pixels of a cell, without zoom

/** Makes what draws over the picture. @param {import("./board_view.js").View} view */
export function makeDrawing(view) {
  function moved(isTold = true) {
    if (view.cursor && !(view.target() && view.kinds(view.target()).includes(view.cursor.kind) && (view.here()?.grid ?? "") === (view.target().grid ?? ""))) view.cursor = null;
    drawCursor();
    const place = view.here();
    if (!place || !isTold) return;
    const value = view.current(place);
    const said = (each) => (each === true ? t("true") : each === false ? t("false") : each === null ? t("place.empty") : over.textOf(each, " "));
    const now = value === undefined || value === null ? t("place.empty") : t(`place.${view.mode}`, { value: said(value) });
    const to = view.target();
    const candidates = to && view.mode === "givens" && view.shows.candidates && !view.marks.isOld ? view.marks.candidates?.[to.key]?.[place.name] : null; // who plays is not told
    const could = candidates && value === undefined ? `; ${t("place.candidates", { values: candidates.map(said).join(", ") })}` : "";
    view.told = `${view.placeName(place)}: ${now}${could}`;
    view.studio.announce(view.told);
  }

  function strokeNode(ids, style) {
    const unit = unitOf(view.places);
    const points = ids.map((id) => view.places.get("cells").get(id)).filter(Boolean);
    if (points.length === 1) return draw("circle", { class: "stroke-start", cx: points[0].x, cy: points[0].y, r: unit * 0.2 });
    return draw("polyline", { class: `stroke ${style}`, points: points.map(({ x, y }) => `${x},${y}`).join(" "), "stroke-width": unit * (style === "lines" ? 0.3 : 0.7) });
  }

  /** What a stroke will leave, while the button is down. */
  function drawnNodes() {
    const { kind, ids, value, isOther } = view.drawn;
    return ids.map((id) => view.places.get(kind)?.get(id)).filter(Boolean).map((place) =>
      over.value(view.places, place, view.mode === "regions" || value === null ? !isOther : value, kind, value === null || (view.mode === "regions" && isOther) ? "taken" : view.mode === "solve" ? "solve" : "echo"));
  }

  function drawCursor() {
    view.cursorLayer.replaceChildren();
    const unit = unitOf(view.places);
    if (view.stroke) view.cursorLayer.append(strokeNode(view.stroke, view.mode));
    if (view.drawn?.isDrawn && DRAWS.has(view.drawn.tool)) view.cursorLayer.append(...drawnNodes());
    if (view.selection.size > 1) for (const { left, top, w, h } of view.selected()) view.cursorLayer.append(draw("rect", { class: "selected", x: left, y: top, width: w, height: h }));
    for (const id of view.awaited) if (view.places.get("cells").has(id)) view.cursorLayer.append(over.mark(view.places, view.places.get("cells").get(id), "awaited"));
    const place = view.here();
    if (!place) return;
    const isFocused = document.activeElement === view.stage;
    const style = `cursor${isFocused ? " focused" : ""}`;
    const boxes = place.boxes ?? ("left" in place ? [place] : null);
    if (boxes) for (const { left, top, w, h } of boxes) view.cursorLayer.append(draw("rect", { class: style, x: left, y: top, width: w, height: h, rx: 2 }));
    else {
      const ends = ["links", "borders", "spans"].includes(place.kind) ? segment(view.places, place, place.kind) : null;
      if (ends) view.cursorLayer.append(draw("line", { class: "cursor-line", x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], "stroke-width": unit * 0.22 }));
      view.cursorLayer.append(draw("circle", { class: style, cx: place.x, cy: place.y, r: unit * 0.26 }));
    }
    const pending = view.partial.place === place.id && !Array.isArray(view.current(place)) ? view.partial.values.filter((each) => each !== undefined) : [];
    if (pending.length) view.cursorLayer.append(over.value(view.places, place, pending.map((each) => over.ARROW_SIGNS[each] ?? each).join(" "), "cells", "pending"));
    const isPart = view.typed.place === place.id && performance.now() - view.typed.at < TYPING && view.mode !== "solve";
    if (isPart && view.current(place) === undefined && view.typed.text) view.cursorLayer.append(over.value(view.places, place, view.typed.text, "cells", "pending"));
  }

  function drawMarks() {
    view.markLayer.replaceChildren();
    if (!view.board) return;
    const isSolving = view.mode === "solve";
    const at = (name) => {
      for (const some of view.places.values()) {
        if (some.has(name)) return [some.get(name)];
        const inGrids = view.board.grids?.map((grid) => some.get(idOf({ grid: grid.name, name }))).filter(Boolean) ?? [];
        if (inGrids.length) return inGrids;
      }
      return [];
    };
    const each = (names, style) => { for (const place of names.flatMap(at)) view.markLayer.append(over.mark(view.places, place, style)); };
    if (!isSolving && !view.painting() && view.shows.differs) each(view.marks.differs, "differs");
    if (!isSolving) each(view.marks.culprits, "culprit");
    if (!isSolving && !view.painting() && view.shows.candidates && view.marks.candidates) view.markLayer.append(over.candidates(view.places, view.board, view.marks.candidates, view.marks.unique, view.target()?.name));
    if (!isSolving && !view.painting()) view.marks.unique.forEach((each, at) => {
      const place = each.group && view.places.get("cells").get(idOf({ grid: each.edit.grid, name: each.place }));
      if (place) view.markLayer.append(over.offered(view.places, place, each.value, at));
    });
    if (view.mode === "regions") {
      for (const [to, name, text] of view.targets().flatMap((to) => Object.entries(to.labels).map((each) => [to, ...each]))) {
        for (const place of [view.places.get("cells").get(idOf({ grid: to.grid, name }))].filter(Boolean)) view.markLayer.append(draw("text", { class: "region-label", x: place.x, y: place.y + unitOf(view.places) * 0.12, "font-size": unitOf(view.places) * 0.34, text: String(text) }));
      }
    }
    if (view.mode === "regions") drawWalls();
    if (isSolving) drawSolving(at);
    each(view.marks.basis ?? [], "basis");
    each(view.marks.pointed, "pointed");
    drawLegend();
  }

  function drawWalls() {
    const links = view.places.get("links");
    for (const to of view.targets()) view.walls = openWalls(view.walls, to, view.places);
    for (const id of view.walls) view.markLayer.append(over.value(view.places, links.get(id), true, "borders", "echo"));
  }

  function drawSolving(at) {
    drawEntries(view.markLayer, { board: view.board, places: view.places, layers: view.layers(), solving: view.solving, chosen: view.target()?.name });
    for (const place of view.playing.conflicts().flatMap(at)) view.markLayer.append(over.mark(view.places, place, "conflicting"));
    for (const place of view.marks.mistakes.flatMap(at)) view.markLayer.append(over.mark(view.places, place, "mistake"));
  }

  function drawLegend() {
    const toggle = (name) => ({ isShown: view.shows[name], toggle: (isShown) => { view.shows[name] = isShown; drawMarks(); } });
    const keys = [];
    if (view.mode !== "solve" && !view.painting()) {
      if (view.marks.candidates) keys.push({ style: "candidates", text: t("legend.candidates"), ...toggle("candidates") });
      if (view.marks.unique.length) keys.push({ style: "would", text: t("legend.unique") });
      if (view.marks.differs.length) keys.push({ style: "differs", text: plural("legend.differs", view.marks.differs.length), ...toggle("differs") });
      if (view.marks.culprits.length) keys.push({ style: "culprit", text: t("legend.culprits") });
    }
    fillLegend(view.legend, keys);
  }

  /** Draws the picture of the server, with room for clues beside the board that are not there yet. */
  function drawPicture() {
    const image = picture(view.board.svg);
    if (!image) return;
    const own = image.getAttribute("viewBox") ?? `0 0 ${image.getAttribute("width") ?? 100} ${image.getAttribute("height") ?? 100}`;
    const kinds = new Set(view.board.clues.flatMap(({ on }) => on));
    const beside = ["outside", "left", "right", "top", "bottom"].filter((kind) => kinds.has(kind)).flatMap((kind) => [...view.places.get(kind).values()]);
    const box = around(own.split(/[\s,]+/).map(Number), beside, unitOf(view.places) * 0.3);
    const [, , width, height] = box;
    image.setAttribute("viewBox", box.join(" "));
    image.removeAttribute("width");
    image.removeAttribute("height");
    for (const title of image.querySelectorAll("title, desc")) title.remove();
    view.paper.replaceChildren(image);
    view.overlay.setAttribute("viewBox", box.join(" "));
    view.sheet.style.aspectRatio = `${width} / ${height}`;
    view.sheet.style.setProperty("--ratio", width / height || 1);
    view.sheet.style.setProperty("--natural", `${Math.round((width / unitOf(view.places)) * LARGEST)}px`);
  }

  return { moved, strokeNode, drawCursor, drawMarks, drawPicture };
}
