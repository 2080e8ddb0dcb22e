// What is entered on the board, as edits of the text or as values of who plays.

import { TYPING } from "./board_view.js";
import { t } from "./dom.js";
import { showEntryField } from "./entry_field.js";
import * as over from "./overlay.js";
import { imageOf, imageValue } from "./symmetry.js";
import { typedValue, writtenValue } from "./typed_values.js";

/** Makes what turns values, strokes and signs into edits. @param {import("./board_view.js").View} view */
export function makeEdits(view) {
  const put = (place, value) => putAll(place ? [place] : [], value);

  /** The cells of an area: the newest text may call it by another label than the board that is drawn. */
  const ofArea = ({ kind, boxes }) => (boxes ? { area_kind: kind, cells: boxes.map(({ name }) => name) } : {});

  /** Puts a value at some places; it is one step of undo. */
  async function putAll(some, value) {
    if (view.mode === "solve") return enter(some, value);
    const list = view.mode === "givens" ? "layers" : "clues";
    const at = view.mode === "givens" ? "given_at" : "value_at";
    const asked = withImages(some, value, at).flatMap(([place, value]) => {
      const to = view.target(place);
      const before = to?.[at][place.name];
      if (!to || ((value ?? undefined) === before && view.studio.isShown())) return []; // after an undo, the board may be older than the text
      const op = view.mode === "givens" ? { kind: "given", layer: to.name } : { kind: "clue", group: to.name };
      return [{ list, key: to.key, at, place: place.name, value, before, where: place, op: { ...op, ...view.of(to), ...ofArea(place), place: place.name, value } }];
    });
    if (!asked.length) return undefined;
    const shown = asked.map((each) => {
      view.know(each); // until the board of the edited text is there
      view.ahead.add(each);
      const { symbols } = view.target(each.where);
      const spot = `${each.list} ${each.key} ${each.place}`;
      return [spot, view.echo(spot, () => over.echo(view.places, view.places.get(each.where.kind)?.get(each.where.id), each.value, symbols))];
    });
    view.moved();
    const ops = asked.map(({ op }) => op);
    const isDone = await view.edited(shown, ops.length > 1 ? { kind: "several", ops } : ops[0]);
    for (const each of asked) {
      view.ahead.delete(each);
      if (!isDone) view.know({ ...each, value: each.before });
    }
    if (!isDone) view.moved(false);
    return undefined;
  }

  /** Has the clues filled in that the solution implies: where `?` stands, and in the selected places. What was entered is the solution. */
  function fillClues() {
    const to = view.target();
    view.studio.edit({ kind: "fill", group: to.name, places: view.selected().map(({ name }) => name), values: view.ofBoard(), ...view.of(to) });
    view.stage.focus();
  }

  /** Places with their values, and with the images of both where a symmetry is kept. An image that has to get a number waits for it. */
  function withImages(some, value, at) {
    const values = new Map(some.map((place) => [place, value]));
    for (const place of some) {
      view.awaited.delete(place.id);
      const image = imageOf(view.symmetry, place, view.places, view.board.grids);
      const known = image && view.target(image)?.[at][image.name];
      if (!image || values.has(image) || (value !== null && known !== undefined)) continue;
      const same = value === null ? null : imageValue(value, view.target(image));
      if (same === undefined) view.awaited.add(image.id);
      else values.set(image, same);
      if (value === null) view.awaited.delete(image.id);
    }
    return [...values];
  }

  /** Enters a value, or a mark of the kind that is chosen, while playing. */
  function enter(some, value) {
    const to = view.target(some[0]);
    const free = some.filter((place) => view.target(place)?.given_at?.[place.name] === undefined);
    if (!to) return;
    if (!free.length && some.length) return void view.studio.announce(t("solve.given"));
    view.marks.mistakes = [];
    if (view.hint.dataset.state) view.drawTools(); // what was found is of the values before
    const ofLayer = (place) => view.target(place).key;
    const part = over.isTruth(to.values) || view.kinds(to)[0] !== "cells" ? "values" : view.playing.part();
    if (part === "colour") view.solving.enter("colour", some.map(({ id }) => ["", id]), value);
    else view.solving.enter(value === null ? "values" : part, free.map((place) => [ofLayer(place), place.name]), value);
    view.playing.begin();
    view.moved();
  }

  function erase() {
    const place = view.here();
    const to = view.target();
    view.typed = { text: "", at: 0, place: "" };
    if (!place || !to) return;
    if (view.painting()) remove(view.selected());
    else putAll(view.selected(), null);
  }

  /** Takes cells out of their regions, or takes away the last line through them: the server knows what the newest text has there. */
  function remove(some) {
    const to = view.target();
    if (!to || !some.length) return;
    const what = view.mode === "regions" ? { kind: "region", label: null } : { kind: "remove" };
    view.studio.edit({ ...what, area_kind: to.name, cells: some.map(({ name }) => name), ...view.of(to) });
  }

  /**
   * Asks for a region or a line of cells, which are known by their ids. `labelled` says of which label: `{ label }`, `{ new: true }`
   * for one of its own, or `{ like }` for that of a cell. The server knows which labels the newest text has; this page may not.
   */
  function paint(ids, labelled = {}) {
    const some = ids.map((id) => view.places.get("cells").get(id)).filter(Boolean);
    const to = view.target(some[0]);
    if (!to || !some.length) return;
    const cells = some.map(({ name }) => name);
    const hasClues = view.board.clues.some(({ on }) => on.includes(to.name)); // which call a cage by its label
    if (view.mode === "lines") view.editStroke({ kind: "line", area_kind: to.name, cells, new: hasClues, ...view.of(to) }, ids);
    else view.editStroke({ kind: "region", area_kind: to.name, cells, ...labelled, ...view.of(to) }, ids);
  }

  /** Takes a sign that was typed: digits make a number, letters choose among values. */
  function type(sign) {
    const place = view.here();
    const to = view.target();
    if (!place || !to) return;
    if (view.mode === "regions") {
      if (/^[\w]$/.test(sign)) paint([place.id], { label: sign });
      return;
    }
    if (view.mode === "lines") return;
    if (view.mode === "solve" && view.playing.part() === "colour" && view.kinds(to)[0] === "cells" && !over.isTruth(to.values)) {
      if (/^[0-9]$/.test(sign)) putAll(view.selected(), sign === "0" ? null : Number(sign));
      return;
    }
    if (over.isTruth(to.values)) {
      const wanted = "1tyY#".includes(sign) ? true : "0xnf-".includes(sign) ? false : undefined;
      if (to.values.includes(wanted)) putAll(view.selected(), wanted);
      return;
    }
    if (view.mode === "clues" && (to.parts || to.list) && sign !== to.unknown) return void write(sign);
    const now = performance.now();
    const isSame = view.typed.place === place.id && now - view.typed.at < TYPING;
    for (const text of isSame ? [view.typed.text + sign, sign] : [sign]) {
      const value = typedValue(text, to, view.mode === "clues");
      if (value === undefined) continue;
      view.typed = { text, at: now, place: place.id };
      if (value === null) view.drawCursor(); // more signs belong to it
      else putAll(view.selected(), view.mode === "solve" && !to.values ? Number(value) : value);
      return;
    }
    view.studio.announce(t("value.none", { sign }));
  }

  /** Opens a field at the cursor for a value that is more than a sign: several numbers, a number and a direction. */
  function write(sign = "") {
    const place = view.here();
    const to = view.target();
    if (!place || !to || (view.mode !== "clues" && view.mode !== "givens")) return;
    const start = view.current(place);
    showEntryField(view.sheet, place, view.overlay.viewBox.baseVal, {
      label: t("entry.label", { place: view.placeName(place) }), before: start === undefined ? "" : over.textOf(start, " "), sign, placeholder: to.parts?.join(" ") ?? null,
      keep: (text) => put(place, writtenValue(text, to, view.mode === "clues")), leave: () => view.stage.focus(),
    });
  }

  /** Goes on to the next truth value: nothing, true, false, nothing. */
  function cycle(place) {
    const order = [undefined, ...[true, false].filter((each) => view.target(place).values.includes(each))];
    put(place, order[(order.indexOf(view.current(place)) + 1) % order.length] ?? null);
  }

  /** Draws walls between cells, or takes them away. The server makes regions of what they shut off in the newest text. */
  function wall(ids, isOther) {
    const to = view.target();
    const links = view.places.get("links");
    const stroke = ids.filter((id) => links.has(id));
    for (const id of stroke) isOther ? view.walls.delete(id) : view.walls.add(id);
    view.drawMarks();
    const names = (some) => some.map((id) => links.get(id)).filter((link) => link && (link.grid ?? "") === (to.grid ?? "")).map(({ name }) => name);
    view.studio.edit({ kind: "walls", area_kind: to.name, links: names(stroke), removed: isOther, walls: names([...view.walls]), ...view.of(to) });
  }

  /** Sets one part of a clue, such as its number or its direction; it is put when all parts are there. */
  function putPart(at, value) {
    const place = view.here();
    const to = view.target();
    if (!place || !to) return;
    const before = view.current(place);
    const known = Array.isArray(before) && before.length === to.parts.length ? before : view.partial.place === place.id ? view.partial.values : [];
    const values = to.parts.map((_, each) => (each === at ? value : known[each]));
    view.partial = { place: place.id, values };
    if (values.every((each) => each !== undefined)) put(place, values);
    else view.drawCursor();
  }

  async function check() {
    const answer = await view.studio.checkGrid(view.ofBoard());
    if (!answer) return;
    view.marks.mistakes = answer.mistakes?.flatMap((each) => each.cells ?? []) ?? [];
    view.drawMarks();
    const text = answer.correct ? t(answer.is_known === false ? "solve.unbroken" : answer.complete ? "solve.complete" : "solve.correct") : t("solve.mistake", { message: answer.mistakes?.[0]?.message ?? "" });
    view.hint.textContent = text;
    view.hint.dataset.state = answer.correct ? "good" : "bad";
    view.studio.announce(text);
  }

  return { put, putAll, fillClues, erase, paint, type, write, cycle, remove, wall, putPart, check };
}
