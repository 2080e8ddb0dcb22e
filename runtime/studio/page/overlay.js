// What is drawn over the picture: the cursor, candidates, differences, what a tab points at, and the grid of solve mode.

import { draw } from "./dom.js";
import { idOf, segment, unitOf } from "./geometry.js";

const NO_VALUE = new Set([undefined, null]);
/** A value as text; of a list its members. */
export const textOf = (value, between = ",") => (Array.isArray(value) ? value.map((each) => textOf(each, between)).join(Array.isArray(value[0]) ? "; " : between) : String(value));
export const isTruth = (values) => Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === "boolean");

/** The layers whose values are written into cells. Where there are several, the first has the middle, the others have corners. */
export const inCells = (board) => [...new Set(board.layers.filter((each) => (each.over ?? "cells") === "cells" && !isTruth(each.values)).map((each) => each.name))];
const CORNERS = [[0.28, 0.28], [-0.28, 0.28], [0.28, -0.28], [-0.28, -0.28]];

/** Draws a value at a place: a number as text, a truth value as a shade, a cross or a segment. `rank`: of its layer in the cell. */
export function value(places, place, what, kind, style, rank = 0) {
  if (what === null) return draw("g"); // a blank
  const unit = unitOf(places);
  if (rank > 0 && kind === "cells") {
    const [x, y] = CORNERS[(rank - 1) % CORNERS.length];
    return words({ x: place.x + x * unit, y: place.y + y * unit }, String(what), unit * 0.28, style);
  }
  if (kind === "links" || kind === "borders") {
    const ends = segment(places, place, kind);
    if (ends && (what === true || (typeof what === "number" && what > 0))) {
      const line = draw("line", { class: `segment ${style}`, x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], "stroke-width": unit / 8 });
      return what === true || what === 1 ? line : draw("g", {}, line, words(place, String(what), unit * 0.3, style));
    }
    return what === false || what === 0 ? cross(place, unit * 0.1, style) : words(place, String(what), unit * 0.3, style);
  }
  if (what === true) return draw("rect", { class: `shade ${style}`, x: place.x - unit * 0.32, y: place.y - unit * 0.32, width: unit * 0.64, height: unit * 0.64, rx: unit * 0.08 });
  if (what === false) return cross(place, unit * 0.14, style);
  const text = String(what);
  return words(place, text, unit * (text.length > 3 ? 0.26 : text.length > 1 ? 0.42 : 0.56), style);
}

/** Draws a value that was just entered, over what is printed at the place; nothing but the paper if it was removed. */
export function echo(places, place, what) {
  if (!place) return draw("g");
  const unit = unitOf(places);
  const isEmpty = what === null || what === undefined;
  if (!("w" in place)) return isEmpty ? draw("circle", { class: "paper", cx: place.x, cy: place.y, r: unit * 0.14 }) : value(places, place, Array.isArray(what) ? textOf(what) : what, place.kind, "echo");
  const patch = draw("rect", { class: "paper", x: place.x - place.w * 0.4, y: place.y - place.h * 0.4, width: place.w * 0.8, height: place.h * 0.8 });
  return isEmpty ? patch : draw("g", {}, patch, value(places, place, Array.isArray(what) ? textOf(what) : what, place.kind, "echo"));
}

function words(place, text, size, style) {
  return draw("text", { class: style, x: place.x, y: place.y + size * 0.36, "font-size": size, "text-anchor": "middle", text });
}

function cross(place, r, style) {
  return draw("path", { class: `cross ${style}`, d: `M${place.x - r} ${place.y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` });
}

/** Draws small values in the cells of a layer, each at its own spot, those of `special` in a frame. */
export function small(places, place, values, all, style, special = []) {
  const unit = unitOf(places);
  const order = all?.length ? all.map(String) : values.map(String);
  if (order.length > 25) return words(place, `${values.length}…`, unit * 0.26, style);
  const across = Math.max(2, Math.ceil(Math.sqrt(order.length)));
  const step = (unit * 0.9) / across;
  const size = Math.min(step * 0.86, unit * 0.28);
  const node = draw("g", { class: style });
  for (const each of values) {
    const at = order.indexOf(String(each));
    const x = place.x + ((at % across) - (across - 1) / 2) * step;
    const y = place.y + (Math.floor(at / across) - (Math.ceil(order.length / across) - 1) / 2) * step;
    if (special.some((one) => String(one) === String(each))) {
      node.append(draw("rect", { class: "frame", x: x - step * 0.46, y: y - step * 0.46, width: step * 0.92, height: step * 0.92, rx: step * 0.2 }));
    }
    const label = each === null ? "–" : each === true ? "■" : each === false ? "×" : String(each);
    node.append(draw("text", { x, y: y + size * 0.36, "font-size": label.length > 2 ? size * 0.6 : size, "text-anchor": "middle", text: label }));
  }
  return node;
}

/** Draws candidates: a cell with one is settled, any other shows all it can be. `chosen`: the layer of which cells show them. */
export function candidates(places, board, found, unique = [], chosen = "") {
  const node = draw("g", { class: "candidates" });
  const names = inCells(board);
  const others = new Set(names.filter((name) => name !== (names.includes(chosen) ? chosen : names[0])));
  const printed = new Set((board.clues ?? []).flatMap((each) => Object.keys(each.value_at ?? {})));
  for (const [name, at] of Object.entries(found ?? {})) {
    const layer = board.layers?.find((each) => each.key === name);
    if (!layer || others.has(layer.name)) continue;
    const kind = layer.over ?? "cells";
    const some = places.get(kind);
    if (!some) continue;
    for (const [where, values] of Object.entries(at)) {
      const place = some.get(idOf({ grid: layer.grid, name: where }));
      if (!place || !values || !NO_VALUE.has(layer.given_at[where])) continue; // null: not all values are known
      const would = unique.filter((one) => one.layer === name && one.place === where).map((one) => one.value);
      if (values.length === 0) node.append(mark(places, place, "empty"));
      else if (values.length === 1) {
        if (values[0] === false && kind === "cells") node.append(dot(places, place, printed.has(where)));
        else if (values[0] !== false) node.append(value(places, place, values[0], kind, "settled"));
      } else if (kind === "cells") node.append(small(places, place, values, layer.values, "open", would));
      else if (would.length) node.append(value(places, place, would[0], kind, "would"));
    }
  }
  return node;
}

/** Draws the sign of a no: in the middle, or where a clue is printed in the corner. */
function dot(places, place, isPrinted) {
  const unit = unitOf(places);
  const aside = isPrinted ? unit * 0.36 : 0;
  return draw("circle", { class: "dot", cx: place.x + aside, cy: place.y + aside, r: unit * 0.07 });
}

/** Draws a mark at a place: `differs` a striped corner, `pointed` a dashed frame, `mistake` a cross in a circle, `empty` a frame. */
export function mark(places, place, style) {
  const unit = unitOf(places);
  if (place.kind !== "cells") return draw("circle", { class: `mark ${style}`, cx: place.x, cy: place.y, r: unit * 0.22 });
  const [x, y, w, h] = [place.x - place.w / 2, place.y - place.h / 2, place.w, place.h];
  const inset = unit * 0.05;
  const frame = draw("rect", { class: `mark ${style}`, x: x + inset, y: y + inset, width: w - 2 * inset, height: h - 2 * inset, rx: unit * 0.08 });
  if (style === "differs") {
    const c = unit * 0.32;
    return draw("g", {}, frame, draw("path", { class: "flag", d: `M${x + w - c} ${y}h${c}v${c}z` }));
  }
  if (style === "mistake") {
    const r = unit * 0.13;
    const at = { x: x + w - r * 1.4, y: y + r * 1.4 };
    return draw("g", {}, frame, draw("circle", { class: "badge", cx: at.x, cy: at.y, r }), draw("path", { class: "badge-sign", d: `M${at.x - r * 0.45} ${at.y - r * 0.45}l${r * 0.9} ${r * 0.9}m0 ${-r * 0.9}l${-r * 0.9} ${r * 0.9}` }));
  }
  return frame;
}
