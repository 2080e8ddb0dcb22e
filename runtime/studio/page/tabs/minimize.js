// Which givens and clues can be left out so that the solution stays the only one.

import { button, el, plural, t } from "../dom.js";
import { job } from "../job.js";

export default {
  order: 50,
  make(panel, studio) {
    const list = (items) => el("ul", { class: "offers" }, items.map((each) => {
      const at = /r\d+c\d+/.exec(each.where)?.[0];
      const point = { onmouseenter: () => at && studio.point([at]), onmouseleave: () => studio.point([]), onfocus: () => at && studio.point([at]), onblur: () => studio.point([]) };
      return el("li", {}, button(`${each.name} ${each.where}: ${each.value}`, () => Number.isInteger(each.start) && studio.show(each.start, each.end), { class: "small", ...point }));
    }));
    const fill = (report, body) => {
      const rev = studio.rev();
      if (report.problem) return void body.append(el("p", { class: "lead", text: t("minimize.not-unique") }), el("p", { class: "soft", text: report.problem }));
      const { dropped = [], kept = [], edits = [] } = report;
      body.append(el("p", { class: "lead", text: dropped.length ? plural("minimize.dropped", dropped.length) : t("minimize.minimal") }));
      if (dropped.length) body.append(edits.length && !studio.isReadOnly() ? button(plural("minimize.apply", dropped.length), () => studio.apply(edits, rev), { class: "primary" }) : "", list(dropped));
      if (kept.length) body.append(el("details", {}, el("summary", { text: plural("minimize.kept", kept.length) }), list(kept)));
      return undefined;
    };
    job(panel, studio, { cmd: "minimize", fill });
  },
};
