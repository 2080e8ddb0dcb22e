// The dialog that generates puzzles: they appear as they are found, and a click opens one.

import { MOST_SIDE, messages } from "./dialogs.js";
import { button, dialog, el, plural, t } from "./dom.js";
import { genresFor } from "./genre_search.js";
import { picture } from "./svg.js";

const MOVES = ["rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal"];
const BANDS = ["easy", "medium", "hard"];
const BY_RATING = "rating";
const MOST_SEED = 2 ** 31 - 1;

/**
 * Shows the dialog.
 * @param {{name: string, title: string, family: string, has_bands: boolean}[]} genres
 * @param {boolean} hasBoard whether the text has a board with rules, which puzzles can be generated on
 * @param {(options: object, heard: (message: any) => void) => { stop: () => void }} generate
 * @param {(text: string, name: string) => void} made gets the puzzle that was chosen
 */
export function showGenerate(genres, hasBoard, generate, made) {
  let job = null;
  const node = dialog(t("generate.heading"), (body, close) => {
    const find = el("input", { type: "search", placeholder: t("new.find"), "aria-label": t("new.find"), autofocus: true });
    const choice = el("select", { "aria-label": t("generate.genre") });
    const side = (key) => el("input", { type: "number", min: 1, max: MOST_SIDE, placeholder: t("generate.usual"), "aria-label": t(key) });
    const [rows, columns] = [side("new.height"), side("new.width")];
    const symmetry = el("select", { "aria-label": t("symmetry") }, el("option", { value: "", text: t("symmetry.none") }), MOVES.map((each) => el("option", { value: each, text: t(`generate.${each}`) })));
    const difficulty = el("select", { "aria-label": t("generate.difficulty") }, ["", ...BANDS, BY_RATING].map((value) => el("option", { value, text: t(`generate.difficulty.${value || "any"}`) })));
    const rating = (key) => el("input", { type: "number", min: 0, step: 0.1, placeholder: t("generate.any"), "aria-label": t(key) });
    const [easiest, hardest] = [rating("generate.easiest"), rating("generate.hardest")];
    const ratings = el("span", { class: "pick" }, easiest, el("span", { "aria-hidden": "true", text: "–" }), hardest);
    const said = el("p", { class: "soft", role: "status" });
    const cards = el("div", { class: "cards", role: "group", "aria-label": t("generate.found") });
    const go = button(t("generate.go"), () => (job ? job.stop() : start()), { class: "primary" });
    const known = () => choice.value && genres.find(({ name }) => name === choice.value);
    const fill = () => {
      const before = choice.value;
      const found = genresFor(genres, find.value);
      const own = hasBoard && !find.value.trim() ? [el("option", { value: "", text: t("generate.own") })] : [];
      choice.replaceChildren(...own, ...found.map(({ name, title }) => el("option", { value: name, text: title })));
      if (!find.value.trim() && [...choice.options].some(({ value }) => value === before)) choice.value = before;
      chosen();
    };
    const chosen = () => {
      rows.disabled = columns.disabled = !choice.value;
      for (const option of difficulty.options) option.disabled = BANDS.includes(option.value) && known()?.has_bands === false;
      if (difficulty.selectedOptions[0]?.disabled) difficulty.value = "";
      ratings.hidden = difficulty.value !== BY_RATING;
      go.disabled = !choice.options.length;
    };
    const numbers = (...fields) => fields.map(({ value, disabled }) => (value === "" || disabled ? null : Number(value)));
    const running = (isRunning) => {
      go.textContent = t(isRunning ? "stop" : "generate.go");
      for (const field of [find, choice, symmetry, difficulty, easiest, hardest]) field.disabled = isRunning;
      rows.disabled = columns.disabled = isRunning || !choice.value;
    };
    const card = ({ text, svg, clues, rating: rated }) => {
      const drawn = picture(svg);
      drawn?.setAttribute("aria-hidden", "true");
      const title = [plural("generate.clues", clues), rated === undefined ? "" : t("generate.rated", { rating: rated })].filter(Boolean).join(" · ");
      const shown = button("", () => { close(); made(text, `${known()?.name ?? "generated"}.yaml`); }, { class: "card" });
      shown.append(el("span", { class: "frame" }, drawn ?? ""), el("span", { class: "title", text: title }));
      cards.append(shown);
    };
    const end = (text) => {
      job = null;
      running(false);
      said.textContent = [plural("generate.number", cards.childElementCount), text].filter(Boolean).join(" ");
    };
    function start() {
      const [height, width] = numbers(rows, columns);
      const isRated = difficulty.value === BY_RATING;
      const [low, high] = isRated ? numbers(easiest, hardest) : [null, null];
      const options = { genre: choice.value, height: height ?? width, width: width ?? height, symmetry: symmetry.value, band: isRated ? "" : difficulty.value, easiest: low, hardest: high, seed: Math.floor(Math.random() * MOST_SEED) };
      cards.replaceChildren();
      running(true);
      said.textContent = t("generate.runs");
      job = generate(options, (message) => {
        if (message.type === "partial") {
          message.report.puzzles.forEach(card);
          said.textContent = `${plural("generate.number", cards.childElementCount)} ${t("generate.more")}`;
        } else if (message.type === "result") end(message.report.problem ?? (cards.childElementCount ? "" : t("generate.none")));
        else if (message.type === "gave-up") end(t("job.gave-up", { reason: message.reason }));
        else if (message.type === "cancelled") end(message.lost ? t("job.lost") : "");
        else if (message.type === "error") {
          end(message.error ?? "");
          if (message.diagnostics?.length) cards.replaceChildren(messages(message.diagnostics));
        }
      });
    }
    find.addEventListener("input", fill);
    find.addEventListener("keydown", (event) => event.key === "Enter" && !go.disabled && go.click());
    choice.addEventListener("change", chosen);
    difficulty.addEventListener("change", chosen);
    const field = (key, ...inputs) => el("label", { class: "pick" }, el("span", { text: t(key) }), inputs);
    body.append(el("p", { class: "soft", text: t("generate.about") }),
      el("div", { class: "row" }, find, choice),
      el("div", { class: "row" }, field("new.height", rows), field("new.width", columns), field("symmetry", symmetry),
        field("generate.difficulty", difficulty), ratings, el("span", { class: "space" }), go),
      said, cards);
    fill();
  }, "wide");
  node.addEventListener("close", () => job?.stop());
}
