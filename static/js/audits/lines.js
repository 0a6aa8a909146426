// The lines of the audit page: which question is open, what the auditor says of each, and what is still missing.
// The form decides.
window.evalhubLines = (() => {
  "use strict";
  const { byId } = window.evalhubDesk;
  const all = () => [...document.querySelectorAll("#review fieldset.line")];
  const SEEN_MS = 1000; // a line that was open for less was not read
  const isAlone = matchMedia("(max-width: 40rem)"); // one line is in view, so none is accepted that was never open
  const shown = new Map(); // how long each line of this item was open before
  let current = 0, since = 0; // the open line, and when it was opened

  const verdictOf = (line) => line.querySelector(".verdicts input:checked")?.value ?? "";
  const optionsOf = (line) => [...line.querySelectorAll(".override input[data-key]")];
  const reasonOf = (line) => line.querySelector(".reasons input:checked")?.value ?? "";
  const wordsOf = (input) => (input.parentElement.querySelector(".choice-body > span") ?? input.parentElement.querySelector("span")).textContent.trim();
  const saidBy = (line) => JSON.parse(line.dataset.said || "[]");
  const isOpen = (line) => "open" in line.dataset;

  function hasValue(line) {
    const controls = [...line.querySelectorAll(".override :is(input, textarea, select)")].filter((each) => /^own-/.test(each.name));
    return controls.some((each) => (each.type === "radio" || each.type === "checkbox" ? each.checked : each.type !== "hidden" && each.value.trim()));
  }

  // What a line waits for: value, reason, quote, look, or nothing.
  function needs(line) {
    if (!isOpen(line)) return "";
    const verdict = verdictOf(line);
    if (verdict === "override") return !hasValue(line) ? "value" : reasonOf(line) ? "" : "reason";
    if (verdict && verdict !== "accept") return "";
    if ("missing" in line.dataset && !line.querySelector("input[name^='checked-']").checked) return "quote";
    return verdict || ("look" in line.dataset ? wasSeen(line) : !isAlone.matches || wasOpen(line)) ? "" : "look";
  }

  const openedFor = (line) => (shown.get(line) ?? 0) + (line === all()[current] ? performance.now() - since : 0);
  const wasOpen = (line) => shown.has(line) || line === all()[current];
  const wasSeen = (line) => openedFor(line) >= SEEN_MS;

  function mark(place) {
    const lines = all();
    if (lines[current]) shown.set(lines[current], openedFor(lines[current]));
    since = performance.now();
    current = Math.max(0, Math.min(lines.length - 1, place));
    lines.forEach((one, at) => {
      one.toggleAttribute("data-current", at === current);
      if (at !== current) delete one.dataset.ticking;
    });
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

  // Of several options more may be ticked: there the reason waits for Enter.
  const takesReason = (line) => needs(line) === "reason" && !("ticking" in line.dataset);

  // A digit is the auditor's own value, and once that differs from the model's, the reason.
  function digit(key) {
    const line = all()[current];
    if (!line) return false;
    if (takesReason(line)) return pressed(line.querySelector(`.reasons input[data-reason="${key}"]`));
    return pressed(optionsOf(line).find((input) => input.dataset.key === key));
  }

  function pressed(input) {
    if (!input) return false;
    input.focus({ preventScroll: true });
    input.click();
    return true;
  }

  // Any other verdict than an override leaves no value beside the model's.
  function judged(line) {
    if (verdictOf(line) !== "override") optionsOf(line).forEach((input) => { input.checked = input.checked && saidBy(line).includes(input.value); });
  }

  // What was chosen among the options is an override, or the acceptance of the same value.
  function compared(line, isOneOfSeveral) {
    if (!isOpen(line)) return;
    line.toggleAttribute("data-ticking", isOneOfSeveral);
    const chosen = optionsOf(line).filter((input) => input.checked).map((input) => input.value);
    const said = saidBy(line);
    if (!hasValue(line)) { line.querySelectorAll(".verdicts input").forEach((radio) => { radio.checked = false; }); return; }
    const isSame = said.length > 0 && said.length === chosen.length && said.every((value) => chosen.includes(value));
    if (isSame && isAlone.matches) confirmQuote(line, true);
    line.querySelector(`.verdicts input[value="${isSame ? "accept" : "override"}"]`).click();
    if (!isSame && isAlone.matches) line.querySelector(".reasons").scrollIntoView({ block: "nearest" });
  }

  // Accepts what is left; false with the cursor on what still needs the auditor.
  function finish() {
    const lines = all();
    const at = nextNeeding(current);
    if (at !== undefined) {
      const need = needs(lines[at]);
      delete lines[at].dataset.ticking;
      go(at);
      if (need !== "look") pulse(lines[at], need);
      return false;
    }
    lines.filter((line) => isOpen(line) && !verdictOf(line)).forEach((line) => { line.querySelector(".verdicts input[value=accept]").checked = true; });
    show();
    return true;
  }

  function pulse(line, need) {
    const target = { reason: ".reasons input", quote: "input[name^='checked-']", value: "input[data-key], input:not([type=hidden]), textarea" }[need];
    if (need === "value") return;
    line.querySelector(target)?.focus({ preventScroll: true });
    (line.querySelector(target)?.closest(".check") ?? line.querySelector(".reasons")).scrollIntoView({ block: "nearest" });
  }

  function show() {
    const lines = all(), submit = byId("submit");
    lines.forEach((line) => {
      const verdict = verdictOf(line), need = needs(line), me = line.querySelector("[data-me]");
      line.dataset.verdict = verdict;
      line.toggleAttribute("data-waiting", ["value", "reason", "quote"].includes(need) && verdict !== "");
      line.dataset.digits = takesReason(line) ? "reasons" : "options";
      const own = verdict === "override" && optionsOf(line).filter((input) => input.checked).map(wordsOf).join(", ");
      if (me) me.textContent = own || (verdict ? line.querySelector(".verdicts input:checked + span").textContent : "");
    });
    const steps = document.querySelector(".steps > [data-words]");
    if (steps) {
      steps.textContent = steps.dataset.words.replace("{n}", current + 1).replace("{total}", lines.length);
      steps.previousElementSibling.disabled = current === 0;
      steps.nextElementSibling.disabled = current === lines.length - 1;
    }
    const words = submit?.querySelector("[data-words]");
    if (!words || !submit.dataset.accept) return;
    const open = lines.filter(isOpen), waiting = open.map(needs).find((need) => need && need !== "look");
    const isUnseen = open.some((line) => line !== lines[current] && needs(line) === "look"), isHere = needs(lines[current] ?? open[0]) === "quote";
    const left = open.filter((line) => !verdictOf(line) || verdictOf(line) === "accept").length;
    const says = waiting === "quote" && isHere ? "confirm" : waiting ?? (isUnseen ? "look" : "");
    words.textContent = says ? submit.dataset[says] : left ? submit.dataset.accept.replace("{n}", left) : submit.dataset.save;
    submit.toggleAttribute("data-waiting", Boolean(waiting));
  }

  // An item has come: nothing was seen yet, and the model's value carries its mark among the options.
  function begin() {
    shown.clear();
    since = performance.now();
    document.documentElement.dataset.scripted = "";
    for (const line of all()) {
      const people = JSON.parse(line.dataset.people || "{}");
      for (const input of optionsOf(line)) {
        input.parentElement.toggleAttribute("data-said", saidBy(line).includes(input.value));
        if (people[input.value]) input.parentElement.dataset.people = people[input.value];
      }
    }
    mark(Math.max(0, all().findIndex((line) => line.classList.contains("invalid"))));
  }

  document.documentElement.dataset.scripted = "";
  isAlone.addEventListener("change", show);
  return { all, current: () => all()[current], place: () => current, begin, mark, go, advance, choose, confirmQuote, digit, compared, judged, finish, show, needs, isOpen };
})();
