// Pictures from the server. They are escaped there; here only what a picture needs is kept, whatever comes.

const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc",
  "defs", "clipPath", "pattern", "linearGradient", "radialGradient", "stop", "marker", "mask", "use", "symbol"]);
const ATTRIBUTES = /^(class|id|d|x|y|x1|y1|x2|y2|r|rx|ry|cx|cy|fx|fy|dx|dy|width|height|viewBox|points|transform|fill|fill-rule|fill-opacity|stroke|stroke-[a-z]+|opacity|font-[a-z]+|text-anchor|dominant-baseline|letter-spacing|clip-path|clip-rule|mask|marker-[a-z]+|offset|stop-color|stop-opacity|pattern[A-Za-z]+|gradient[A-Za-z]+|clipPathUnits|marker[A-Z][A-Za-z]+|orient|refX|refY|preserveAspectRatio|role|aria-label|paint-order|href|textLength|lengthAdjust|rotate)$/;
const NAMESPACE = "http://www.w3.org/2000/svg";
let pictures = 0;

/** Returns the picture of a text of SVG, or null if it is none. Identifiers are made different in each picture. */
export function picture(text) {
  const read = new DOMParser().parseFromString(String(text), "image/svg+xml");
  const root = read.documentElement;
  if (root.localName !== "svg" || root.namespaceURI !== NAMESPACE || read.querySelector("parsererror")) return null;
  pictures += 1;
  clean(root, `p${pictures}-`);
  return document.importNode(root, true);
}

function clean(node, prefix) {
  for (const { name, value } of [...node.attributes]) {
    const outside = /url\(\s*(?!['"]?#)/i.test(value) || (name === "href" && !value.startsWith("#"));
    if (!ATTRIBUTES.test(name) || outside) {
      if (name !== "xmlns") node.removeAttribute(name);
    } else if (name === "id") node.setAttribute(name, prefix + value);
    else if (name === "href") node.setAttribute(name, `#${prefix}${value.slice(1)}`);
    else if (value.includes("url(")) node.setAttribute(name, value.replace(/url\(\s*(['"]?)#/g, `url($1#${prefix}`));
  }
  for (const child of [...node.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE) continue;
    const known = child.nodeType === Node.ELEMENT_NODE && child.namespaceURI === NAMESPACE && ELEMENTS.has(child.localName);
    if (known) clean(child, prefix);
    else child.remove();
  }
}
