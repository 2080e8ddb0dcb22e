// What somebody has who plays the puzzle: kinds of marks, a clock, and the places that break a rule. Nothing of it reaches the file.

import { button, el, later, t } from "./dom.js";

const PARTS = { value: "values", centre: "pencil", corner: "corner", colour: "colour" };
const LOOK_AFTER = 350; // milliseconds after the last entry
const CLOCK = "gridwright.clock.";

/**
 * Makes what belongs to playing. `solving()` has the entries, `values()` the values among them for the present text, `redraw()` draws them again, `changed()` the tools too.
 * @param {{checkGrid: Function, text: () => string, announce: (text: string) => void}} studio
 * @param {{solving: () => any, values: () => any, changed: () => void, redraw: () => void, check: () => void, clear: () => void}} board
 */
export function makePlaying(studio, { solving, values, changed, redraw, check, clear }) {
  let [note, mark] = ["value", "centre"];
  let [isShown, isRunning, isLooking] = [false, false, true];
  let [seconds, key] = [0, ""];
  let conflicts = [];
  const clock = button("", () => { isRunning = !isRunning; tell(); }, { class: "clock" });

  const tell = () => {
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    clock.textContent = `${isRunning ? "‖" : "▸"} ${text}`;
    clock.setAttribute("aria-label", t(isRunning ? "clock.stop" : "clock.go", { time: text }));
    clock.title = t(isRunning ? "clock.stop.title" : "clock.go.title");
  };
  const keep = () => {
    try {
      if (seconds) localStorage.setItem(CLOCK + key, String(seconds));
      else localStorage.removeItem(CLOCK + key);
    } catch {
      // Then the clock lives as long as the page.
    }
  };
  setInterval(() => {
    if (!isRunning || !isShown || document.hidden) return;
    seconds += 1;
    if (seconds % 5 === 0) keep();
    tell();
  }, 1000);

  const choose = (name) => {
    note = name;
    if (name !== "value") mark = name;
    changed();
    studio.announce(t(`solve.note.${name}.on`));
  };

  const look = later(async () => {
    if (!isShown || !isLooking || solving().isEmpty()) return show([]);
    const [text, entered] = [studio.text(), JSON.stringify(values())];
    const answer = await studio.checkGrid(JSON.parse(entered), true);
    if (answer && text === studio.text() && entered === JSON.stringify(values())) show((answer.mistakes ?? []).flatMap((each) => each.cells ?? []));
    return undefined;
  }, LOOK_AFTER);
  const show = (found) => {
    if (found.join() === conflicts.join()) return;
    conflicts = found;
    redraw();
  };
  tell();

  let box = null;
  return {
    /** The part of the entries that a value goes to. */
    part: () => PARTS[note],
    /** Changes between values and the kind of marks that was chosen last. */
    turn: () => choose(note === "value" ? mark : "value"),
    conflicts: () => (isLooking ? [...new Set(conflicts)] : []),
    look() {
      look();
    },
    /** Starts the clock with the first entry. */
    begin() {
      if (isRunning) return;
      isRunning = true;
      tell();
    },
    restart() {
      [seconds, isRunning, conflicts] = [0, false, []];
      keep();
      tell();
    },
    open(puzzle) {
      [key, isRunning, conflicts, note] = [puzzle, false, [], "value"];
      try {
        seconds = Number(localStorage.getItem(CLOCK + key)) || 0;
      } catch {
        seconds = 0;
      }
      tell();
    },
    rename(puzzle) {
      const now = seconds;
      seconds = 0;
      keep();
      [key, seconds] = [puzzle, now];
      keep();
    },
    shown(isNow) {
      isShown = isNow;
      if (isNow) look();
    },
    /** The tools of the mode; marks are for values that are written into cells. */
    tools(hasMarks) {
      const chip = (input, name, text, title) => el("label", { class: "chip-choice", title }, input, el("span", {}, el("i", { class: `mark-icon ${name}`, "aria-hidden": "true" }), el("b", { text })));
      box = el("div", { class: "choices", role: "radiogroup", "aria-label": t("solve.notes") }, Object.keys(PARTS).map((name) =>
        chip(el("input", { type: "radio", name: "note", value: name, onchange: () => choose(name) }), name, t(`solve.note.${name}`), t(`solve.note.${name}.title`))));
      const watch = el("input", { type: "checkbox", checked: isLooking, onchange: () => { isLooking = watch.checked; look(); redraw(); } });
      return [hasMarks ? box : "", button(t("solve.check"), check), button("↺", clear, { class: "icon", "aria-label": t("solve.clear"), title: t("solve.clear") }), clock,
        chip(watch, "conflict", t("solve.conflicts"), t("solve.conflicts.title"))];
    },
    drawTools() {
      for (const option of box?.querySelectorAll("input") ?? []) option.checked = option.value === note;
    },
  };
}
