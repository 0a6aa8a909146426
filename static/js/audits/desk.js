// What the keys do on the audit page, and how long each question took. Everything can be done with the controls.
(() => {
  "use strict";
  const desk = window.evalhubDesk, lines = window.evalhubLines, quotes = window.evalhubQuotes;
  const { TEXT_FIELDS, acts, byId, isForm, rows } = desk;
  const answering = { ...rows }; // before the auditor sees what others said, the keys do what they do for annotators
  const isBlind = () => Boolean(byId("answer"));
  let since = 0; // when the question before was decided, or the item came into view

  function arrive() {
    since = performance.now();
    lines.begin();
    const invalid = lines.current();
    return invalid?.classList.contains("invalid") ? invalid : null;
  }

  function note() {
    const line = lines.current(), field = line?.querySelector(".noted input");
    if (!field) return false;
    line.setAttribute("data-noting", "");
    field.focus();
    return true;
  }

  // Enter accepts what is left, or shows what still needs the auditor.
  function enter(on, event) {
    if (on.closest("a, button, summary") || event.repeat) return event.repeat;
    if (isBlind() && !answering.isComplete() && answering.enter(on)) return true;
    const submit = byId("submit");
    if (!submit || submit.getAttribute("aria-busy")) return true;
    submit.click();
    return true;
  }

  const leave = (on) => on.matches(TEXT_FIELDS) && lines.go(lines.all().findIndex((line) => line.contains(on)));

  const reveal = (element) => lines.go(lines.all().findIndex((line) => line.contains(element)));
  const auditing = { arrive, reveal, leave, reason: note, choose: lines.digit, move: (step) => lines.go(lines.place() + step), commit: () => lines.go(lines.place()) };
  for (const name of Object.keys(auditing)) rows[name] = (...given) => (isBlind() ? answering : auditing)[name](...given);
  Object.defineProperty(rows, "isComplete", { get: () => (isBlind() ? answering.isComplete : undefined) });
  rows.enter = enter;
  for (const verdict of ["accept", "evidence_wrong", "cannot_judge", "guideline_gap"]) acts[verdict] = () => lines.choose(verdict);
  acts.confirm = () => lines.confirmQuote(lines.current()) && lines.advance();
  acts.quote = () => quotes.next(lines.current());

  // How long each question took: from when the one before was decided, or the page came into view. A second thought
  // about a question adds to it.
  function timed(line) {
    const field = line.querySelector("input[name^='ms-']");
    field.value = Math.round(Number(field.value || 0) + performance.now() - since);
    since = performance.now();
  }

  // What is accepted together took the time since the last decision, in equal shares.
  function shareTime() {
    const untimed = lines.all().filter(lines.isOpen).map((line) => line.querySelector("input[name^='ms-']")).filter((field) => !field.value);
    untimed.forEach((field) => { field.value = Math.round((performance.now() - since) / untimed.length); });
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden) since = performance.now(); });
  document.addEventListener("focusin", (event) => {
    const place = lines.all().findIndex((line) => line.contains(event.target));
    if (place >= 0 && lines.all()[place] !== lines.current()) lines.mark(place);
  });
  document.addEventListener("click", (event) => {
    const head = event.target.closest("#review [data-line]");
    if (head) lines.go(lines.all().indexOf(head.closest("fieldset")));
    const step = event.target.closest("#review [data-step]");
    if (step) lines.go(lines.place() + Number(step.dataset.step));
  });
  document.addEventListener("change", (event) => {
    const control = event.target, line = control.closest("#review fieldset.line");
    if (!line) return;
    if (control.dataset.verdict && line.querySelector("input[name^='ms-']")) timed(line);
    if (control.dataset.verdict) lines.judged(line);
    const isOneOfSeveral = control.type === "checkbox" && !("none" in control.dataset);
    if (control.name.startsWith("own-")) lines.compared(line, isOneOfSeveral);
    lines.show();
    const isOne = /^(own|reason)-/.test(control.name) && !isOneOfSeveral && (control.type === "radio" || control.checked);
    if (isOne && lines.needs(line) !== "reason") lines.advance();
  });
  // Nothing is sent before every line has what it needs.
  document.addEventListener("submit", (event) => {
    if (!isForm(event.target) || event.submitter?.id !== "submit") return;
    if (lines.finish()) { shareTime(); return; }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  desk.hear("changed", lines.show);
})();
