// The dialogs that change the puzzle around its board: further constraints, and the board itself.

import { MOST_SIDE } from "./dialogs.js";
import { button, dialog, el, plural, t } from "./dom.js";

/**
 * Offers the libraries that go with those that a puzzle uses. `add` gets the name of one.
 * @param {{name: string, title: string, text: string, names: string[], goes_with: string[]}[]} genres
 * @param {{name: string}[]} used
 * @param {(name: string) => Promise<boolean>} add
 */
export function showAdd(genres, used, add) {
  const now = new Set(used.map(({ name }) => name));
  const offered = genres.filter(({ name, goes_with }) => !now.has(name) && goes_with.length && goes_with.every((each) => now.has(each)));
  dialog(t("add.heading"), (body, close) => {
    if (!offered.length) return void body.append(el("p", { text: t("add.none") }));
    const find = el("input", { type: "search", placeholder: t("add.find"), "aria-label": t("add.find"), autofocus: true });
    const list = el("ul", { class: "files" });
    const fill = () => {
      const wanted = find.value.trim().toLowerCase();
      const shown = offered.filter((each) => [each.title, each.name, ...each.names, each.text].join("\n").toLowerCase().includes(wanted));
      const begins = ({ title }) => title.toLowerCase().startsWith(wanted);
      shown.sort((a, b) => begins(b) - begins(a));
      list.replaceChildren(...shown.map(({ name, title, text }) => {
        const row = button("", async () => { if (await add(name)) close(); });
        row.append(el("span", { class: "title", text: title }), el("span", { class: "soft", text }));
        return el("li", {}, row);
      }));
      if (!shown.length) list.append(el("li", { class: "soft", text: t("add.nothing") }));
      return undefined;
    };
    find.addEventListener("input", fill);
    find.addEventListener("keydown", (event) => event.key === "Enter" && list.querySelector("button")?.click());
    body.append(el("p", { class: "soft", text: t("add.about") }), find, list);
    fill();
    return undefined;
  });
}

const TURNS = ["left", "right", "half", "mirror", "flip"];
const MOST_HEXAGONS = 15; // on a side
const OVERLAPS = "sudoku"; // the genre whose squares can overlap

/**
 * Shows what can be changed of the board: its size, how it lies, its holes, the parameters of the libraries. `ask` gets operations,
 * `chosen` are the names of cells that are selected on it.
 * @param {{grids: {name: string, height: number, width: number}[], is_square: boolean, holes: any[], uses: any[]}} board
 * @param {(op: object) => Promise<boolean>} ask
 * @param {string[]} chosen
 */
export function showBoard(board, ask, chosen) {
  dialog(t("board-dialog.heading"), (body, close) => {
    const done = async (op) => { if (await ask(op)) close(); };
    const number = (value, key, least, most) => el("input", { type: "number", min: least, max: most, value, "aria-label": t(key) });
    const named = (field) => [el("span", { "aria-hidden": "true", text: field.getAttribute("aria-label") }), field];
    const row = (...parts) => el("div", { class: "row" }, parts);
    if (board.grids.length === 1) {
      const [{ height, width }] = board.grids;
      const [rows, columns] = [number(height, "new.height", 1, MOST_SIDE), number(width, "new.width", 1, MOST_SIDE)];
      const side = number(Math.ceil((board.is_square ? Math.min(height, width) : height) / 2), "hexagons.side", 2, MOST_HEXAGONS);
      body.append(el("h3", { text: t("board-dialog.size") }),
        row(named(rows), named(columns), button(t(board.is_square ? "board-dialog.resize" : "hexagons.squares"), () => done({ kind: "layout", height: Number(rows.value), width: Number(columns.value) }), { class: "primary" })));
      if (board.is_square) body.append(row(TURNS.map((turn) => button(t(`turn.${turn}`), () => done({ kind: "layout", turn })))),
        row(button(plural("holes.cut", chosen.length), () => done({ kind: "layout", cut: chosen }), { disabled: !chosen.length, title: t("holes.cut.title") }),
          button(t("holes.fill"), () => done({ kind: "layout", fill: true }), { disabled: !board.holes.length })));
      body.append(row(named(side), button(t(board.is_square ? "hexagons.make" : "board-dialog.resize"), () => done({ kind: "layout", hexagons: Number(side.value) }), { "aria-label": t(board.is_square ? "hexagons.make" : "hexagons.resize") })));
      body.append(el("h3", { text: t("overlap.heading") }));
      if (!board.uses.some(({ name }) => name === OVERLAPS)) body.append(el("p", { class: "soft", text: t("overlap.genre") }));
      else if (!board.is_square || height !== width || board.holes.length) body.append(el("p", { class: "soft", text: t("overlap.shape") }));
      else {
        const box = [...Array(height).keys()].findLast((each) => each > 0 && each * each <= height && height % each === 0) ?? 1;
        const [down, right] = [number(height - box, "overlap.down", 0, height - 1), number(height - height / box, "overlap.right", 0, height - 1)];
        body.append(row(named(down), named(right), button(t("overlap.add"), () => done({ kind: "overlap", down: Number(down.value), right: Number(right.value) }))));
      }
      body.append(el("p", { class: "soft", text: t("board-dialog.about") }));
    } else body.append(el("p", { class: "soft", text: t("board-dialog.in-text") }));
    const known = board.uses.flatMap((use) => use.parameters.map((each) => ({ ...each, library: use.name })));
    if (known.length) body.append(el("h3", { text: t("board-dialog.parameters") }));
    for (const { library, name, says, value, default: usual } of known) {
      const field = el("input", { id: `parameter-${library}-${name}`, value: value || usual, spellcheck: "false" });
      const set = () => done({ kind: "parameter", library, name, value: field.value });
      field.addEventListener("keydown", (event) => event.key === "Enter" && set());
      body.append(el("div", {}, el("label", { for: field.id }, el("strong", { text: name.replaceAll("_", " ") }), says ? `: ${says}` : ""),
        el("div", { class: "row" }, field, button(t("board-dialog.set"), set, { "aria-label": t("board-dialog.set.this", { name }) }))));
    }
  });
}
