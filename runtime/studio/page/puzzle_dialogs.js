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
    if (board.is_square && board.grids.length === 1) {
      const [{ height, width }] = board.grids;
      const side = (value, key) => el("input", { type: "number", min: 1, max: MOST_SIDE, value, "aria-label": t(key) });
      const [rows, columns] = [side(height, "new.height"), side(width, "new.width")];
      body.append(el("h3", { text: t("board-dialog.size") }), el("div", { class: "row" },
        el("span", { text: t("new.height") }), rows, el("span", { text: t("new.width") }), columns,
        button(t("board-dialog.resize"), () => done({ kind: "layout", height: Number(rows.value), width: Number(columns.value) }), { class: "primary" })),
      el("div", { class: "row" }, TURNS.map((turn) => button(t(`turn.${turn}`), () => done({ kind: "layout", turn })))),
      el("div", { class: "row" },
        button(plural("holes.cut", chosen.length), () => done({ kind: "layout", cut: chosen }), { disabled: !chosen.length, title: t("holes.cut.title") }),
        button(t("holes.fill"), () => done({ kind: "layout", fill: true }), { disabled: !board.holes.length })),
      el("p", { class: "soft", text: t("board-dialog.about") }));
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
