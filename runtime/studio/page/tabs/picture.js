// A picture of the puzzle to keep or to print, with the solution if you like.

import { button, el, t } from "../dom.js";
import { job } from "../job.js";
import { picture } from "../svg.js";

export default {
  order: 60,
  make(panel, studio) {
    const format = el("select", { "aria-label": t("picture.format") }, ["svg", "png", "pdf"].map((each) => el("option", { value: each, text: each.toUpperCase() })));
    const solution = el("input", { type: "checkbox" });
    const controls = [format, el("label", { class: "check" }, solution, t("picture.solution"))];
    let address = "";
    const fill = (report, body) => {
      URL.revokeObjectURL(address);
      if (report.problem) return void body.append(el("p", { class: "warning", text: report.problem }));
      const bytes = report.base64 !== undefined ? Uint8Array.from(atob(report.base64), (sign) => sign.charCodeAt(0)) : report.svg ?? "";
      address = URL.createObjectURL(new Blob([bytes], { type: report.type ?? "image/svg+xml" }));
      const name = `${studio.name().replace(/\.ya?ml$/, "").split(/[\\/]/).at(-1) || "puzzle"}.${report.kind ?? "svg"}`;
      const drawn = report.svg ? picture(report.svg) : null;
      drawn?.setAttribute("role", "img");
      drawn?.setAttribute("aria-label", t("picture.alt"));
      body.append(el("div", { class: "row" }, el("a", { class: "button primary", href: address, download: name, text: t("picture.save") }),
        drawn ? button(t("picture.print"), () => print(drawn)) : ""), drawn ? el("div", { class: "paper" }, drawn) : "");
      return undefined;
    };
    job(panel, studio, { cmd: "picture", fill, controls, options: () => ({ kind: format.value, solution: solution.checked }) });
  },
};

/** Prints one picture: the rest of the page is left out while the browser prints. */
function print(drawn) {
  const sheet = el("div", { class: "print-sheet" }, drawn.cloneNode(true));
  document.body.append(sheet);
  document.documentElement.classList.add("printing");
  const done = () => {
    sheet.remove();
    document.documentElement.classList.remove("printing");
  };
  window.addEventListener("afterprint", done, { once: true });
  window.print();
}
