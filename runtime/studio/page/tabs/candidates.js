// The values that each place has in some solution, on demand and with more time than live has.

import { el, plural, t } from "../dom.js";
import { job } from "../job.js";

export default {
  order: 30,
  make(panel, studio) {
    const fill = (report, body) => {
      const all = Object.values(report.candidates ?? {}).flatMap((at) => Object.entries(at));
      const open = all.filter(([, values]) => values.length > 1);
      body.append(
        el("p", { class: "lead", text: report.status === "no-solution" ? t("solutions.none") : t("candidates.result", { settled: all.length - open.length, all: all.length }) }),
        report.status === "gave-up" ? el("p", { class: "warning", text: t("candidates.incomplete") }) : "",
        open.length ? el("ul", { class: "offers" }, open.slice(0, 300).map(([place, values]) => el("li", { tabindex: "0", onmouseenter: () => studio.point([place]), onmouseleave: () => studio.point([]), onfocus: () => studio.point([place]), onblur: () => studio.point([]) },
          el("strong", { text: place }), ` ${values.map((each) => (each === true ? t("true") : each === false ? t("false") : String(each))).join(" ")}`))) : "",
        open.length > 300 ? el("p", { class: "soft", text: plural("more", open.length - 300) }) : "");
      studio.mark({ candidates: report.candidates ?? null });
    };
    job(panel, studio, { cmd: "candidates", fill, live: (report) => (report.candidates ? { ...report, status: report.verdict === "none" ? "no-solution" : "complete" } : null) });
  },
};
