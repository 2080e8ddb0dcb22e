// What the puzzle needs to have one solution: the fewest clues or givens, or another value of one of them.

import { button, el, plural, t } from "../dom.js";
import { job } from "../job.js";
import { placeName, valueOf } from "../sentences.js";

export default {
  order: 48,
  make(panel, studio) {
    const point = ({ cells }) => ({ onmouseenter: () => studio.point(cells), onmouseleave: () => studio.point([]), onfocus: () => studio.point(cells), onblur: () => studio.point([]) });
    const words = (each) => t(each.before === null ? "complete.add" : "complete.change", { name: each.name.replaceAll("_", " "), place: placeName(each.place), value: valueOf(each.value), before: valueOf(each.before) });
    const offers = (all) => el("ul", { class: "offers" }, all.map((each) => el("li", {}, button(words(each), () => studio.edit(each.edit), { class: "small", disabled: studio.isReadOnly(), ...point(each) }))));
    const fill = ({ verdict, additions, is_fewest: isFewest, changes, reason }, body) => {
      if (verdict === "unique") return void body.append(el("p", { class: "lead", text: t("complete.unique") }));
      const lead = additions.length ? plural(isFewest ? "complete.fewest" : "complete.enough", additions.length) : t(verdict === "none" ? "complete.impossible" : "complete.nothing");
      body.append(el("p", { class: "lead", text: lead }));
      if (additions.length) body.append(button(plural("complete.put", additions.length), () => studio.edit({ kind: "several", ops: additions.map(({ edit }) => edit) }), { class: "primary", disabled: studio.isReadOnly() }), offers(additions));
      if (changes.length) body.append(el("p", { text: t(additions.length ? "complete.or" : "complete.changes") }), offers(changes));
      if (reason) body.append(el("p", { class: "soft", text: t("complete.early", { reason }) }));
      return undefined;
    };
    const made = job(panel, studio, { cmd: "complete", fill, options: () => ({ values: studio.entries() }) });
    studio.on("complete", () => { studio.choose(); made.start(); });
  },
};
