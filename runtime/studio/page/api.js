// Requests to the server that this page came from. There is no other.

/** A request that the server answered with a message. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.error ?? body?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.body = body ?? {};
  }
}

// The key of this run of the server. localStorage is that of this port, and other tabs of this browser have it too.

const KEY = "gridwright.key";
const LINK = "#t=";
let own = ""; // where the browser keeps nothing

function key() {
  try {
    return localStorage.getItem(KEY) ?? own;
  } catch {
    return own;
  }
}

const bearer = (secret) => ({ Authorization: `Bearer ${secret}` });

/** Exchanges the token of the printed link, if this is one, for the key; returns whether it is one. A link that was used does no harm in a browser that has the key. */
export async function enter() {
  const isLink = () => location.hash.startsWith(LINK);
  window.addEventListener("hashchange", () => isLink() && location.reload()); // a new link was put into the address of this page
  if (!isLink()) return false;
  const token = location.hash.slice(LINK.length);
  history.replaceState(null, "", location.pathname);
  const exchange = async () => {
    try {
      own = (await answer("/api/key", { method: "POST", headers: bearer(token) })).key;
      localStorage.setItem(KEY, own);
    } catch (failed) {
      if (failed instanceof Refused && !key()) throw failed;
    }
  };
  await (navigator.locks ? navigator.locks.request(KEY, exchange) : exchange()); // one tab after the other, if two were opened at once
  return true;
}

async function answer(path, options = {}) {
  const headers = { ...bearer(key()), ...options.headers };
  const got = await fetch(path, { credentials: "omit", cache: "no-store", ...options, headers });
  let body = null;
  try {
    body = await got.json();
  } catch {
    // An answer without an object has only its status.
  }
  if (!got.ok) throw new Refused(got.status, body);
  return body;
}

const sent = (method, path, body, signal) =>
  answer(path, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal });

let path = null;

/** Says which file the text is of: what it extends or uses is found beside it. */
export function usePath(now) {
  path = now;
}

export const api = {
  state: () => answer("/api/state"),
  gallery: () => answer("/api/gallery"),
  file: (path) => answer(`/api/file?path=${encodeURIComponent(path)}`),
  save: (path, text, sha256) => sent("PUT", "/api/file", { path, text, sha256 }),
  /** The picture of another file; nothing if its text is wrong. */
  pictureOf: async (path) => {
    const { text } = await answer(`/api/file?path=${encodeURIComponent(path)}`);
    return (await sent("POST", "/api/board", { text, rev: 0, path })).board?.svg ?? "";
  },
  board: (text, rev, known) => sent("POST", "/api/board", { text, rev, path, known }),
  edit: (text, rev, op) => sent("POST", "/api/edit", { text, rev, op, path }),
  complete: (text, offset, signal) => sent("POST", "/api/complete", { text, offset, path }, signal),
  hover: (text, offset) => sent("POST", "/api/hover", { text, offset, path }),
  fresh: (genre, height, width) => sent("POST", "/api/new", { genre, height, width }),
  read: (link) => sent("POST", "/api/import", { link }),
  write: (text, to, lossy) => sent("POST", "/api/export", { text, to, lossy, path }),
  checkGrid: (text, values, isByRules) => sent("POST", "/api/check-grid", { text, values, by_rules: isByRules, path }),
};

/** The WebSocket: jobs, one at a time for each channel, and messages to all. It comes back by itself. */
export class Live {
  constructor(heard, connected) {
    this.heard = heard;
    this.connected = connected;
    this.jobs = new Map();
    this.waiting = [];
    this.wait = 250;
    this.next = 1;
    this.open();
  }

  open() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`, ["gridwright", `gridwright.key.${key()}`]);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = 250;
      this.connected(true);
      for (const message of this.waiting.splice(0)) socket.send(message);
    });
    socket.addEventListener("message", ({ data }) => {
      let message;
      try {
        message = JSON.parse(data);
      } catch {
        return;
      }
      const job = this.jobs.get(message.id);
      if (job) {
        if (message.type !== "started" && message.type !== "progress" && message.type !== "partial") this.jobs.delete(message.id);
        job.heard(message);
      } else if (message.id === undefined || message.id === null) this.heard(message);
    });
    socket.addEventListener("close", () => {
      if (this.isEnded) return;
      const lost = [...this.jobs.values()];
      this.jobs.clear();
      this.waiting = [];
      this.connected(false);
      for (const job of lost) job.heard({ type: "cancelled", lost: true });
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 8000);
    });
  }

  /** Comes back no more. */
  end() {
    this.isEnded = true;
    this.socket.close();
  }

  send(message) {
    const text = JSON.stringify(message.cmd === "cancel" ? message : { ...message, path });
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.socket.readyState === WebSocket.CONNECTING) this.waiting.push(text);
    else return false;
    return true;
  }

  /** Starts a job; `heard` gets its messages. The server ends the job before it: the newest wins. */
  start(cmd, rev, text, options, heard) {
    const id = this.next++;
    this.jobs.set(id, { cmd, heard });
    if (!this.send({ id, cmd, rev, text, options })) {
      this.jobs.delete(id);
      queueMicrotask(() => heard({ id, rev, type: "cancelled", lost: true }));
    }
    return id;
  }

  cancel(id) {
    if (this.jobs.has(id)) this.send({ id, cmd: "cancel" });
  }
}
