// The dialogs: open a file, a new puzzle, import, save as, both versions of a conflict, help.

import { api } from "./api.js";
import { button, dialog, el, later, plural, t } from "./dom.js";
import { genresFor } from "./genre_search.js";
import { withCode } from "./sentences.js";
import { textOfFragment } from "./share_text.js";
import { picture } from "./svg.js";

export const MOST_SIDE = 40;

/** Shows messages of the server as a list. */
export function messages(diagnostics) {
  return el("ul", { class: "messages" }, diagnostics.map((each) =>
    el("li", { class: each.severity === "warning" ? "warning" : "error" },
      el("strong", { text: t(each.severity === "warning" ? "severity.warning" : "severity.error") }), " ", withCode(each.message),
      each.help ? el("div", { class: "soft" }, withCode(each.help)) : null,
      each.notes?.length ? el("ul", { class: "notes" }, each.notes.map((note) => el("li", { class: "soft", text: note.message.replace(/^--format /, "") }))) : null)));
}

/** Makes frames for pictures of files. Those in sight are drawn one after the other: to read a file takes the server a moment. */
function picturesInSight(list) {
  const known = new Map();
  let last = Promise.resolve();
  const fill = async (frame) => {
    const { path } = frame.dataset;
    if (!frame.isConnected) return; // the dialog is closed, or something else was looked for
    if (!known.has(path)) known.set(path, await api.pictureOf(path).catch(() => ""));
    frame.replaceChildren(picture(known.get(path)) ?? "");
  };
  const seen = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
      seen.unobserve(target);
      last = last.then(() => fill(target));
    }
  }, { root: list });
  return (path) => {
    const frame = el("span", { class: "thumb", "aria-hidden": "true", data: { path } });
    seen.observe(frame);
    return frame;
  };
}

/**
 * Shows the files of the folder, and above them the puzzles that have no file: `unnamed`, with their keys. `open` gets a path,
 * `openUnnamed` and `drop` get a key.
 */
export function showFiles(files, now, open, hasDraft, unnamed, openUnnamed, drop) {
  dialog(t("files.heading"), (body, close) => {
    const list = el("ul", { class: "files" });
    const find = el("input", { type: "search", placeholder: t("files.find"), "aria-label": t("files.find"), autofocus: true });
    const pictures = picturesInSight(list);
    const fill = () => {
      const wanted = find.value.toLowerCase();
      const shown = files.filter(({ path, title }) => `${path} ${title ?? ""}`.toLowerCase().includes(wanted));
      list.replaceChildren(...shown.slice(0, 500).map(({ path, title }) => el("li", {},
        button("", () => { close(); open(path); }, { class: path === now ? "now" : "", "aria-current": path === now ? "true" : null }))));
      list.querySelectorAll("button").forEach((node, at) => {
        const { path, title } = shown[at];
        node.append(pictures(path), el("span", { class: "title", text: title || path }), title ? el("span", { class: "soft", text: path }) : "", hasDraft(path) ? el("span", { class: "tag", text: t("files.draft") }) : "");
      });
      if (!shown.length) list.append(el("li", { class: "soft", text: t("files.none") }));
    };
    find.addEventListener("input", fill);
    find.addEventListener("keydown", (event) => event.key === "Enter" && list.querySelector("button")?.click());
    const drafts = el("ul", { class: "files" }, unnamed.map(({ key, name, at }) => {
      const row = el("li", { class: "row" }, button(t("unnamed.row", { name: name || t("untitled"), when: new Date(at).toLocaleString() }), () => { close(); openUnnamed(key); }),
        button(t("unnamed.drop"), () => { drop(key); row.remove(); }));
      return row;
    }));
    body.append(find, ...(unnamed.length ? [el("h3", { text: t("unnamed.heading") }), drafts] : []), list);
    fill();
  });
}

let gallery = null;

export function showNew(genres, made) {
  dialog(t("new.heading"), async (body, close) => {
    let chosen = null;
    const find = el("input", { type: "search", placeholder: t("new.find"), "aria-label": t("new.find"), autofocus: true });
    const family = el("select", { "aria-label": t("new.family") });
    const cards = el("div", { class: "cards", role: "group", "aria-label": t("new.genres"), tabindex: "-1" });
    const size = (id, value) => el("input", { type: "number", id, min: 1, max: MOST_SIDE, value });
    const height = size("new-height", "9");
    const width = size("new-width", "9");
    const wrong = el("div", { class: "wrong", role: "alert" });
    const name = el("strong", { text: t("new.choose") });
    const create = button(t("new.create"), null, { class: "primary", disabled: true });
    const example = button(t("new.example"), null, { disabled: true });
    const count = el("p", { class: "soft", role: "status" });
    body.append(el("p", { class: "soft", text: t("new.about") }), el("div", { class: "row" }, find, family, count), cards, wrong,
      el("div", { class: "row foot" }, name, el("span", { class: "space" }),
        el("label", { for: "new-height", text: t("new.height") }), height, el("label", { for: "new-width", text: t("new.width") }), width, example, create));
    const make = async (...size) => {
      wrong.replaceChildren();
      create.disabled = true;
      try {
        const got = await api.fresh(chosen.name, ...size);
        if (got.text === undefined) throw Object.assign(new Error(), { body: got });
        close();
        made(got.text, `${chosen.name}.yaml`);
      } catch (failed) {
        wrong.replaceChildren(failed.body?.diagnostics ? messages(failed.body.diagnostics) : failed.body?.error ?? failed.message);
        create.disabled = false;
      }
    };
    create.addEventListener("click", () => make(Number(height.value), Number(width.value)));
    example.addEventListener("click", () => make(null, null));
    const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        const drawn = picture(/** @type {any} */ (target).svg);
        if (drawn) {
          drawn.setAttribute("aria-hidden", "true");
          target.append(drawn);
        }
      }
    }, { root: cards, rootMargin: "200px" });
    const choose = (each, node) => {
      chosen = each;
      for (const { node: other } of shelf.values()) other.setAttribute("aria-pressed", String(other === node));
      name.textContent = each.title;
      create.disabled = false;
      example.disabled = false;
    };
    // Each card stays the same when its picture comes, so that no click on it is lost.
    const shelf = new Map(genres.map((each) => {
      const frame = el("span", { class: "frame" });
      const node = button("", () => choose(each, node), { class: "card", "aria-pressed": "false" });
      node.append(frame, el("span", { class: "title", text: each.title }), el("span", { class: "soft", text: each.family ?? "" }));
      node.addEventListener("dblclick", () => create.click());
      return [each.name, { node, frame }];
    }));
    const fill = () => {
      const shown = genresFor(genres.filter((each) => !family.value || each.family === family.value), find.value).map(({ name }) => shelf.get(name));
      count.textContent = plural("new.count", shown.length);
      cards.replaceChildren(...shown.map(({ node }) => node));
    };
    const names = [...new Set(genres.map((each) => each.family).filter(Boolean))].sort();
    family.replaceChildren(el("option", { value: "", text: t("new.all") }), ...names.map((each) => el("option", { value: each, text: each })));
    find.addEventListener("input", later(fill, 80));
    find.addEventListener("keydown", (event) => { // the first hit is taken, also before the list follows what was typed
      if (event.key !== "Enter") return;
      event.preventDefault();
      fill();
      cards.querySelector(".card")?.click();
      if (chosen) create.click();
    });
    family.addEventListener("change", fill);
    fill();
    try {
      gallery ??= await api.gallery();
      for (const { name, svg } of gallery) {
        const frame = shelf.get(name)?.frame;
        if (!frame || !svg) continue;
        frame.svg = svg;
        seen.observe(frame);
      }
    } catch (failed) {
      wrong.textContent = t("new.failed", { message: failed.message });
    }
  }, "wide");
}

export function showImport(made) {
  dialog(t("import.heading"), (body, close) => {
    const field = el("textarea", { id: "import-link", rows: 4, spellcheck: "false", autofocus: true, placeholder: "https://puzz.link/p?…" });
    const result = el("div", { role: "status" });
    const go = button(t("import.go"), read, { class: "primary" });
    body.append(el("label", { for: "import-link", text: t("import.label") }), field, el("p", { class: "soft", text: t("import.about") }), result,
      el("div", { class: "row foot" }, el("span", { class: "space" }), go));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        read();
      }
    });
    async function read() {
      const link = field.value.trim();
      if (!link) return;
      go.disabled = true;
      result.textContent = t("import.reading");
      try {
        const own = await textOfFragment(link).catch(() => { throw new Error(t("import.broken")); });
        const got = own === null ? await api.read(link) : { text: own, warnings: [] };
        if (got.text === undefined) result.replaceChildren(messages(got.diagnostics ?? []));
        else {
          close();
          made(got.text, [...(got.warnings ?? []), ...(got.more ? [t("import.more", { n: got.more })] : [])]);
        }
      } catch (failed) {
        result.replaceChildren(failed.body?.diagnostics ? messages(failed.body.diagnostics) : el("p", { class: "error", text: failed.message }));
      }
      go.disabled = false;
    }
  });
}

export function showSaveAs(name, folder, save) {
  dialog(t("save.heading"), (body, close) => {
    const field = el("input", { id: "save-name", value: name, autofocus: true, spellcheck: "false" });
    const wrong = el("p", { class: "error", role: "alert" });
    const go = async () => {
      const path = field.value.trim();
      if (!/\.ya?ml$/.test(path)) {
        wrong.textContent = t("save.ending");
        return;
      }
      const why = await save(path);
      if (why) wrong.textContent = why;
      else close();
    };
    field.addEventListener("keydown", (event) => event.key === "Enter" && go());
    body.append(el("label", { for: "save-name", text: t("save.label") }), field, folder ? el("p", { class: "soft", text: t("save.folder", { folder }) }) : "", wrong, el("div", { class: "row foot" }, el("span", { class: "space" }), button(t("save"), go, { class: "primary" })));
  });
}

/** The lines of two texts that are not in a longest common sequence; of long texts, all between common ends. */
function unmatched(left, right) {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  const [n, m] = [left.length - start - end, right.length - start - end];
  const inLeft = new Set(Array.from({ length: n }, (_, at) => start + at));
  const inRight = new Set(Array.from({ length: m }, (_, at) => start + at));
  if (n * m > 4_000_000) return [inLeft, inRight];
  const long = Array.from({ length: n + 1 }, () => new Uint32Array(m + 1));
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) long[i][j] = left[start + i] === right[start + j] ? long[i + 1][j + 1] + 1 : Math.max(long[i + 1][j], long[i][j + 1]);
  }
  for (let i = 0, j = 0; i < n && j < m;) {
    if (left[start + i] === right[start + j]) {
      inLeft.delete(start + i++);
      inRight.delete(start + j++);
    } else if (long[i + 1][j] >= long[i][j + 1]) i++;
    else j++;
  }
  return [inLeft, inRight];
}

/** Shows both versions beside each other, with the lines that differ marked by a sign and a colour. */
export function showVersions(mine, disk, takeMine, takeDisk) {
  dialog(t("conflict.heading"), (body, close) => {
    const [left, right] = [mine.split("\n"), disk.split("\n")];
    const [inLeft, inRight] = unmatched(left, right);
    const side = (heading, lines, sign, differing) => el("section", {}, el("h3", { text: heading }), el("pre", { tabindex: "0", "aria-label": heading }, lines.map((line, at) => {
      const differs = differing.has(at);
      return el("span", { class: differs ? "differs" : "" }, `${differs ? sign : " "} ${line}`);
    })));
    body.append(el("div", { class: "versions" }, side(t("conflict.mine"), left, "−", inLeft), side(t("conflict.disk"), right, "+", inRight)),
      el("div", { class: "row foot" }, el("span", { class: "space" }), button(t("conflict.take.mine"), () => { close(); takeMine(); }), button(t("conflict.take.disk"), () => { close(); takeDisk(); })));
    queueMicrotask(() => body.querySelector(".differs")?.scrollIntoView({ block: "center" }));
  }, "wide");
}

const KEYS = ["arrows", "digits", "erase", "enter", "space", "shift", "line", "undo", "save", "search", "complete", "leave"];

export function showHelp() {
  dialog(t("help.heading"), (body) => {
    body.tabIndex = 0; // it scrolls, and has nothing else to go to
    body.append(el("p", { text: t("help.about") }), el("table", { class: "keys" }, el("thead", {}, el("tr", {}, el("th", { text: t("help.key") }), el("th", { text: t("help.does") }))),
      el("tbody", {}, KEYS.map((each) => el("tr", {}, el("td", {}, el("kbd", { text: t(`key.${each}`) })), el("td", { text: t(`key.${each}.does`) }))))),
    el("p", { class: "soft", text: t("help.private") }));
  });
}
