// The palette below the board: a button for each value, with its symbol where it is drawn as one.

import { button, t } from "./dom.js";
import { ARROW_SIGNS } from "./overlay.js";
import { picture } from "./svg.js";

const MOST_OFFERED = 36; // values
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** What a value is called, and what stands on its button. */
const named = (value) => (value === true ? t("true") : value === false ? t("false") : String(value).replaceAll("_", " "));
const signOf = (value) => (value === true ? t("true.sign") : value === false ? t("false.sign") : ARROW_SIGNS[value] ?? String(value));

/**
 * Fills the palette with the values of a layer or a group of clues.
 * @param {HTMLElement} palette
 * @param {string} mode
 * @param {{values: any[] | null, set?: string, parts?: string[] | null, part_values?: (any[] | null)[], list?: boolean, unknown?: string, symbols?: Record<string, string>}} to
 * @param {{put: (value: any) => void, putPart: (at: number, value: any) => void, write: () => void, erase: () => void}} act
 */
export function fillPalette(palette, mode, to, act) {
  const offer = (value, does) => {
    const symbol = to.symbols?.[String(value)];
    const node = button(symbol ? "" : signOf(value), does, { class: `value${symbol ? " symbol" : ""}`, "aria-label": t("palette.value", { value: named(value) }), title: symbol ? named(value) : null });
    const drawn = symbol && picture(symbol);
    if (drawn) {
      drawn.setAttribute("aria-hidden", "true");
      node.append(drawn);
    }
    palette.append(node);
  };
  if (mode === "colours") {
    for (const each of COLOURS) palette.append(button(String(each), () => act.put(each), { class: `value paint paint-${each}`, "aria-label": t("palette.colour", { n: each }) }));
    palette.append(button(t("palette.erase"), () => act.put(null)));
    return;
  }
  const isPlain = mode !== "clues" || (!to.parts && !to.list);
  const values = !isPlain ? [] : to.values ?? (mode === "clues" && to.set === "texts" ? [] : DIGITS);
  const isOffered = isPlain && values.length <= MOST_OFFERED;
  for (const each of isOffered ? values : []) offer(each, () => act.put(each));
  if (mode === "clues" && to.parts && !to.list) {
    to.parts.forEach((_, at) => {
      for (const each of (to.part_values?.[at] ?? DIGITS).slice(0, DIGITS.length)) offer(each, () => act.putPart(at, each));
    });
  }
  if (mode === "clues" && to.unknown && !values.includes(to.unknown)) palette.append(button(to.unknown, () => act.put(to.unknown), { class: "value", "aria-label": t("palette.unknown") }));
  if (mode === "clues" || (mode === "givens" && !(isOffered && to.values))) palette.append(button(t("palette.write"), act.write));
  palette.append(button(t("palette.erase"), act.erase, { title: t("palette.erase.title") }));
}
