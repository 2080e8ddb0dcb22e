// Which givens and clues can be left out so that the solution stays the only one.

import { button, el, plural, t } from "../dom.js";
import { job } from "../job.js";

export default {
  order: 50,
  make(panel, studio) {
    const list = (items) => el("ul", { class: "offers" }, items.map((each) => el("li", { tabindex: "0", text: each.says, onmouseenter: () => studio.point(each.cells ?? []), onmouseleave: () => studio.point([]), onfocus: () => studio.point(each.cells ?? []), onblur: () => studio.point([]) })));
    const fill = (report, body) => {
      const rev = studio.rev();
      const dropped = report.dropped ?? [];
      if (report.status === "not-unique") return void body.append(el("p", { class: "lead", text: t("minimize.not-unique") }));
      body.append(el("p", { class: "lead", text: dropped.length ? plural("minimize.dropped", dropped.length) : t("minimize.minimal") }));
      if (dropped.length) {
        body.append(report.edits?.length && !studio.isReadOnly() ? button(t("minimize.apply"), () => studio.apply(report.edits, rev), { class: "primary" }) : "", list(dropped));
        studio.mark({ pointed: dropped.flatMap((each) => each.cells ?? []) });
      }
      if (report.kept?.length) body.append(el("details", {}, el("summary", { text: plural("minimize.kept", report.kept.length) }), list(report.kept)));
      return undefined;
    };
    job(panel, studio, { cmd: "minimize", fill });
  },
};
