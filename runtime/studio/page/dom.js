// Makes elements. Texts become text nodes: nothing here reads a string as HTML.

let words = {};

/** Takes the texts of the page, by their keys. */
export function useTexts(texts) {
  words = texts;
}

/** Returns the text of a key; `{name}` in it is replaced by the value of that name. */
export function t(key, values = {}) {
  const text = Object.hasOwn(words, key) ? words[key] : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}

/** Returns the text of a key for one, or for several: `key.one` and `key.many`. */
export function plural(key, n, values = {}) {
  return t(n === 1 ? `${key}.one` : `${key}.many`, { n, ...values });
}

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (["value", "checked", "disabled", "selected", "open"].includes(name)) node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

/** Makes an element of HTML. Attributes that begin with `on` are listeners. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Makes an element of SVG. */
export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** Makes a button with a text. */
export function button(text, onclick, attributes = {}) {
  return el("button", { type: "button", text, onclick, ...attributes });
}

/** Fills in the texts of a part of the page that names their keys. */
export function fillTexts(root) {
  for (const node of root.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of root.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
  for (const node of root.querySelectorAll("[data-title]")) node.title = t(node.dataset.title);
}

/** Shows a dialog with a heading and a way out; `fill(body, close)` makes what is in it. */
export function dialog(heading, fill, kind = "") {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const body = el("div", { class: "body" });
  const node = el("dialog", { class: kind, "aria-labelledby": id },
    el("header", {}, el("h2", { id, text: heading }), button("×", () => node.close(), { class: "icon", "aria-label": t("close") })), body);
  const before = document.activeElement;
  node.addEventListener("close", () => {
    node.remove();
    if (before instanceof HTMLElement && document.contains(before)) before.focus();
  });
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  fill(body, () => node.close());
  node.showModal();
  return node;
}

/** Returns a function that runs `act` once, `wait` milliseconds after it was last called; `wait` may be a function. */
export function later(act, wait) {
  let timer = 0;
  const call = (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), typeof wait === "function" ? wait() : wait);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}
