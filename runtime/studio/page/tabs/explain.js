// Why there is no solution, or several: sentences, each of which shows its cells and can be left out.

import { button, el, t } from "../dom.js";
import { picture } from "../svg.js";
import { job } from "../job.js";

export default {
  order: 40,
  make(panel, studio) {
    const pointing = (cells) => ({ onmouseenter: () => studio.point(cells), onmouseleave: () => studio.point([]), onfocus: () => studio.point(cells), onblur: () => studio.point([]) });
    const fill = (report, body) => {
      const rev = studio.rev();
      const members = report.members ?? [];
      if (members.length) {
        body.append(el("p", { class: "lead", text: t(report.smallest ? "explain.smallest" : report.irreducible ? "explain.irreducible" : "explain.conflict", { n: members.length }) }),
          el("ol", { class: "members" }, members.map((each) => el("li", { class: each.correction ? "correction" : "" },
            button("", () => Number.isInteger(each.start) && studio.show(each.start, each.end), { class: "sentence", ...pointing(each.cells ?? []), text: each.says }),
            each.correction ? el("span", { class: "tag", text: t("explain.enough") }) : "",
            each.remove?.length ? button(t("explain.remove"), () => studio.apply(each.remove, rev), { class: "small", "aria-label": t("explain.remove.this", { says: each.says }) }) : ""))));
      }
      for (const each of report.wider ?? []) body.append(el("p", { text: t("explain.wider", each) }));
      if (report.difference) {
        const { cells = [], first, second } = report.difference;
        studio.mark({ differs: cells });
        body.append(el("p", { class: "lead", text: t("explain.difference", { n: cells.length }) }),
          el("div", { class: "pair" }, [first, second].map((each, at) => {
            const drawn = picture(each ?? "");
            drawn?.setAttribute("role", "img");
            drawn?.setAttribute("aria-label", t("solutions.of", { n: at + 1, all: 2 }));
            return drawn ? el("div", { class: "paper" }, drawn) : "";
          })),
          el("ul", { class: "offers" }, cells.slice(0, 100).map((cell) => el("li", { tabindex: "0", text: cell, ...pointing([cell]) }))));
      } else if (!members.length) body.append(el("p", { class: "lead", text: t(report.verdict === "unique" ? "explain.unique" : report.verdict === "none" ? "explain.none" : "explain.unknown") }));
    };
    job(panel, studio, { cmd: "explain", fill });
  },
};
