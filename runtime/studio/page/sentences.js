// What the page says of places and of what contradicts: texts with names of places, and code set apart.

import { el, t } from "./dom.js";

/** Returns what people call a place of a board. */
export function placeName(name) {
  const cell = /^r(\d+)c(\d+)$/.exec(name);
  return cell ? t("place.cell", { row: cell[1], column: cell[2] }) : name;
}

const MOST_NAMED = 16; // cells of a rectangle

/** Returns what people call some cells: a row, a column, one cell, a small rectangle; an empty text if they are something else. */
function whereOf(cells) {
  const found = cells.map((name) => /^r(\d+)c(\d+)$/.exec(name)).filter(Boolean);
  if (!found.length || found.length < cells.length) return "";
  if (cells.length === 1) return placeName(cells[0]);
  const [rows, columns] = [1, 2].map((at) => found.map((each) => Number(each[at])));
  const [top, bottom, left, right] = [Math.min(...rows), Math.max(...rows), Math.min(...columns), Math.max(...columns)];
  if (top === bottom) return t("place.row", { row: top });
  if (left === right) return t("place.column", { column: left });
  if (cells.length > MOST_NAMED || new Set(cells).size < (bottom - top + 1) * (right - left + 1)) return "";
  return t("place.box", { top, bottom, left, right });
}

/** Returns what a value of a place or a clue is called. */
export const valueOf = (value) => (value === true ? t("true") : value === false ? t("false") : Array.isArray(value) ? value.join(" ") : value);

/**
 * Returns a given, a clue or a rule that contradicts others, as a sentence. A rule says the same of each clue, row and region, so
 * that is named.
 */
export function sentenceOf({ message, clues = [], given = null, cells = [] }) {
  if (given) return t("member.given", { value: valueOf(given.value), place: placeName(given.place) });
  const named = clues.filter((each) => each.value !== null && each.value !== undefined);
  if (named.length === 1) {
    const [{ group, place, value }] = named;
    return t("member.clue", { group, value: valueOf(value), place: placeName(place), says: message });
  }
  const where = named.length ? "" : whereOf(cells);
  return where ? t("member.rule", { where, says: message }) : message;
}

/** Whether a member is what was entered last: a given or a clue at one of those places. */
export const isLast = ({ given, clues = [] }, places) => (given ? places.includes(given.place) : clues.length === 1 && places.includes(clues[0].place));

/** Returns the places on the board that a member of a contradiction is printed at; of a rule there are none. */
export function spotsOf({ is_given, printed_at = [], cells = [] }) {
  return is_given ? cells : printed_at;
}

/** Returns nodes for a text in which code stands between backticks. */
export function withCode(text) {
  return text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 ? el("code", { text: part }) : part));
}
