// A field over the board for a value that is more than a sign.

import { el } from "./dom.js";

/**
 * Shows the field at a place. Enter keeps what was written, and so does leaving the field; Escape does not.
 * @param {HTMLElement} sheet
 * @param {{x: number, y: number}} place
 * @param {{x: number, y: number, width: number, height: number}} box of the picture
 * @param {{label: string, before: string, sign: string, placeholder: string | null, keep: (text: string) => void, leave: () => void}} options
 * `sign` was typed and replaces the text before; `leave` gets the focus back
 */
export function showEntryField(sheet, place, box, { label, before, sign, placeholder, keep, leave }) {
  let isOver = false;
  const end = (isKept) => {
    if (isOver) return;
    isOver = true;
    const text = field.value.trim();
    const hadFocus = document.activeElement === field;
    field.remove();
    if (hadFocus) leave();
    if (isKept && text !== before) keep(text);
  };
  const field = el("input", { class: "entry", "aria-label": label, value: sign || before, maxlength: 200, placeholder });
  field.style.left = `${((place.x - box.x) / box.width) * 100}%`;
  field.style.top = `${((place.y - box.y) / box.height) * 100}%`;
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") end(true);
    else if (event.key === "Escape") end(false);
  });
  field.addEventListener("blur", () => end(true));
  sheet.append(field);
  if (!sign) field.select();
  field.focus();
}
