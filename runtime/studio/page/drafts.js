// Drafts: what was not saved stays in this browser, for files and for puzzles without a file, and is there again after a reload or a crash.

const DRAFT = "gridwright.draft.";
const UNTITLED = "untitled:"; // begins the key of a puzzle without a file; no path has a colon
const AT = "gridwright.at"; // what this tab shows

/** Makes the key of a new puzzle that has no file yet. */
export const newKey = () => `${UNTITLED}${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export const isUntitled = (key) => key.startsWith(UNTITLED);

/** Returns the draft of a file or an unnamed puzzle: `{ text, sha256, name, at }`; null if there is none. */
export function draftOf(key) {
  try {
    const got = JSON.parse(localStorage.getItem(DRAFT + key) ?? "null");
    return typeof got?.text === "string" ? got : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, or drops it if it is null. Returns whether the browser has kept it. */
export function keepDraft(key, draft) {
  try {
    if (draft) localStorage.setItem(DRAFT + key, JSON.stringify({ ...draft, at: Date.now() }));
    else localStorage.removeItem(DRAFT + key);
    return true;
  } catch {
    return false;
  }
}

/** @type {(value?: unknown) => void} */
let release = () => undefined;

/** Says what this tab shows, for a reload and for other tabs. Resolves to false if another tab shows this unnamed puzzle already. */
export async function show(key) {
  release();
  release = () => undefined;
  try {
    sessionStorage.setItem(AT, key);
  } catch {
    // Then a reload begins anew.
  }
  if (!navigator.locks || !isUntitled(key)) return true;
  return new Promise((settle) => {
    navigator.locks.request(DRAFT + key, { ifAvailable: true }, (lock) => {
      settle(lock !== null);
      return lock && new Promise((done) => { release = done; });
    });
  });
}

/** Returns what this tab showed before a reload: a path, the key of an unnamed puzzle, or an empty text. */
export function shownBefore() {
  try {
    return sessionStorage.getItem(AT) ?? "";
  } catch {
    return "";
  }
}

/** Returns the unnamed puzzles that no tab shows, the newest first: `{ key, name, at }`. */
export async function unnamedDrafts() {
  const held = new Set(navigator.locks ? (await navigator.locks.query()).held.map(({ name }) => name) : []);
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(DRAFT + UNTITLED) && !held.has(key)).map((key) => key.slice(DRAFT.length));
    const drafts = keys.flatMap((key) => { const draft = draftOf(key); return draft ? [{ key, name: draft.name, at: draft.at }] : []; });
    return drafts.sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}
