// Links for other programs, and one that holds the whole file.

import { button, el, t } from "../dom.js";
import { messages } from "../dialogs.js";
import { MOST_LINK, fragmentOf } from "../share_text.js";

export default {
  order: 70,
  make(panel, studio) {
    const to = el("select", { id: "share-to" }, studio.formats().map((each) => el("option", { value: each, text: each })));
    if (studio.formats().includes("puzz.link")) to.value = "puzz.link";
    const result = el("div", { class: "result", "aria-live": "polite" });
    const make = async (lossy) => {
      const rev = studio.rev();
      result.replaceChildren(el("p", { class: "busy", text: t("job.runs") }));
      try {
        const got = await studio.api.write(studio.text(), to.value, lossy);
        if (rev !== studio.rev()) return;
        if (got.text === undefined) result.replaceChildren(messages(got.diagnostics ?? []), lossy ? "" : button(t("share.lossy"), () => make(true)));
        else result.replaceChildren(field(t("share.result", { to: to.value }), got.text), got.warnings?.length ? messages(got.warnings.map((each) => ({ severity: "warning", message: each.message ?? each }))) : "");
      } catch (failed) {
        result.replaceChildren(failed.body?.diagnostics ? messages(failed.body.diagnostics) : el("p", { class: "error", text: failed.message }));
      }
    };
    const own = async () => {
      const text = await fragmentOf(studio.text());
      if (text.length > MOST_LINK) result.replaceChildren(el("p", { class: "warning", text: t("share.long") }));
      else result.replaceChildren(field(t("share.own.result"), text), el("p", { class: "soft", text: t("share.own.about") }));
    };
    let fields = 0;
    const field = (label, text) => {
      const id = `share-result-${++fields}`;
      const area = el("textarea", { id, readonly: true, rows: Math.min(10, 2 + Math.ceil(text.length / 60)), value: text });
      const copied = el("span", { role: "status", class: "good" });
      const copy = button(t("share.copy"), async () => {
        try {
          await navigator.clipboard.writeText(text);
        } catch {
          area.select();
          document.execCommand("copy");
        }
        copied.textContent = t("share.copied");
      }, { class: "primary" });
      return el("div", {}, el("label", { for: id, text: label }), area, el("div", { class: "row" }, copy,
        /^https?:\/\/\S+$/.test(text) ? el("a", { class: "button", href: text, target: "_blank", rel: "noopener noreferrer", text: t("share.open") }) : "", copied));
    };
    panel.append(el("p", { class: "soft", text: t("share.about") }), el("div", { class: "row" }, el("label", { for: "share-to", text: t("share.to") }), to, button(t("share.go"), () => make(false), { class: "primary" })),
      el("div", { class: "row" }, button(t("share.own"), own)), result);
    studio.on("text", () => result.replaceChildren());
  },
};
