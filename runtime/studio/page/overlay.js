// What is drawn over the picture: the cursor, candidates, differences, what a tab points at, and the grid of solve mode.

import { draw } from "./dom.js";
import { idOf, segment, unitOf } from "./geometry.js";
import { picture } from "./svg.js";

/** Directions of the language, as signs. */
export const ARROW_SIGNS = { up: "↑", right: "→", down: "↓", left: "←", up_right: "↗", down_right: "↘", down_left: "↙", up_left: "↖" };

const NO_VALUE = new Set([undefined, null]);
/** A value as text; of a list its members. */
export const textOf = (value, between = ",") => (Array.isArray(value) ? value.map((each) => textOf(each, between)).join(Array.isArray(value[0]) ? "; " : between) : String(value));
export const isTruth = (values) => Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === "boolean");

/** The layers whose values are written into cells. Where there are several, the first has the middle, the others have corners. */
export const inCells = (board) => [...new Set(board.layers.filter((each) => (each.over ?? "cells") === "cells" && !isTruth(each.values)).map((each) => each.name))];
const CORNERS = [[0.28, 0.28], [-0.28, 0.28], [0.28, -0.28], [-0.28, -0.28]];

/** Draws a value at a place: a number as text, a truth value as a shade, a cross or a segment. `rank`: of its layer in the cell. */
export function value(places, place, what, kind, style, rank = 0, layer = null) {
  if (what === null) return draw("g"); // a blank
  const unit = unitOf(places);
  const symbol = rank === 0 && kind === "cells" && what !== false && layer?.symbols?.[String(what)];
  if (symbol && layer.way !== "shade") return symbolAt(place, symbol, style);
  if (kind === "spans") return bridges(place, what, unit, style);
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

const drawnSymbols = new Map();

/** Draws the picture of a value, as the server draws it, with its middle at a place. */
function symbolAt(place, text, style) {
  if (!drawnSymbols.has(text)) drawnSymbols.set(text, picture(text));
  const node = drawnSymbols.get(text)?.cloneNode(true);
  if (!node) return draw("g");
  const [, , width, height] = node.getAttribute("viewBox").split(" ").map(Number);
  node.querySelector("rect.paper")?.remove();
  for (const [name, to] of Object.entries({ class: `symbol ${style}`, x: place.x - width / 2, y: place.y - height / 2, width, height })) node.setAttribute(name, to);
  return node;
}

/** Draws as many lines between two cells as a number says, a cross for none. */
function bridges(place, what, unit, style) {
  const many = what === true ? 1 : Number(what);
  if (!many) return cross(place, unit * 0.12, style);
  const [dx, dy] = [place.x2 - place.x1, place.y2 - place.y1];
  const long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / long, dy / long];
  const node = draw("g");
  for (let at = 0; at < many; at++) {
    const aside = (at - (many - 1) / 2) * unit * 0.18;
    node.append(draw("line", { class: `segment ${style}`, x1: place.x1 + ux * unit * 0.42 - uy * aside, y1: place.y1 + uy * unit * 0.42 + ux * aside, x2: place.x2 - ux * unit * 0.42 - uy * aside, y2: place.y2 - uy * unit * 0.42 + ux * aside, "stroke-width": unit / 12 }));
  }
  return node;
}

const SPOTS = [[-1, -1], [1, -1], [-1, 1], [1, 1], [0, -1], [0, 1], [-1, 0], [1, 0]];

/** Draws the marks of somebody who plays: in the middle side by side, or one after the other in corners and along sides. */
export function notes(places, place, values, part) {
  const unit = unitOf(places);
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const text = sorted.join(values.some((each) => String(each).length > 1) ? " " : "");
  if (part === "pencil") return words(place, text, Math.min(unit * 0.3, (unit * 1.5) / Math.max(1, text.length)), "pencil");
  return draw("g", {}, sorted.map((each, at) => {
    const [x, y] = SPOTS[at % SPOTS.length];
    return words({ x: place.x + x * unit * 0.35, y: place.y + y * unit * 0.35 }, String(each), unit * 0.23, "pencil");
  }));
}

/** The colour of a cell, by its number. */
export const coloured = (place, number) => draw("rect", { class: `colour colour-${number}`, x: place.left, y: place.top, width: place.w, height: place.h });

/** Draws a value that was just entered, over what is printed at the place; nothing but the paper if it was removed. */
export function echo(places, place, what, symbols = {}) {
  if (!place) return draw("g");
  const unit = unitOf(places);
  const isEmpty = what === null || what === undefined;
  const signs = (each) => (Array.isArray(each) ? each.map(signs) : ARROW_SIGNS[each] ?? each);
  const shown = () => (symbols[String(what)] ? symbolAt(place, symbols[String(what)], "echo") : value(places, place, Array.isArray(what) ? textOf(signs(what), " ") : what, place.kind, "echo"));
  if (!("w" in place)) return isEmpty ? draw("circle", { class: "paper", cx: place.x, cy: place.y, r: unit * 0.14 }) : shown();
  const patch = draw("rect", { class: "paper", x: place.x - place.w * 0.4, y: place.y - place.h * 0.4, width: place.w * 0.8, height: place.h * 0.8 });
  if (isEmpty) return patch;
  return draw("g", {}, patch, shown());
}

function words(place, text, size, style) {
  return draw("text", { class: style, x: place.x, y: place.y + size * 0.36, "font-size": size, "text-anchor": "middle", text });
}

function cross(place, r, style) {
  return draw("path", { class: `cross ${style}`, d: `M${place.x - r} ${place.y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` });
}

/** Draws small values in the cells of a layer, each at its own spot, those of `special` in a frame: `{ value, offer }`. */
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
    const offered = special.find((one) => String(one.value) === String(each));
    if (offered) {
      node.append(draw("rect", { class: "frame", data: { offer: offered.offer }, x: x - step * 0.46, y: y - step * 0.46, width: step * 0.92, height: step * 0.92, rx: step * 0.2 }));
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
      const would = unique.map((one, offer) => ({ ...one, offer })).filter((one) => one.layer === name && one.place === where);
      if (values.length === 0) node.append(mark(places, place, "empty"));
      else if (values.length === 1) {
        if (values[0] === false && kind === "cells") node.append(dot(places, place, printed.has(where)));
        else if (values[0] !== false) node.append(value(places, place, values[0], kind, "settled"));
      } else if (kind === "cells") node.append(small(places, place, values, layer.values, "open", would));
      else if (would.length) {
        const shown = value(places, place, would[0].value, kind, "would");
        shown.dataset.offer = would[0].offer;
        node.append(shown);
      }
    }
  }
  return node;
}

/** Draws a clue that would make the puzzle unique, in a frame, in the corner of its cell. */
export function offered(places, place, what, offer) {
  const unit = unitOf(places);
  const at = { x: place.x + unit * 0.24, y: place.y + unit * 0.22 };
  return draw("g", { class: "open", data: { offer } }, draw("rect", { class: "frame", x: at.x - unit * 0.17, y: at.y - unit * 0.17, width: unit * 0.34, height: unit * 0.34, rx: unit * 0.06 }),
    draw("text", { x: at.x, y: at.y + unit * 0.1, "font-size": unit * 0.28, "text-anchor": "middle", text: String(ARROW_SIGNS[what] ?? what) }));
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
