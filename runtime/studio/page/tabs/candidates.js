// The values that each place has in some solution, on demand and with more time than live has.

import { el, plural, t } from "../dom.js";
import { job } from "../job.js";

const MOST = 300; // places that are listed

export default {
  order: 30,
  make(panel, studio) {
    const fill = (report, body) => {
      const all = Object.values(report.candidates ?? {}).flatMap((at) => Object.entries(at));
      const open = all.filter(([, values]) => values === null || values.length > 1);
      body.append(
        el("p", { class: "lead", text: report.has_solution === false ? t("solutions.none") : t("candidates.result", { settled: all.length - open.length, all: all.length }) }),
        report.candidates_complete === false ? el("p", { class: "warning", text: [t("candidates.incomplete"), report.reason].filter(Boolean).join(" ") }) : "",
        open.length ? el("ul", { class: "offers" }, open.slice(0, MOST).map(([place, values]) => el("li", { tabindex: "0", onmouseenter: () => studio.point([place]), onmouseleave: () => studio.point([]), onfocus: () => studio.point([place]), onblur: () => studio.point([]) },
          el("strong", { text: place }), ` ${(values ?? ["?"]).map((each) => (each === null ? "–" : each === true ? t("true") : each === false ? t("false") : String(each))).join(" ")}`))) : "",
        open.length > MOST ? el("p", { class: "soft", text: plural("more", open.length - MOST) }) : "");
      studio.mark({ candidates: report.candidates ?? null, ...(report.would_be_unique ? { unique: report.would_be_unique } : {}) });
    };
    job(panel, studio, { cmd: "candidates", fill, live: (report) => (report.candidates ? { ...report, has_solution: report.verdict !== "none" } : null) });
  },
};
