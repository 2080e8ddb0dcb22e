// The solutions that were found: the first, a second if there is one, and where they differ.

import { button, el, plural, t } from "../dom.js";
import { picture } from "../svg.js";

const LEAD = { unique: "solutions.one", several: "solutions.several" };
const MOST = 60;
const offers = (all) => [...all].sort((a, b) => a.place.localeCompare(b.place, "en", { numeric: true }) || (a.value < b.value ? -1 : 1)).slice(0, MOST);

export default {
  order: 20,
  make(panel, studio) {
    let at = 0;
    const show = () => {
      const report = studio.report();
      const found = report?.solutions ?? [];
      studio.badge(found.length > 1 ? "≥2" : found.length ? "1" : "", "");
      if (!report) return void panel.replaceChildren(el("p", { class: "soft", text: t("solutions.none.yet") }));
      if (!found.length) return void panel.replaceChildren(el("p", { text: t(report.verdict === "none" ? "solutions.none" : "solutions.unknown", { reason: report.reason ?? "" }) }));
      at = Math.min(at, found.length - 1);
      const drawn = picture(found[at].svg ?? "");
      drawn?.setAttribute("role", "img");
      drawn?.setAttribute("aria-label", t("solutions.of", { n: at + 1, all: found.length }));
      const turn = (by) => { at = (at + by + found.length) % found.length; show(); panel.querySelector(by > 0 ? ".next" : ".before")?.focus(); };
      panel.replaceChildren(
        el("p", { class: "lead", text: t(LEAD[report.verdict] ?? "solutions.maybe", { reason: report.reason ?? "" }) }),
        found.length > 1 ? el("div", { class: "row" }, button("‹", () => turn(-1), { class: "icon before", "aria-label": t("solutions.before") }),
          el("span", { text: t("solutions.of", { n: at + 1, all: found.length }) }), button("›", () => turn(1), { class: "icon next", "aria-label": t("solutions.next") })) : "",
        el("div", { class: "paper" }, drawn ?? ""),
        report.differs?.length ? el("p", { text: plural("legend.differs", report.differs.length) }) : "",
        report.number ? el("p", { text: t("solutions.number", { n: report.number }) }) : report.more_than ? el("p", { text: t("solutions.more", { n: report.more_than }) }) : "",
        report.would_be_unique?.length ? el("details", { open: true }, el("summary", { text: t("solutions.unique") }), el("ul", { class: "offers" }, offers(report.would_be_unique).map((each) =>
          el("li", {}, button(t("solutions.put", { place: each.place, value: each.value }), () => studio.edit(each.edit), {
            onmouseenter: () => studio.point([each.place]), onmouseleave: () => studio.point([]), onfocus: () => studio.point([each.place]), onblur: () => studio.point([]),
          })))), report.would_be_unique_complete === false ? el("p", { class: "soft", text: t("solutions.others") }) : "") : "");
      return undefined;
    };
    studio.on("report", show);
    studio.on("text", show);
    show();
  },
};
