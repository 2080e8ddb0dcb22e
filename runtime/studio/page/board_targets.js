// What edits of the board go to: the layer, group of clues or kind of areas that is chosen, and the places that it has values at.

import { t } from "./dom.js";
import * as over from "./overlay.js";
import { placeName as nameOf } from "./sentences.js";
import { toolOf } from "./strokes.js";

/** Makes what finds the target of an edit and the places of the board. @param {import("./board_view.js").View} view */
export function makeTargets(view) {
  const layers = () => (view.board?.layers ?? []).filter((each) => view.places.has(each.over ?? "cells"));
  const areas = (cover) => (view.board?.areas ?? []).filter((each) => Boolean(each.picture) === cover);

  function choices(mode) {
    if (mode === "givens") return layers().filter((each) => each.givens !== false);
    if (mode === "solve") return layers();
    if (mode === "clues") return view.board?.clues ?? [];
    return areas(mode === "regions");
  }

  /** Whether a mode is one to begin with: givens are numbers in cells, as a rule, and no lines or shades. */
  const isUsual = (mode) => choices(mode).some((each) => mode !== "givens" || ((each.over ?? "cells") === "cells" && !over.isTruth(each.values)));

  /** The layers, groups of clues or kinds of areas of the chosen name: one on each board. */
  function targets() {
    const all = choices(view.mode);
    const name = all.some((each) => each.name === view.chosen[view.mode]) ? view.chosen[view.mode] : all[0]?.name;
    return all.filter((each) => each.name === name);
  }

  /** The one that edits go to: on the board of a place, or of the cursor; null if the file has none. */
  function target(place = here()) {
    const all = targets();
    return all.find((each) => (each.grid ?? "") === (place?.grid ?? "")) ?? all[0] ?? null;
  }

  /** The kinds of places that it has values at; clues stand in holes of the board too. */
  function kinds(to) {
    if (view.mode === "givens" || view.mode === "solve") return [to.over ?? "cells"];
    if (view.mode === "clues") return to.on.flatMap((kind) => (kind === "cells" ? ["cells", "holes"] : [kind]));
    return ["cells"];
  }

  const somePlaces = () => targets().flatMap((to) => kinds(to).flatMap((kind) => [...(view.places.get(kind)?.values() ?? [])].filter((each) => (each.grid ?? "") === (to.grid ?? ""))));

  const here = () => (view.cursor ? view.places.get(view.cursor.kind)?.get(view.cursor.id) ?? null : null);
  const painting = () => view.mode === "regions" || view.mode === "lines";

  function current(place) {
    const to = target(place);
    if (!to) return undefined;
    if (view.mode === "givens") return to.given_at?.[place.name];
    if (view.mode === "clues") return to.value_at?.[place.name];
    if (view.mode === "solve") return to.given_at?.[place.name] ?? view.solving.value(to.key, place.name);
    return to.labels?.[place.name];
  }

  const of = ({ grid }) => (grid ? { grid } : {});

  /** The places that get a value together: the selected cells, or where the cursor is. */
  function selected() {
    const some = [...view.selection].map((id) => view.places.get("cells").get(id)).filter(Boolean);
    return some.length > 1 && view.cursor?.kind === "cells" && view.selection.has(view.cursor.id) ? some : [here()].filter(Boolean);
  }
  const tool = () => (view.isWalling && view.mode === "regions" ? "border" : toolOf(view.mode, target()));

  function placeName(place) {
    const board = place.grid ? `${place.grid}, ` : "";
    return board + (place.boxes ? t("place.area", { name: place.name }) : nameOf(place.name));
  }

  /** What was entered, for the layers that the present text has. */
  const ofBoard = () => Object.fromEntries(Object.entries(view.solving.values()).filter(([key]) => view.board?.layers.some((each) => each.key === key)));

  return { layers, choices, isUsual, targets, target, kinds, somePlaces, here, painting, current, selected, of, tool, placeName, ofBoard };
}
