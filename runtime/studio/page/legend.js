// The legend below the board: what the marks on it mean, and which of them are shown.

import { el } from "./dom.js";

/**
 * Fills the legend. A key that can be hidden is a checkbox.
 * @param {HTMLElement} legend
 * @param {{style: string, text: string, isShown?: boolean, toggle?: (isShown: boolean) => void}[]} keys
 */
export function fillLegend(legend, keys) {
  const had = [...legend.querySelectorAll("input")].findIndex((each) => each === document.activeElement);
  legend.replaceChildren(...keys.map(({ style, text, isShown, toggle }) => {
    const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
    if (!toggle) return el("span", { class: `key ${style}` }, swatch, text);
    return el("label", { class: `key ${style}` }, el("input", { type: "checkbox", checked: isShown, onchange: (event) => toggle(event.target.checked) }), swatch, text);
  }));
  if (had >= 0) legend.querySelectorAll("input")[had]?.focus();
}
