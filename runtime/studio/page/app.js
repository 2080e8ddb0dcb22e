// The page: it holds what is known of the text of this moment, and lets go of it when the text changes.

import { Live, Refused, api, enter, usePath } from "./api.js";
import { makeBoard } from "./board.js";
import { draftOf, isUntitled, keepDraft, newKey, show, shownBefore, unnamedDrafts } from "./drafts.js";
import { showFiles, showHelp, showImport, showNew, showSaveAs, showVersions } from "./dialogs.js";
import { button, el, fillTexts, later, plural, t, useTexts } from "./dom.js";
import { makeEditor } from "./editor.js";
import { showGenerate } from "./generate.js";
import { showAdd, showBoard } from "./puzzle_dialogs.js";
import { spotsOf } from "./sentences.js";
import { textOfFragment } from "./share_text.js";
import { makeSplitters } from "./splitters.js";

const LIVE_AFTER = 250; // milliseconds after the last change
const BOARD_AFTER = 60;
const RATED_AFTER = 2_000; // milliseconds of rest after a verdict until its difficulty is asked for
const BUSY = 500; // milliseconds until what got no answer is asked for again
const MOST_GIVEN_UP = 2; // times that an edit is asked for again after the server had no time for it
const FOLDED = "gridwright.folded";
const THEMES = ["auto", "light", "dark"];
const VERDICTS = { waiting: "…", checking: "…", valid: "✓", unique: "●", several: "≥2", none: "∅", "gave-up": "?", wrong: "!", empty: "○", stopped: "■" };
/** The element of an id that the page has. @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);
const listeners = new Map();

const doc = { path: null, key: newKey(), name: "", sha256: null, saved: "", readOnly: false, rev: 0, board: null, boardRev: -1, changedAt: 0, diagnostics: [], report: null, rated: null };
let state = { files: [], genres: [], formats: [], tabs: [], read_only: false };
let editor, board, live, job;

/** What tabs see of the page. */
const studio = {
  text: () => editor.text(),
  rev: () => doc.rev,
  isShown: () => doc.boardRev === doc.rev, // the board is that of the present text
  name: () => doc.name,
  board: () => doc.board,
  report: () => doc.report,
  diagnostics: () => doc.diagnostics,
  last: () => doc.last ?? [],
  isReadOnly: () => doc.readOnly,
  formats: () => state.formats ?? [],
  on(name, act) { listeners.set(name, [...(listeners.get(name) ?? []), act]); },
  edit, run, stop,
  apply(edits, rev) {
    if (rev !== doc.rev) return notice("old", t("edit.old"));
    if (doc.readOnly) return announce(t("read-only"));
    editor.apply(edits);
    return undefined;
  },
  mark: (found) => board.mark(found),
  point: (cells) => board.mark({ pointed: cells }),
  entries: () => board.entries(),
  show: (start, end) => editor.show(start, end),
  open: (text, name) => openText(text, name),
  undo: () => editor.undo(),
  redo: () => editor.redo(),
  help: showHelp,
  add: () => showAdd(state.genres ?? [], doc.board?.uses ?? [], (library) => edit({ kind: "use", library })),
  complete: () => emit("complete"),
  change: () => showBoard(doc.board, edit, board.chosen()),
  announce, said: () => $("status-cell").textContent, checkGrid, notice, api,
};

function emit(name, ...given) {
  for (const act of listeners.get(name) ?? []) act(...given);
}

function announce(text) {
  $("status-cell").textContent = text;
}

/** Shows a message above the panes; one of each name. Returns what takes it away. */
function notice(name, text, actions = [], kind = "note") {
  document.querySelector(`[data-notice="${name}"]`)?.remove();
  const close = () => node.remove();
  const node = el("div", { class: `notice ${kind}`, role: kind === "conflict" || kind === "error" ? "alert" : "status", data: { notice: name } },
    el("span", { class: "sign", "aria-hidden": "true", text: kind === "note" ? "ℹ" : "⚠" }), el("span", { text }), el("span", { class: "space" }),
    actions.map(([label, act]) => button(label, () => act(close))), button("×", close, { class: "icon", "aria-label": t("close") }));
  $("notices").append(node);
  if (kind === "note") setTimeout(close, 12_000);
  return close;
}

// The verdict

function verdict(name, values = {}) {
  const chip = $("verdict");
  chip.dataset.state = name;
  chip.dataset.rev = String(doc.rev);
  chip.querySelector(".sign").textContent = VERDICTS[name] ?? "";
  const seconds = typeof values.seconds === "number" ? ` · ${values.seconds.toFixed(2)} s` : "";
  const { rating = null, band = null, difficulty = [] } = (name === "unique" && doc.rated) || {};
  const rated = rating === null ? [] : [" · ", el("span", { class: "time", text: `${t("verdict.rating")} ` }), `${rating.toFixed(1)} ${band ?? ""}`.trim()];
  chip.querySelector(".words").replaceChildren(t(`verdict.${name}`), el("span", { class: "time", text: seconds }), el("span", { class: "rating" }, rated));
  chip.title = t(`verdict.${name}.title`) + (values.reason ? ` (${values.reason})` : "") + (rated.length ? `\n${difficulty.join("\n")}` : "");
}

/** Asks how difficult a unique puzzle is, when nothing else is to be done; nobody waits for it. */
const rateSoon = later(() => {
  if (doc.report?.verdict !== "unique" || doc.rated || doc.isStopped || !doc.isLiveDone || job) return;
  doc.rated = {};
  run("steps", { rating: true }, (message) => {
    if (["cancelled", "error"].includes(message.type)) doc.rated = null; // something else came first
  });
}, () => RATED_AFTER);

/** A report with names of places, and with the values of the only solution as candidates. */
function plain(report) {
  const { verdict, solutions = [], differs = [], candidates } = report;
  const only = verdict === "unique" ? solutions[0]?.values : null;
  const settled = only && Object.fromEntries(Object.entries(only).map(([layer, at]) => [layer, Object.fromEntries(Object.entries(at).map(([place, value]) => [place, [value]]))]));
  return { ...report, differs: differs.map((each) => each.place ?? each), candidates: candidates ?? settled ?? null };
}

function took(found) {
  const report = plain(found);
  doc.report = report;
  if (report.warnings) takeDiagnostics(doc.diagnostics.filter((each) => !each.isFromJob).concat(report.warnings.map((each) => ({ ...each, isFromJob: true }))));
  verdict(Object.hasOwn(VERDICTS, report.verdict) ? report.verdict : "valid", report);
  board.mark({
    candidates: report.candidates ?? null, unique: report.would_be_unique ?? [], differs: report.differs ?? [],
    culprits: [...new Set((report.culprits ?? []).flatMap(spotsOf))],
  });
  emit("report", report);
}

// Jobs: one at a time

/** Starts a job on the present text. `heard` gets its messages, unless the text has changed since and the job is about it. */
function run(cmd, options, heard, isOfText = true) {
  const rev = doc.rev;
  const started = performance.now();
  const mine = { cmd, rev }; // the server ends the one before: the newest wins
  job = mine;
  $("stop").disabled = false;
  $("status-job").textContent = t("job.running", { job: t(`job.${cmd}`) });
  mine.timer = setInterval(() => {
    $("status-job").textContent = t(mine.phase ? "job.phase" : "job.seconds", { job: t(`job.${cmd}`), phase: t(`phase.${mine.phase}`).replace(/^phase\./, ""), seconds: Math.round((performance.now() - started) / 1000) });
  }, 1000);
  mine.id = live.start(cmd, rev, editor.text(), options, (message) => {
    const isOver = !["started", "progress", "partial"].includes(message.type);
    if (message.type === "progress") mine.phase = message.phase;
    if (isOver) over(mine);
    if (isOfText && rev !== doc.rev) return;
    if (message.type === "result" && message.report && "rating" in message.report) {
      doc.rated = message.report;
      if (doc.report) verdict(doc.report.verdict, doc.report);
    }
    heard(message);
    if (isOver && message.type !== "error" && !message.lost) rateSoon();
    if (message.type === "result" && message.report?.verdict && !doc.report) verdict(message.report.verdict, message.report);
    if (isOver && cmd !== "live" && !doc.isLiveDone && !doc.isStopped && !message.lost) startLive(); // what the job has interrupted
  });
  return mine;
}

function over(mine) {
  clearInterval(mine.timer);
  if (job !== mine) return;
  job = null;
  $("stop").disabled = true;
  $("status-job").textContent = "";
}

/** Generates puzzles; `heard` gets all messages. What the page shows of its own text stays. */
function generate(options, heard) {
  const mine = run("generate", options, heard, false);
  return { stop: () => live.cancel(mine.id) };
}

function stop() {
  startLive.cancel();
  rateSoon.cancel();
  doc.isStopped = true;
  if (!job) return;
  live.cancel(job.id);
  $("stop").disabled = true;
}

function solve(cmd) {
  if (!editor.text().trim()) return;
  if (doc.diagnostics.some((each) => each.severity !== "warning")) return;
  verdict("checking");
  doc.isStopped = false;
  run(cmd, {}, (message) => {
    if (message.type === "result" || message.type === "gave-up") doc.isLiveDone = true;
    if (message.type === "result") took(message.report);
    else if ((message.type === "partial" || message.type === "progress") && message.report) took(message.report);
    else if (message.type === "gave-up") took({ verdict: "gave-up", reason: [message.reason, message.during].filter(Boolean).join("; ") });
    else if (message.type === "cancelled") verdict(doc.report?.verdict ?? (message.lost ? "waiting" : doc.isStopped ? "stopped" : "valid"), doc.report ?? {});
    else if (message.type === "error") {
      if (message.diagnostics?.length) takeDiagnostics(message.diagnostics);
      else notice("job", message.error ?? t("job.failed"), [], "error");
      verdict(message.diagnostics?.length ? "wrong" : "stopped");
    }
  });
}

const startLive = later(() => {
  if ($("live").checked && doc.boardRev === doc.rev && !job) solve("live");
}, () => Math.max(0, doc.changedAt + LIVE_AFTER - performance.now()));

// The text and its board

function changed(isFromDisk) {
  doc.rev += 1;
  Object.assign(doc, { report: null, rated: null, isLiveDone: false, isStopped: false, changedAt: performance.now() });
  rateSoon.cancel();
  verdict("waiting");
  if (job) {
    live.cancel(job.id);
    over(job);
  }
  board.mark({ unique: [], differs: [], culprits: [], pointed: [], basis: [], mistakes: [], isOld: true });
  startLive.cancel();
  askBoard();
  if (!isFromDisk) keepDraftSoon();
  shown();
  emit("text");
}

const askBoard = later(checkText, BOARD_AFTER);
let isChecking = false;

/** Asks about the present text, one request at a time: of texts that come while the server is busy, it gets the newest only. */
async function checkText() {
  if (isChecking) return;
  isChecking = true;
  for (let rev = -1; rev !== doc.rev && doc.boardRev !== doc.rev;) {
    rev = doc.rev;
    await checkOnce(rev);
  }
  isChecking = false;
}

async function checkOnce(rev) {
  if (!editor.text().trim()) {
    Object.assign(doc, { boardRev: rev, board: null });
    takeDiagnostics([]);
    board.update(null);
    verdict("empty");
    return;
  }
  try {
    const got = await api.board(editor.text(), rev, digests);
    if (got.board) takeParts(got);
    if (rev !== doc.rev) return;
    doc.boardRev = rev;
    doc.board = got.board ? parts : null;
    takeDiagnostics(got.diagnostics ?? []);
    board.update(doc.board);
    for (const id of ["add", "change-board"]) $(id).disabled = !doc.board || doc.readOnly;
    emit("board", doc.board);
    if (got.status === "valid") {
      verdict($("live").checked ? "checking" : "valid");
      startLive();
    } else {
      board.mark({ candidates: null });
      verdict("wrong");
    }
  } catch (failed) {
    if (rev !== doc.rev) return;
    notice("board", t("board.failed", { message: failed.message }), [], "error");
    if (failed.body?.gave_up) verdict("gave-up", { reason: failed.body.gave_up });
  }
}

let [parts, digests] = [{}, {}];

/** Takes the parts of a board that are new; the others are those of the board before. */
function takeParts(got) {
  const isNew = Object.keys(got.board).length || Object.keys(parts).some((name) => !(name in got.digests));
  if (isNew) parts = Object.fromEntries(Object.keys(got.digests).map((name) => [name, name in got.board ? got.board[name] : parts[name]]));
  digests = got.digests;
}

function takeDiagnostics(diagnostics) {
  doc.diagnostics = diagnostics;
  editor.marks(diagnostics);
  emit("diagnostics", diagnostics);
}

/** @type {Promise<unknown>} */
let queue = Promise.resolve();
let waiting = 0; // edits

/** Asks for an edit and applies it; edits wait for each other. What was typed meanwhile stays: the edit is asked for again. */
function edit(op) {
  if (doc.readOnly) {
    announce(t("read-only"));
    return Promise.resolve(false);
  }
  $("board").ariaBusy = "true";
  waiting += 1;
  const done = queue.then(() => editOnce(op)).catch((failed) => {
    notice("edit-failed", failed.body?.error ?? failed.message, [], "error");
    return false;
  }).finally(() => {
    waiting -= 1;
    if (!waiting) $("board").ariaBusy = null;
  });
  queue = done;
  return done;
}

async function editOnce(op) {
  for (let tries = 0; tries < 8; tries++) {
    const rev = doc.rev;
    const got = await api.edit(editor.text(), rev, op).catch((failed) => {
      if (failed.status !== 429 && (failed.status !== 503 || tries >= MOST_GIVEN_UP)) throw failed;
      return null;
    });
    if (!got) await new Promise((go) => setTimeout(go, BUSY)); // the server was asked too much, or had no time: later it takes the edit
    if (!got || rev !== doc.rev) continue;
    if (got.error !== undefined || !got.edits) {
      notice("edit", got.error ?? t("edit.failed"), [], "error");
      return false;
    }
    document.querySelector('[data-notice="edit"]')?.remove();
    doc.last = (op.ops ?? [op]).filter((each) => each.place && each.value !== null).map((each) => each.place);
    editor.apply(got.edits);
    if (got.note) notice("edit", got.note);
    return true;
  }
  notice("edit", t("edit.busy"), [], "error");
  return false;
}

/** Has entries checked, by the rules alone if nobody has asked for it; then it is no matter if it fails. */
async function checkGrid(values, isUnasked = false) {
  try {
    return await api.checkGrid(editor.text(), values, isUnasked);
  } catch (failed) {
    if (!isUnasked) notice("check", failed.body?.error ?? failed.message, [], "error");
    return null;
  }
}

// Files

const isDirty = () => editor.text() !== doc.saved;
const isUnsaved = () => isDirty() && (doc.path !== null || Boolean(editor.text().trim()));

/** Keeps a draft of what is not saved. Returns false if this browser keeps nothing: then a draft lives as long as the page. */
function keepDraftNow() {
  keepDraftSoon.cancel();
  if (!editor) return true;
  return keepDraft(doc.key, isUnsaved() ? { text: editor.text(), sha256: doc.sha256, name: doc.name } : null);
}

const keepDraftSoon = later(keepDraftNow, 300);

function shown() {
  const dirty = isDirty();
  $("file-name").textContent = doc.name || t("untitled");
  $("files").setAttribute("aria-label", t(dirty ? "files.now.unsaved" : "files.now", { name: doc.name || t("untitled") }));
  $("files").classList.toggle("dirty", dirty);
  $("save").disabled = doc.readOnly || (!dirty && doc.path !== null);
  $("undo").disabled = !editor.canUndo();
  $("redo").disabled = !editor.canRedo();
  $("status-file").textContent = doc.readOnly ? t("status.read-only") : dirty || doc.path === null ? t("status.unsaved") : t("status.saved");
  document.title = `${dirty ? "• " : ""}${doc.name || t("untitled")} – ${t("brand")}`;
}

// Messages that are about the page, and not about the text that it shows.
const OF_PAGE = (name) => name === "connection" || name === "unnamed" || name.startsWith("tab-");

function openText(text, name, { path = null, key = path ?? newKey(), sha256 = null, saved = "", readOnly = state.read_only, origin = "" } = {}) {
  /** @type {NodeListOf<HTMLElement>} */
  const notices = document.querySelectorAll("[data-notice]");
  for (const node of notices) if (!OF_PAGE(node.dataset.notice)) node.remove();
  Object.assign(doc, { path, key, name, sha256, saved, readOnly, origin, last: [], board: null, diagnostics: [] });
  usePath(path);
  board.open(key);
  editor.open(text, readOnly);
  keepDraftNow();
  show(key).then((isOwn) => {
    if (isOwn || doc.key !== key) return;
    doc.key = newKey(); // another tab shows this puzzle: this one has a copy
    board.renamed(doc.key);
    keepDraftNow();
    show(doc.key);
  });
  shown();
}

/** Leaves the present file only when nothing can be lost: a file keeps its draft; a text without a file is asked about. */
function leaving(go) {
  keepDraftNow();
  const leave = () => {
    if (doc.path === null) keepDraft(doc.key, null);
    go();
  };
  if (doc.path !== null || !isUnsaved() || editor.text() === doc.origin) return leave();
  notice("leave", t("leave"), [[t("leave.save"), (close) => { close(); save(go); }], [t("leave.go"), (close) => { close(); leave(); }]], "conflict");
  return undefined;
}

/** Opens a puzzle that has no file, as it was left. */
function openUnnamed(key) {
  const draft = draftOf(key);
  if (draft) openText(draft.text, draft.name ?? "", { key });
  return Boolean(draft);
}

async function openFile(path) {
  try {
    const got = await api.file(path);
    const draft = draftOf(path);
    const isDraft = draft && draft.text !== got.text && !state.read_only;
    openText(isDraft ? draft.text : got.text, path, { path, sha256: isDraft ? draft.sha256 : got.sha256, saved: got.text });
    if (isDraft && draft.sha256 !== got.sha256) conflict(got);
    else if (isDraft) notice("draft", t("draft"), [[t("draft.drop"), (close) => { close(); editor.replace(got.text); }]]);
  } catch (failed) {
    notice("open", t("open.failed", { path, message: failed.body?.error ?? failed.message }), [], "error");
  }
}

async function write(path, text, sha256) {
  const got = await api.save(path, text, sha256);
  if (path !== doc.path) {
    keepDraft(doc.key, null);
    usePath(path);
    board.renamed(path);
    show(path);
    refreshState();
  }
  Object.assign(doc, { path, key: path, name: path, sha256: got.sha256, saved: text });
  keepDraftNow();
  shown();
  announce(t("saved", { name: path }));
}

let saving = null;

/** Saves the text, after asking for a name if it has none, and then goes on. */
async function save(then = () => undefined) {
  if (doc.readOnly || saving) return saving;
  const text = editor.text();
  if (doc.path === null) {
    showSaveAs(doc.name || "untitled.yaml", state.folder ?? "", async (path) => {
      try {
        await write(path, editor.text(), null);
        then();
        return "";
      } catch (failed) {
        return failed.status === 409 ? t("save.exists", { path }) : failed.body?.error ?? failed.message;
      }
    });
    return undefined;
  }
  const path = doc.path;
  saving = write(path, text, doc.sha256).catch((failed) => {
    if (failed instanceof Refused && failed.status === 409) {
      if (path === doc.path) meet(failed.body); // another file may have been opened by now
    } else notice("save", t("save.failed", { message: failed.body?.error ?? failed.message }), [], "error");
  });
  await saving;
  saving = null;
  return undefined;
}

/** The file is another on disk: it is taken, if nothing was typed. */
function meet(disk) {
  if (disk.text === editor.text()) Object.assign(doc, { sha256: disk.sha256, saved: disk.text });
  else if (isDirty()) conflict(disk);
  else {
    Object.assign(doc, { sha256: disk.sha256, saved: disk.text });
    editor.replace(disk.text, true);
    notice("taken", t("taken", { path: doc.path }));
  }
  shown();
}

/** The file is another on disk, and text was typed: both stay until someone chooses. */
function conflict(disk) {
  const path = doc.path;
  document.querySelector('[data-notice="taken"]')?.remove();
  const isHere = () => doc.path === path;
  const keepMine = () => {
    if (!isHere()) return;
    Object.assign(doc, { sha256: disk.sha256, saved: disk.text });
    document.querySelector('[data-notice="conflict"]')?.remove();
    keepDraftNow();
    shown();
    announce(t("conflict.kept"));
  };
  const takeDisk = () => {
    if (!isHere()) return;
    Object.assign(doc, { sha256: disk.sha256, saved: disk.text });
    editor.replace(disk.text);
    document.querySelector('[data-notice="conflict"]')?.remove();
    keepDraftNow();
    shown();
    announce(t("conflict.taken"));
  };
  notice("conflict", t("conflict", { path }), [
    [t("conflict.compare"), () => showVersions(editor.text(), disk.text, keepMine, takeDisk)], [t("conflict.take.mine"), keepMine], [t("conflict.take.disk"), takeDisk],
  ], "conflict");
}

async function changedOnDisk({ path, sha256 }) {
  refreshState();
  if (path !== doc.path || sha256 === doc.sha256) return;
  if (saving) await saving;
  if (path !== doc.path || sha256 === doc.sha256) return;
  let disk;
  try {
    disk = await api.file(path);
  } catch (failed) {
    if (failed.status === 404) {
      Object.assign(doc, { sha256: null, saved: "" });
      shown();
      notice("gone", t("gone", { path }), [], "conflict");
    } else if (failed.status === undefined) setTimeout(() => changedOnDisk({ path, sha256 }), BUSY); // there was no answer
    return;
  }
  if (path === doc.path && disk.sha256 !== doc.sha256) meet(disk);
}

async function refreshState() {
  try {
    state = { ...state, ...(await api.state()), tabs: state.tabs };
  } catch {
    // The list stays as it was.
  }
}

// Tabs: each is one file, which the server lists

async function makeTabs(names) {
  const list = $("tabs");
  const made = [];
  for (const name of names.filter((each) => /^[a-z][a-z0-9_-]*$/.test(each))) {
    try {
      made.push({ name, tab: (await import(`./tabs/${name}.js`)).default });
    } catch (failed) {
      notice(`tab-${name}`, t("tab.failed", { name, message: failed.message }), [], "error");
    }
  }
  made.sort((a, b) => a.tab.order - b.tab.order);
  const choose = (at, isFocused) => {
    made.forEach(({ head, panel, tab }, each) => {
      const isChosen = each === at;
      head.setAttribute("aria-selected", String(isChosen));
      head.tabIndex = isChosen ? 0 : -1;
      panel.hidden = !isChosen;
      if (isChosen) made[at].shown?.();
    });
    board.mark({ pointed: [], basis: [] });
    if (isFocused) made[at].head.focus();
  };
  made.forEach((each, at) => {
    const { name, tab } = each;
    const badge = el("span", { class: "badge" });
    each.head = el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => choose(at) }, el("span", { text: t(`tab.${name}`) }), badge);
    each.panel = el("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "0", class: "panel" });
    list.append(each.head);
    $("panels").append(each.panel);
    const got = tab.make(each.panel, { ...studio, badge: (text, label = "") => { badge.textContent = text; badge.title = label; }, choose: () => choose(at) });
    each.shown = got?.shown;
  });
  list.addEventListener("keydown", (event) => {
    const now = made.findIndex(({ head }) => head === document.activeElement);
    const to = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0, End: made.length - 1 }[event.key];
    if (to === undefined || now < 0) return;
    event.preventDefault();
    choose((to + made.length) % made.length, true);
  });
  if (made.length) choose(0);
}

// Start

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  $("theme").setAttribute("aria-label", t("theme", { name: t(`theme.${name}`) }));
  $("theme").title = t("theme", { name: t(`theme.${name}`) });
  keep("gridwright.theme", name);
}

/** Folds the text away, or shows it again. */
function fold(isFolded) {
  document.querySelector("main").classList.toggle("folded", isFolded);
  $("fold").setAttribute("aria-pressed", String(!isFolded));
  keep(FOLDED, isFolded ? "yes" : "");
}

function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lives as long as the page.
  }
}

function remembered(key, otherwise) {
  try {
    return localStorage.getItem(key) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function startNew(text, name) {
  leaving(() => openText(text, name, { origin: text }));
}

async function main() {
  useTexts(await (await fetch("/assets/texts.json")).json());
  fillTexts(document);
  const theme = remembered("gridwright.theme", "auto");
  setTheme(THEMES.includes(theme) ? theme : "auto");
  $("theme").addEventListener("click", () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]));
  makeSplitters(document.querySelector("main"));
  fold(remembered(FOLDED, "") === "yes");
  $("fold").addEventListener("click", () => fold(!document.querySelector("main").classList.contains("folded")));
  board = makeBoard($("board"), studio);
  editor = makeEditor($("editor"), { changed, moved: () => undefined, save });
  const isArrival = await enter();
  live = new Live((message) => message.type === "changed" && changedOnDisk(message), (isOpen) => {
    document.querySelector('[data-notice="connection"]')?.remove();
    if (!isOpen) return void notice("connection", t("connection.lost"), [], "error");
    if (doc.boardRev === doc.rev && !doc.report) startLive();
    if (doc.path !== null) changedOnDisk({ path: doc.path, sha256: "" });
    return undefined;
  });
  verdict("waiting");
  $("files").addEventListener("click", async () => {
    await refreshState();
    showFiles(state.files, doc.path, (path) => leaving(() => openFile(path)), (path) => draftOf(path) !== null,
      await unnamedDrafts(), (key) => leaving(() => openUnnamed(key)), (key) => keepDraft(key, null));
  });
  $("new").addEventListener("click", () => showNew(state.genres ?? [], startNew));
  $("generate").addEventListener("click", () => showGenerate(state.genres ?? [], doc.board !== null, generate, startNew));
  $("import").addEventListener("click", () => showImport((text, warnings) => leaving(() => {
    openText(text, "imported.yaml");
    if (warnings.length) notice("import", `${plural("import.warnings", warnings.length)} ${warnings.map((each) => each.message ?? each).join(" ")}`, [], "conflict");
  })));
  $("save").addEventListener("click", () => save());
  $("undo").addEventListener("click", () => editor.undo());
  $("redo").addEventListener("click", () => editor.redo());
  $("verify").addEventListener("click", () => solve("solve"));
  $("stop").addEventListener("click", stop);
  $("help").addEventListener("click", showHelp);
  $("live").addEventListener("change", () => {
    if ($("live").checked) startLive();
    else if (job?.cmd === "live") stop();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s" && !event.defaultPrevented) {
      event.preventDefault();
      save();
    }
  });
  window.addEventListener("beforeunload", (event) => {
    if (!keepDraftNow() && isUnsaved()) event.preventDefault();
  });
  state = { ...state, ...(await api.state()) };
  await makeTabs(state.tabs ?? []);
  const shared = location.hash.startsWith("#spec=") ? await textOfFragment(location.hash).catch(() => null) : null;
  const before = isArrival ? "" : shownBefore();
  const isThere = before && (isUntitled(before) ? draftOf(before) : state.files?.some(({ path }) => path === before));
  if (shared !== null) openText(shared, "shared.yaml");
  else if (isThere && isUntitled(before)) openUnnamed(before);
  else if (isThere || state.file) await openFile(isThere ? before : state.file);
  else openText("", "");
  const drafts = isThere ? [] : await unnamedDrafts();
  if (doc.path === null && !doc.name) $(state.files?.length || drafts.length ? "files" : "new").click(); // the list has the drafts too
  else if (drafts.length) notice("unnamed", plural("unnamed", drafts.length), [[t("unnamed.open"), (close) => { close(); leaving(() => openUnnamed(drafts[0].key)); }]], "conflict");
  document.documentElement.dataset.ready = "true";
}

main().catch((failed) => {
  live?.end(); // there is one message, and it says why
  document.querySelector('[data-notice="connection"]')?.remove();
  document.getElementById("notices").append(el("div", { class: "notice error", role: "alert", text: `${t("start.failed")} ${failed.message}` }));
});
