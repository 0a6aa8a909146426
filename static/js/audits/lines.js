// The lines of the audit page: which question is open, what the auditor says of each, and what is still missing.
// The form decides; what is typed is kept in this browser until it is stored.
window.evalhubLines = (() => {
  "use strict";
  const KEEP_MS = 7 * 86400000, PREFIX = "evalhub:audit:", KEPT = /^(verdict|reason|note|checked|own)-/;
  const byId = (id) => document.getElementById(id);
  const form = () => byId("review") ?? byId("answer");
  const all = () => [...(form()?.querySelectorAll("fieldset[data-question]") ?? [])].filter((one) => !one.closest(".override"));
  const seen = new Set();
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

  // A reload, a crash or a lost sign-in costs nothing: the form's fields are kept until the audit is stored.
  const store = {
    get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
    set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* the page holds it */ } },
    drop(key) { try { localStorage.removeItem(key); } catch { /* nothing was kept */ } },
    keys() { try { return Object.keys(localStorage); } catch { return []; } },
  };
  const fields = () => [...new FormData(form())].filter(([name]) => KEPT.test(name));
  const keep = () => { if (form()?.dataset.key) store.set(form().dataset.key, { fields: fields(), at: Date.now() }); };

  function restore() {
    const key = form()?.dataset.key;
    store.keys().filter((each) => each.startsWith(PREFIX) && Date.now() - (store.get(each)?.at ?? 0) > KEEP_MS).forEach(store.drop);
    if (!key) return;
    if (!all().some((line) => isOpen(line) || isBlind())) { store.drop(key); return; }
    const kept = store.get(key);
    if (!kept) return;
    for (const control of form().elements) {
      if (!KEPT.test(control.name ?? "")) continue;
      const values = kept.fields.filter(([name]) => name === control.name).map(([, value]) => value);
      if (control.type === "radio" || control.type === "checkbox") control.checked = values.includes(control.value);
      else if (control.type !== "hidden") control.value = values[0] ?? "";
    }
  }

  // The model's value carries its mark among the options.
  all().forEach((line) => optionsOf(line).filter((input) => saidBy(line).includes(input.value)).forEach((input) => { input.parentElement.dataset.said = ""; }));
  document.documentElement.dataset.scripted = "";
  return { all, current: () => all()[current], place: () => current, mark, go, advance, choose, confirmQuote, digit, compared, finish, show, needs, keep, restore, isBlind, isOpen, hasValue };
})();
