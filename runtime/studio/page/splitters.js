// The lines between the panes, by which their widths are changed, with the pointer or with arrow keys. The browser remembers them.

import { el, t } from "./dom.js";

const KEY = "gridwright.columns";
const STEP = 24; // pixels
const LEAST = 200; // pixels of a pane

/** Makes a splitter between each two panes that are beside each other. */
export function makeSplitters(main) {
  const panes = [...main.querySelectorAll(":scope > .pane")];
  const widths = () => panes.map((pane) => pane.getBoundingClientRect().width);
  const splitters = panes.slice(1).map((_, at) => el("div", {
    class: "splitter", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": t(`splitter.${panes[at].id}`), title: t("splitter.title"),
    "aria-controls": panes[at].id, "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50,
  }));

  /** Shares the width out; without widths, as the style sheet does. They are shares, so that a wider window makes all panes wider. */
  const share = (shares) => {
    if (shares) main.style.setProperty("--columns", shares.map((each) => `minmax(0, ${each.toFixed(1)}fr)`).join(" var(--gap) "));
    else main.style.removeProperty("--columns");
    try {
      if (shares) localStorage.setItem(KEY, JSON.stringify(shares));
      else localStorage.removeItem(KEY);
    } catch {
      // The widths live as long as the page.
    }
    tell();
  };
  const tell = () => {
    const now = widths();
    splitters.forEach((node, at) => node.setAttribute("aria-valuenow", String(Math.round((100 * now[at]) / (now[at] + now[at + 1] || 1)))));
  };
  const move = (at, from, by) => {
    const both = from[at] + from[at + 1];
    const left = Math.max(LEAST, Math.min(both - LEAST, from[at] + by));
    share(from.map((each, one) => (one === at ? left : one === at + 1 ? both - left : each)));
  };

  splitters.forEach((node, at) => {
    let start = null;
    node.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      node.setPointerCapture(event.pointerId);
      start = { x: event.clientX, from: widths() };
      event.preventDefault();
      node.focus();
    });
    node.addEventListener("pointermove", (event) => start && move(at, start.from, event.clientX - start.x));
    for (const name of ["pointerup", "pointercancel"]) node.addEventListener(name, () => { start = null; });
    node.addEventListener("dblclick", () => share(null));
    node.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
      if (by !== undefined) move(at, widths(), by);
      else if (event.key === "Enter") share(null);
      else return;
      event.preventDefault();
    });
    panes[at].after(node);
  });

  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (Array.isArray(kept) && kept.length === panes.length && kept.every((each) => Number.isFinite(each) && each > 0)) share(kept);
  } catch {
    // What cannot be read is not kept.
  }
  window.addEventListener("resize", tell);
  tell();
}
