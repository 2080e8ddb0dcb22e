// The row of tools and the palette of the board: they go with the mode and with what is chosen.

import { button, el, t } from "./dom.js";
import * as over from "./overlay.js";
import { fillPalette } from "./palette.js";
import { DRAWS } from "./strokes.js";
import { SYMMETRIES } from "./symmetry.js";

/** Makes what fills the row of tools and the palette. @param {import("./board_view.js").View} view */
export function makeTools(view) {
  function drawTools() {
    const to = view.target();
    const all = view.choices(view.mode);
    const names = [...new Set(all.map((each) => each.name))];
    const key = names.join("\n");
    if (view.picked.dataset.key !== `${view.mode}\n${key}`) {
      view.picked.replaceChildren(...names.map((each) => el("option", { value: each, text: each })));
      view.picked.dataset.key = `${view.mode}\n${key}`;
    }
    for (const label of view.modes.children) label.classList.toggle("none", Boolean(view.board) && !view.choices(label.firstChild.value).length);
    if (to) view.picked.value = to.name;
    view.pickedLabel.firstChild.textContent = t(`pick.${view.mode}`);
    view.pickedLabel.hidden = names.length < 2;
    delete view.hint.dataset.state;
    view.hint.textContent = view.hint.title = !view.board ? "" : to ? t(`hint.${view.mode}`) : t(`hint.${view.mode}.none`);
    view.overlay.classList.toggle("painting", view.painting());
    view.overlay.classList.toggle("drawing", DRAWS.has(view.tool()));
    view.stage.classList.toggle("solving", view.mode === "solve");
    view.toolBar.classList.toggle("playing", view.mode === "solve");
    const labels = view.mode === "regions" ? [...new Set(view.targets().flatMap((each) => Object.values(each.labels)).map(String))].sort() : [];
    const offered = JSON.stringify([view.mode, view.playing.part(), to && [to.key, to.values, to.set, to.parts, to.list, to.unknown], labels]);
    if (view.palette.dataset.offered !== offered) fillTools(to, labels); // what stays is not made anew: a finger may be on it
    view.palette.dataset.offered = offered;
    view.playing.drawTools();
    for (const box of view.tools.querySelectorAll("[name=region-tool]")) box.checked = (box.value === "walls") === view.isWalling;
    for (const option of view.palette.querySelectorAll("input")) option.checked = option.value === view.label;
  }

  function fillTools(to, labels) {
    view.tools.replaceChildren();
    view.palette.replaceChildren();
    if (!to) return;
    if ((view.mode === "givens" || view.mode === "clues") && view.kinds(to).includes("cells")) {
      const choice = el("select", { id: "symmetry", onchange: () => { view.symmetry = choice.value; view.awaited.clear(); view.drawCursor(); } },
        el("option", { value: "", text: t("symmetry.none") }), SYMMETRIES.map((each) => el("option", { value: each, text: t(`symmetry.${each}`), selected: each === view.symmetry })));
      view.tools.append(el("label", { class: "pick", title: t("symmetry.title") }, el("span", { text: t("symmetry") }), choice));
    }
    if (view.mode === "clues") view.tools.append(button(t("fill"), view.fillClues, { id: "fill", title: t("fill.title") }));
    if (view.mode === "givens" || view.mode === "clues") view.tools.append(button(t("complete"), view.studio.complete, { id: "complete", title: t("complete.title") }));
    if (view.mode === "solve") view.tools.append(...view.playing.tools(view.kinds(to)[0] === "cells" && !over.isTruth(to.values)));
    if (view.mode === "regions") {
      const way = (value) => el("label", { class: "chip-choice", title: t(`region.${value}.title`) }, el("input", { type: "radio", name: "region-tool", value, onchange: () => { view.isWalling = value === "walls"; view.refresh(); } }), el("span", { text: t(`region.${value}`) }));
      view.tools.append(el("div", { class: "choices", role: "radiogroup", "aria-label": t("region.tools") }, way("paint"), way("walls")));
      const option = (value, text, title) => el("label", { class: "chip-choice", title }, el("input", { type: "radio", name: "region-label", value, onchange: () => { view.label = value; } }), el("span", { text }));
      view.palette.append(option("", t("region.extend"), t("region.extend.title")), option("+", t("region.new"), t("region.new.title")), ...labels.slice(0, 40).map((each) => option(each, each, t("region.label", { label: each }))));
      return;
    }
    if (view.mode === "lines") {
      view.palette.append(button(t("lines.remove"), () => { view.erase(); view.stage.focus(); }));
      return;
    }
    fillPalette(view.palette, view.mode === "solve" && view.playing.part() === "colour" ? "colours" : view.mode, to, {
      put: (value) => { if (!view.here()) view.start(); to.values || view.mode === "solve" || typeof value !== "number" ? view.putAll(view.selected(), value) : view.type(String(value)); view.stage.focus(); },
      putPart: (at, value) => { view.putPart(at, value); view.stage.focus(); },
      write: () => view.write(), erase: () => { view.erase(); view.stage.focus(); },
    });
  }

  return { drawTools };
}
