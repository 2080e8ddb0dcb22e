// Why there is no solution, or several: sentences, each of which shows its cells and can be left out.

import { button, el, t } from "../dom.js";
import { textOf } from "../overlay.js";
import { picture } from "../svg.js";
import { job } from "../job.js";
import { stepList } from "../step_list.js";
import { isLast, sentenceOf, spotsOf } from "../sentences.js";

const MOST_VALUES = 9; // that are offered for a clue

export default {
  order: 40,
  make(panel, studio) {
    const pointing = (cells) => ({ onmouseenter: () => studio.point(cells), onmouseleave: () => studio.point([]), onfocus: () => studio.point(cells), onblur: () => studio.point([]) });
    const shownOf = (each) => (spotsOf(each).length ? spotsOf(each) : each.cells ?? []);
    const shown = (svg) => {
      const drawn = picture(svg ?? "");
      drawn?.setAttribute("role", "img");
      drawn?.setAttribute("aria-label", t("explain.picture"));
      return drawn ? el("div", { class: "paper" }, drawn) : "";
    };
    const sentence = (each, correction) => {
      const isEnough = Boolean(correction);
      const ops = studio.isReadOnly() ? [] : each.removals ?? [];
      const values = ops.length === 1 ? (correction?.values ?? []).slice(0, MOST_VALUES) : [];
      return el("li", { class: isEnough ? "correction" : "" },
        button(sentenceOf(each), () => Number.isInteger(each.start) && studio.show(each.start, each.end), { class: "sentence", ...pointing(shownOf(each)) }),
        isLast(each, studio.last()) ? el("span", { class: "tag", text: t("explain.last") }) : "",
        isEnough ? el("span", { class: "tag", text: t("explain.enough") }) : "",
        values.map((value) => button(t("explain.becomes", { value: textOf(value, " ") }), () => studio.edit({ ...ops[0], value }), { class: "small", title: t("explain.becomes.title") })),
        ops.length ? button(t("explain.remove"), async () => { for (const op of ops) await studio.edit(op); }, { class: "small", "aria-label": t("explain.remove.this", { says: sentenceOf(each) }) }) : "");
    };
    const fill = (report, body) => {
      const { conflict, difference } = report;
      if (conflict) {
        const { members, smallest, irreducible, corrections = [] } = conflict;
        const correctionOf = (each) => corrections.find(({ start, end }) => start === each.start && end === each.end && start !== null);
        const rank = (each) => (isLast(each, studio.last()) ? 0 : correctionOf(each) ? 1 : spotsOf(each).length ? 2 : 3); // what can be mended comes first
        body.append(el("p", { class: "lead", text: t(smallest ? "explain.smallest" : irreducible ? "explain.irreducible" : "explain.conflict", { n: members.length }) }),
          el("ol", { class: "members" }, [...members].sort((a, b) => rank(a) - rank(b)).map((each) => sentence(each, correctionOf(each)))), shown(report.svg));
        if (report.steps?.length) body.append(el("p", { class: "lead", text: t("explain.steps") }), stepList(studio, report.steps));
      } else if (difference) {
        const { cells = [], places = cells, closest } = difference;
        studio.mark({ differs: places, isAsked: true });
        body.append(el("p", { class: "lead", text: t(closest ? "explain.closest" : "explain.difference", { n: places.length }) }), shown(report.svg),
          el("ul", { class: "offers" }, places.slice(0, 100).map((place) => el("li", { tabindex: "0", text: place, ...pointing([place]) }))));
      } else body.append(el("p", { class: "lead", text: t(report.verdict === "unique" ? "explain.unique" : report.verdict === "none" ? "explain.none" : "explain.unknown") }));
      if (report.reason) body.append(el("p", { class: "soft", text: report.reason }));
    };
    job(panel, studio, { cmd: "explain", fill });
  },
};
