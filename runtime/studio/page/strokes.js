// What a pointer draws: the tool that goes with what is edited, as that declares itself, and the places that a stroke touches.

import { idOf, isInside, nearest, unitOf } from "./geometry.js";
import { isTruth } from "./overlay.js";

/**
 * @typedef {{id: string, name: string, kind: string, grid?: string, x: number, y: number, w?: number, h?: number}} Place
 * @typedef {Map<string, Map<string, Place>>} Places
 * @typedef {{x: number, y: number}} Point
 * @typedef {"area" | "region" | "line" | "span" | "border" | "shade" | "spread" | "select" | "point"} Tool
 * @typedef {{tool: Tool, kind: string, isOther: boolean, from: Point, last: Point, cell: Place | null, ids: string[], isDrawn: boolean}} Stroke
 */

/** The tools with which a press that does not move acts where it began, and not on a cell that a stroke goes through. */
export const DRAWS = new Set(["line", "span", "border", "shade", "spread"]);

/**
 * Returns the tool for a layer, a group of clues or a kind of areas. It follows from where its values stand, what they are, and how
 * the server says that they are drawn: a line goes through centres, a wall along borders.
 * @param {string} mode
 * @param {{over?: string, way?: string, values?: any[] | null, on?: string[]} | null} to
 * @returns {Tool}
 */
export function toolOf(mode, to) {
  if (!to) return "point";
  if (mode === "lines") return "area";
  if (mode === "regions") return "region";
  const kinds = to.on ?? [to.over ?? "cells"];
  if (kinds.length > 1) return "point";
  if (kinds[0] === "spans") return "span";
  if (kinds[0] === "links" || kinds[0] === "borders") return !isTruth(to.values) ? "point" : kinds[0] === "links" && to.way === "line" ? "line" : "border";
  if (kinds[0] !== "cells") return "point";
  if (isTruth(to.values)) return "shade";
  return to.way === "outline" ? "spread" : "select";
}

/** Begins a stroke. @returns {Stroke} */
export function begin(tool, kind, point, places, isOther) {
  const stroke = { tool, kind, isOther, from: point, last: point, cell: null, ids: [], isDrawn: false };
  touch(stroke, point, places);
  stroke.isDrawn = false;
  return stroke;
}

/** The points between two points that lie so close together that no place between them is missed: a fast pointer leaves gaps. */
export function* onTheWay(from, to, places) {
  const many = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (unitOf(places) / 5));
  for (let at = 1; at <= many; at++) yield { x: from.x + ((to.x - from.x) * at) / many, y: from.y + ((to.y - from.y) * at) / many };
}

/** Leads a stroke on to a point, through all places on the way. Returns whether it has changed. */
export function lead(stroke, point, places) {
  const before = stroke.ids.join(" ");
  for (const each of onTheWay(stroke.last, point, places)) touch(stroke, each, places);
  stroke.last = point;
  return before !== stroke.ids.join(" ");
}

function touch(stroke, point, places) {
  if (stroke.tool === "point") return; // a trembling hand at a corner draws nothing
  const unit = unitOf(places);
  const cells = () => [...places.get("cells").values()].filter((each) => !stroke.cell || (each.grid ?? "") === (stroke.cell.grid ?? ""));
  if (stroke.tool === "line" || stroke.tool === "span") {
    const cell = nearest(cells(), point, unit * 0.42);
    if (!cell || cell === stroke.cell) return;
    if (stroke.tool === "span") [stroke.cell, stroke.ids] = [stroke.cell ?? cell, [spanBetween(stroke.cell, cell, places) ?? ""].filter(Boolean)];
    else if (stroke.cell) join(stroke, cell, places);
    else stroke.cell = cell;
    stroke.isDrawn = stroke.ids.length > 0;
  } else if (stroke.tool === "border") {
    const border = nearest([...(places.get(stroke.kind)?.values() ?? [])], point, unit * 0.3);
    if (border) add(stroke, border.id);
  } else {
    const cell = cells().find((each) => isInside(each, point));
    if (!cell || (stroke.ids.length && !isMiddle(cell, point))) return;
    stroke.cell ??= cell;
    add(stroke, cell.id);
  }
}

/** Whether a point is far enough inside a cell that a stroke along its side does not mean it. */
const isMiddle = (cell, point) => Math.abs(point.x - cell.x) < cell.w * 0.4 && Math.abs(point.y - cell.y) < cell.h * 0.4;

function add(stroke, id) {
  if (stroke.ids.includes(id)) return;
  stroke.ids.push(id);
  stroke.isDrawn ||= stroke.ids.length > 1;
}

/** Leads a line to another cell; back over its last link takes that away again. Between cells that only meet at a corner it turns. */
function join(stroke, cell, places) {
  const direct = linkBetween(stroke.cell, cell, places);
  const around = direct ? null : [...places.get("cells").values()].find((each) => linkBetween(stroke.cell, each, places) && linkBetween(each, cell, places));
  if (!direct && !around) return;
  const path = direct ? [direct] : [linkBetween(stroke.cell, around, places), linkBetween(around, cell, places)];
  for (const link of path) {
    if (stroke.ids.at(-1) === link) stroke.ids.pop();
    else if (!stroke.ids.includes(link)) stroke.ids.push(link);
  }
  stroke.cell = cell;
}

function between(first, second, some) {
  const [a, b] = [`${first.name}-${second.name}`, `${second.name}-${first.name}`].map((name) => idOf({ grid: first.grid, name }));
  return some?.has(a) ? a : some?.has(b) ? b : null;
}

export const linkBetween = (first, second, places) => between(first, second, places.get("links"));
const spanBetween = (first, second, places) => (first ? between(first, second, places.get("spans")) : null);

/**
 * Returns the next value between two cells: one bridge more, none after the most.
 * @param {any[]} values
 * @param {any} now
 * @param {boolean} isOther whether the other button was pressed, which says that there is no bridge
 */
export function nextOfSpan(values, now, isOther) {
  if (isOther) return now === values[0] ? null : values[0];
  return now === undefined || now === values[0] ? values[1] : values[values.indexOf(now) + 1] ?? null;
}
