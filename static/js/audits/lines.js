// The lines of the audit page: which question is open, what the auditor says of each, and what is still missing.
// The form decides.
window.evalhubLines = (() => {
  "use strict";
  const { byId } = window.evalhubDesk;
  const form = () => byId("review") ?? byId("answer");
  const all = () => [...(form()?.querySelectorAll("fieldset[data-question]") ?? [])].filter((one) => !one.closest(".override"));
  const seen = new Set(); // lines of this item that were open
  let current = 0;

  const verdictOf = (line) => line.querySelector(".verdicts input:checked")?.value ?? "";
  const optionsOf = (line) => [...(line.querySelector(".override") ?? line).querySelectorAll("input[data-key]")];
  const reasonOf = (line) => line.querySelector(".reasons input:checked")?.value ?? "";
  const saidBy = (line) => JSON.parse(line.dataset.said || "[]");
  const isOpen = (line) => "open" in line.dataset;
  const isBlind = () => Boolean(byId("answer"));

  function hasValue(line) {
    const controls = [...(line.querySelector(".override") ?? line).querySelectorAll("input, textarea, select")].filter((each) => /^own-/.test(each.name));
    return controls.some((each) => (each.type === "radio" || each.type === "checkbox" ? each.checked : each.type !== "hidden" && each.value.trim()));
  }

  // What a line waits for: value, reason, quote, look, or nothing.
  function needs(line) {
    if (isBlind()) return hasValue(line) || line.querySelector(".optional") ? "" : "value";
    if (!isOpen(line)) return "";
    const verdict = verdictOf(line);
    if (verdict === "override") return !hasValue(line) ? "value" : reasonOf(line) ? "" : "reason";
    if (verdict && verdict !== "accept") return "";
    if ("missing" in line.dataset && !line.querySelector("input[name^='checked-']").checked) return "quote";
    return verdict || seen.has(line) || !("look" in line.dataset) ? "" : "look";
  }

  function mark(place) {
    const lines = all();
    current = Math.max(0, Math.min(lines.length - 1, place));
    lines.forEach((one, at) => one.toggleAttribute("data-current", at === current));
    if (lines[current]) seen.add(lines[current]);
    show();
  }

  function go(place) {
    mark(place);
    const line = all()[current];
    if (!line) return false;
    line.closest("details.agreed")?.setAttribute("open", "");
    line.focus({ preventScroll: true });
    line.scrollIntoView({ block: "nearest" });
    return true;
  }

  const nextNeeding = (from) => {
    const lines = all();
    const order = [...lines.keys()].map((step) => (from + step) % lines.length);
    return order.find((at) => needs(lines[at]) && needs(lines[at]) !== "look") ?? order.find((at) => needs(lines[at]));
  };

  // After an answer the next line that waits for something is the current one; without any it stays.
  function advance() {
    const next = nextNeeding(current);
    return go(next ?? current);
  }

  function choose(verdict) {
    const line = all()[current];
    const radio = line?.querySelector(`.verdicts input[value="${verdict}"]`);
    if (!radio) return false;
    if (verdict === "accept") confirmQuote(line, false);
    radio.click();
    return advance();
  }

  function confirmQuote(line, isKey = true) {
    const box = line?.querySelector("input[name^='checked-']");
    if (!box) return false;
    if (isKey && !box.checked) box.click();
    if (isKey && !verdictOf(line)) line.querySelector(".verdicts input[value=accept]").click();
    return true;
  }

  // A digit is the auditor's own value, and once that differs from the model's, the reason.
  function digit(key) {
    const line = all()[current];
    if (!line) return false;
    if (needs(line) === "reason") return pressed(line.querySelector(`.reasons input[data-reason="${key}"]`));
    return pressed(optionsOf(line).find((input) => input.dataset.key === key));
  }

  function pressed(input) {
    if (!input) return false;
    input.focus({ preventScroll: true });
    input.click();
    return true;
  }

  // What was chosen among the options is an override, or the acceptance of the same value.
  function compared(line) {
    if (isBlind() || !isOpen(line)) return;
    const chosen = optionsOf(line).filter((input) => input.checked).map((input) => input.value);
    const said = saidBy(line);
    const isSame = said.length > 0 && said.length === chosen.length && said.every((value) => chosen.includes(value));
    line.querySelector(`.verdicts input[value="${isSame ? "accept" : "override"}"]`).click();
  }

  // Accepts what is left; false with the cursor on what still needs the auditor.
  function finish() {
    const lines = all();
    const at = nextNeeding(current);
    if (at !== undefined) { const need = needs(lines[at]); go(at); if (need !== "look") pulse(lines[at], need); return false; }
    lines.filter((line) => isOpen(line) && !verdictOf(line)).forEach((line) => { line.querySelector(".verdicts input[value=accept]").checked = true; });
    show();
    return true;
  }

  function pulse(line, need) {
    const target = { reason: ".reasons input", quote: "input[name^='checked-']", value: "input[data-key], input:not([type=hidden]), textarea" }[need];
    if (need === "value") return;
    line.querySelector(target)?.focus({ preventScroll: true });
  }

  function show() {
    const lines = all(), submit = byId("submit");
    lines.forEach((line) => {
      const verdict = verdictOf(line), need = needs(line), me = line.querySelector("[data-me]");
      line.dataset.verdict = verdict;
      line.toggleAttribute("data-waiting", ["value", "reason", "quote"].includes(need) && verdict !== "");
      const own = verdict === "override" && optionsOf(line).filter((input) => input.checked).map((input) => input.parentElement.querySelector("span").textContent.trim()).join(", ");
      if (me) me.textContent = own || (verdict ? line.querySelector(".verdicts input:checked + span").textContent : "");
    });
    const words = submit?.querySelector("[data-words]");
    if (!words || !submit.dataset.accept) return;
    const open = lines.filter(isOpen), waiting = open.map(needs).find((need) => need && need !== "look");
    const left = open.filter((line) => !verdictOf(line) || verdictOf(line) === "accept").length;
    words.textContent = waiting ? submit.dataset[waiting] : left ? submit.dataset.accept.replace("{n}", left) : submit.dataset.save;
    submit.toggleAttribute("data-waiting", Boolean(waiting));
  }

  // An item has come: nothing was seen yet, and the model's value carries its mark among the options.
  function begin() {
    seen.clear();
    document.documentElement.dataset.scripted = "";
    all().forEach((line) => optionsOf(line).filter((input) => saidBy(line).includes(input.value)).forEach((input) => { input.parentElement.dataset.said = ""; }));
    mark(Math.max(0, all().findIndex((line) => line.classList.contains("invalid"))));
  }

  document.documentElement.dataset.scripted = "";
  return { all, current: () => all()[current], place: () => current, begin, mark, go, advance, choose, confirmQuote, digit, compared, finish, show, needs, isBlind, isOpen };
})();
