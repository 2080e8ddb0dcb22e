// What is wrong with the text: each message leads to its place.

import { button, el, plural, t } from "../dom.js";
import { isLast, sentenceOf, spotsOf, withCode } from "../sentences.js";

export default {
  order: 10,
  make(panel, studio) {
    const show = (diagnostics) => {
      const wrong = diagnostics.filter((each) => each.severity !== "warning").length;
      studio.badge(diagnostics.length ? String(diagnostics.length) : "", diagnostics.length ? plural("problems.count", diagnostics.length) : "");
      if (!diagnostics.length) {
        panel.replaceChildren(studio.text().trim() ? el("p", { class: "good", text: t("problems.none") }) : el("p", { class: "soft", text: t("board.empty") }), ...finish(), ...culprits());
        return;
      }
      panel.replaceChildren(el("ul", { class: "problems" }, diagnostics.map((each) => el("li", { class: each.severity === "warning" ? "warning" : "error" }, entry(each)))), ...(wrong ? [] : [...finish(), ...culprits()]));
      if (wrong) panel.prepend(el("p", { class: "soft", text: t("problems.about") }));
    };
    const entry = (each) => {
      const where = Number.isInteger(each.line) ? t("problems.where", { line: each.line, column: each.column }) : "";
      const head = button("", () => Number.isInteger(each.start) && studio.show(each.start, each.end), { class: "problem", disabled: !Number.isInteger(each.start) });
      head.append(el("span", { class: "sign", "aria-hidden": "true", text: each.severity === "warning" ? "△" : "✕" }), el("span", { class: "message" },
        el("span", { class: "unseen", text: `${t(each.severity === "warning" ? "severity.warning" : "severity.error")} ` }), withCode(each.message)),
      el("span", { class: "soft where", text: each.file ? `${each.file} ${where}` : where }));
      return [head, each.help ? el("p", { class: "help" }, withCode(each.help)) : null,
        (each.notes ?? []).map((note) => (Number.isInteger(note.start) ? button(note.message, () => studio.show(note.start, note.end), { class: "aside" }) : el("p", { class: "aside", text: note.message })))];
    };
    const isUnique = () => studio.report()?.verdict === "unique"; // false while the text is newer than the report
    const finish = () => {
      if (!isUnique() || studio.board()?.expects === 1 || studio.isReadOnly()) return [];
      return [el("p", { text: t("finish.about") }), button(t("finish"), () => isUnique() && studio.edit({ kind: "claim" }), { class: "primary", title: t("finish.title") })];
    };
    const culprits = () => {
      const found = studio.report()?.culprits ?? [];
      const { verdict, reason = "" } = studio.report() ?? {};
      if (verdict === "gave-up") return [el("p", { text: t("problems.gave-up", { reason }) })];
      if (verdict === "several") return [el("p", { text: t("problems.several") })];
      if (!found.length) return verdict === "none" ? [el("p", { text: t("problems.nothing") })] : [];
      const sorted = [...found].sort((a, b) => isLast(b, studio.last()) - isLast(a, studio.last()));
      const wrong = sorted.filter((each) => isLast(each, studio.last()) || each.is_enough); // the others are right if one of these is wrong
      const others = wrong.length ? sorted.filter((each) => !wrong.includes(each)) : [];
      const lines = (all) => all.map((each) => {
        const cells = spotsOf(each).length ? spotsOf(each) : each.cells ?? [];
        return button(isLast(each, studio.last()) ? `${sentenceOf(each)} (${t("explain.last")})` : sentenceOf(each), () => Number.isInteger(each.start) && studio.show(each.start, each.end), {
          class: "culprit", onmouseenter: () => studio.point(cells), onmouseleave: () => studio.point([]), onfocus: () => studio.point(cells), onblur: () => studio.point([]),
        });
      });
      const lead = wrong.length ? plural("problems.wrong", wrong.length) : t(found.length > 1 ? "problems.culprits" : "problems.culprit");
      return [el("p", { class: "lead", text: lead }), ...lines(wrong.length ? wrong : sorted),
        others.length ? el("details", {}, el("summary", { text: plural("problems.against", others.length) }), lines(others)) : "", el("p", { class: "soft", text: t("problems.culprits.explain") })];
    };
    studio.on("diagnostics", show);
    studio.on("report", () => show(studio.diagnostics()));
    show(studio.diagnostics());
  },
};
