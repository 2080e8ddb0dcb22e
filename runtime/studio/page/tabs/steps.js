// How a person would solve the puzzle, step by step; and the next step from what somebody has entered who plays it.

import { button, el, plural, t } from "../dom.js";
import { job } from "../job.js";
import { stepList } from "../step_list.js";

export default {
  order: 45,
  make(panel, studio) {
    let isHint = false;
    const fill = (report, body) => {
      const { steps, number, wrong } = report;
      if (wrong.length || report.together) {
        studio.mark({ mistakes: wrong });
        body.append(el("p", { class: "lead", text: wrong.length ? plural("steps.wrong", wrong.length, { places: wrong.join(", ") }) : t("steps.together") }));
        return;
      }
      if (report.is_hint) {
        const [step] = steps;
        if (!step) return void body.append(el("p", { text: t("steps.none") }), el("p", { class: "soft", text: report.ending }));
        studio.mark({ basis: step.premises, pointed: step.conclusions });
        body.append(el("p", { class: "lead", text: t("steps.look") }), el("details", {}, el("summary", { text: t("steps.tell") }), step.lines.map((line) => el("p", { text: line }))));
        return;
      }
      body.append(el("p", { class: "lead", text: plural("steps.count", number) }), ...report.difficulty.map((line) => el("p", { class: "soft", text: line })));
      body.append(stepList(studio, steps), number > steps.length ? el("p", { class: "soft", text: plural("more", number - steps.length) }) : "", el("p", { text: report.ending }));
    };
    const hint = button(t("steps.hint"), () => {
      isHint = true;
      made.start();
      isHint = false;
    }, { title: t("steps.hint.title") });
    const made = job(panel, studio, { cmd: "steps", fill, controls: [hint], options: () => (isHint ? { hint: true, values: studio.entries() } : {}) });
  },
};
