// What tabs have in common that start a job: a button, what the job does, its result until the text changes.

import { button, el, t } from "./dom.js";
import { messages } from "./dialogs.js";

/**
 * Makes such a tab: `cmd` is the job, `fill(report, body)` shows its report, `options()` what is asked, `live(report)` a report
 * that `live` has found already.
 * @param {HTMLElement} panel
 * @param {any} studio
 * @param {{cmd: string, fill: Function, options?: () => object, live?: (report: object) => object | null, controls?: Node[]}} how
 */
export function job(panel, studio, { cmd, fill, options = () => ({}), live = () => null, controls = [] }) {
  const body = el("div", { class: "result", "aria-live": "polite" });
  const go = button(t(`${cmd}.go`), start, { class: "primary" });
  panel.append(el("p", { class: "soft", text: t(`${cmd}.about`) }), el("div", { class: "row" }, ...controls, go), body);
  let isOwn = false;

  const say = (text, kind = "") => body.replaceChildren(el("p", { class: kind, text }));
  const take = (report) => {
    body.replaceChildren();
    fill(report, body);
  };

  function start() {
    const wrong = studio.diagnostics().filter((each) => each.severity !== "warning");
    if (wrong.length) return void body.replaceChildren(el("p", { text: t("job.wrong") }), messages(wrong));
    isOwn = true;
    say(t("job.runs"), "busy");
    studio.run(cmd, options(), (message) => {
      if (message.type === "result" || message.type === "partial") take(message.report);
      else if (message.type === "gave-up") say(t("job.gave-up", { reason: [message.reason, message.during].filter(Boolean).join("; ") }), "warning");
      else if (message.type === "cancelled") say(t(message.lost ? "job.lost" : "job.cancelled"));
      else if (message.type === "error") body.replaceChildren(el("p", { class: "error", text: message.error ?? t("job.failed") }), messages(message.diagnostics ?? []));
    });
    return undefined;
  }

  studio.on("text", () => {
    if (isOwn || body.childElementCount) say(t("job.old"), "soft");
    isOwn = false;
  });
  studio.on("report", (report) => {
    const known = isOwn ? null : live(report);
    if (known) take(known);
  });
  return { start };
}
