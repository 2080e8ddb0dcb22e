// What the page says of places and of what contradicts: texts with names of places, and code set apart.

import { el, t } from "./dom.js";

/** Returns what people call a place of a board. */
export function placeName(name) {
  const cell = /^r(\d+)c(\d+)$/.exec(name);
  return cell ? t("place.cell", { row: cell[1], column: cell[2] }) : name;
}

/** Returns a given, a clue or a rule that contradicts others, as a sentence. A rule about a clue says the same of each: so the clue is named. */
export function sentenceOf({ message, clues = [] }) {
  const named = clues.filter((each) => each.value !== null && each.value !== undefined);
  if (named.length !== 1) return message;
  const [{ group, place, value }] = named;
  return t("member.clue", { group, value: value === true ? t("true") : value, place: placeName(place), says: message });
}

/** Returns the places on the board that a member of a contradiction is printed at; of a rule there are none. */
export function spotsOf({ is_given, printed_at = [], cells = [] }) {
  return is_given ? cells : printed_at;
}

/** Returns nodes for a text in which code stands between backticks. */
export function withCode(text) {
  return text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 ? el("code", { text: part }) : part));
}
