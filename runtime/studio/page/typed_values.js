// What typed text means: a sign that chooses among values, the digits of a number, or a whole clue.

const ARROWS = { "^": "up", ">": "right", v: "down", "<": "left" };

/**
 * Returns the value that typed signs mean: null if they may only begin one, undefined if there is none.
 * @param {string} text
 * @param {{values?: any[] | null, set?: string, unknown?: string}} to a layer or a group of clues
 * @param {boolean} isClue
 */
export function typedValue(text, { values, set, unknown }, isClue) {
  if (isClue && text === unknown) return unknown;
  if (!values) {
    if (text === "-") return null;
    return (isClue && set !== "integers" && set !== "rationals") || /^-?\d+$/.test(text) ? text : undefined;
  }
  const begins = values.filter((value) => String(value).toLowerCase().startsWith(text.toLowerCase()));
  const whole = begins.find((value) => String(value) === text) ?? begins.find((value) => String(value).toLowerCase() === text.toLowerCase());
  if (whole !== undefined) return whole;
  if (begins.length) return begins.length === 1 ? begins[0] : null;
  return values.includes(ARROWS[text]) ? ARROWS[text] : undefined;
}

/**
 * Returns the value that a text in the entry field means. Blanks stand between the parts of a clue and the members of a list.
 * @param {string} text
 * @param {{parts?: string[] | null, list?: boolean, unknown?: string}} to a layer or a group of clues
 * @param {boolean} isClue
 */
export function writtenValue(text, { parts, list, unknown }, isClue) {
  if (text === "") return null;
  const members = text.replace(/^\[|\]$/g, "").split(/[\s,]+/).filter(Boolean);
  const isWhole = !isClue || (!parts && !list) || text === unknown || /[[;]/.test(text);
  if (!isWhole) return members.map((member) => (parts && ARROWS[member]) || member);
  return parts && list && text.includes(";") ? text.split(";").map((member) => writtenValue(member.trim(), { parts, unknown }, isClue)) : text;
}
