// Steps as a list: each shows on the board what it is about.

import { button, el } from "./dom.js";

/**
 * Makes a list of steps.
 * @param {any} studio
 * @param {{lines: string[], premises: string[], conclusions: string[]}[]} steps
 */
export function stepList(studio, steps) {
  const entry = ({ lines, premises, conclusions }) => {
    const show = () => studio.mark({ basis: premises, pointed: conclusions });
    const hide = () => studio.mark({ basis: [], pointed: [] });
    const node = button("", null, { class: "sentence", onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide });
    node.append(...lines.map((line) => el("span", { class: "line", text: line })));
    return el("li", {}, node);
  };
  return el("ol", { class: "members steps" }, steps.map(entry));
}
