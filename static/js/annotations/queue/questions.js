// The questions of the form: which is the current one, choosing by digit, reasons, evidence, and which are asked at all.
(() => {
  "use strict";
  const desk = window.evalhubDesk;
  const { TEXT_FIELDS, byId, form } = desk;
  const ASK_MS = 120;
  let timer = 0, asked = 0;

  const isShown = (question) => !question.hidden && !question.closest("[hidden], .not-asked");
  const all = () => [...document.querySelectorAll("#answer .question")].filter(isShown);
  const control = (question) => [...question.querySelectorAll(TEXT_FIELDS)].find((one) => !/^[re]-/.test(one.name ?? "")) ?? null;
  const chooser = (question) => question.querySelector("input:checked") || question.querySelector("input[type=radio], input[type=checkbox]");

  // Questions about turns stand at their turns; see labels/turns.js.
  const questionOf = (element) => byId(element?.closest?.("[data-line][data-of]")?.dataset.of) ?? element?.closest?.("#answer .question") ?? null;

  function current() {
    const focused = questionOf(document.activeElement);
    const marked = document.querySelector("#answer .question[data-current]");
    return focused || (marked && isShown(marked) ? marked : all()[0]);
  }

  function makeCurrent(question) {
    document.querySelectorAll("#answer .question").forEach((other) => other.toggleAttribute("data-current", other === question));
  }

  function focusOn(question) {
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
  }

  const linesOf = (question) => [...document.querySelectorAll("[data-line][data-of]")].filter((line) => line.dataset.of === question.id);

  function goToLine(line) {
    desk.show(line);
    (line.querySelector("input:checked") ?? line.querySelector("input, textarea")).focus({ preventScroll: true });
    line.closest(".turn").scrollIntoView({ block: "nearest" });
  }

  function goTo(question) {
    makeCurrent(question);
    desk.show(question);
    const target = chooser(question);
    if (target) target.focus({ preventScroll: true });
    else focusOn(question);
    question.scrollIntoView({ block: "nearest" });
  }

  function move(step) {
    const shown = all();
    if (!shown.length) return false;
    const here = questionOf(document.activeElement), lines = here ? linesOf(here) : [];
    const line = lines[lines.indexOf(document.activeElement.closest("[data-line]")) + step];
    if (lines.length && line) { goToLine(line); return true; }
    const from = here ? shown.indexOf(here) : step > 0 ? -1 : shown.length;
    goTo(shown[Math.min(shown.length - 1, Math.max(0, from + step))]);
    return true;
  }

  function choose(digit) {
    const question = current();
    const option = question && !form().inert && [...question.querySelectorAll("[data-key]")].find((one) => one.dataset.key === digit);
    if (!option) return false;
    makeCurrent(question);
    desk.show(question);
    option.focus({ preventScroll: true });
    option.click();
    question.scrollIntoView({ block: "nearest" });
    return true;
  }

  function open(target) {
    desk.show(target);
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.focus();
    target.scrollIntoView({ block: "nearest" });
    return true;
  }

  function reason() {
    const box = current()?.querySelector('textarea[name^="r-"], input[name^="r-"]');
    return box && !form().inert ? open(box) : false;
  }

  function evidence() {
    const slot = current()?.querySelector("[data-select]:not([hidden]), [data-passages] input[type=text]");
    if (!slot || form().inert) return false;
    if (!slot.matches("button")) return open(slot);
    open(slot);
    slot.click();
    return true;
  }

  // Escape leaves a text field for its question; Enter goes back in.
  function leave(on) {
    const question = on.matches(TEXT_FIELDS) && on.closest("#answer .question");
    if (!question) return false;
    focusOn(question);
    return true;
  }

  function enter(on) {
    if (!on.matches("#answer .question") || !control(on)) return false;
    control(on).focus();
    return true;
  }

  function firstInvalid() {
    const question = document.querySelector("#answer .question.invalid");
    if (!question) return null;
    makeCurrent(question);
    desk.show(question);
    return control(question) || chooser(question) || byId("error-summary");
  }

  // Questions with conditions: the server decides, here they are hidden and shown. The newest answer wins.
  function ask() {
    if (!form()?.dataset.visibilityUrl) return;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const mine = ++asked, on = form();
      if (!on) return;
      const answer = await desk.post(on.dataset.visibilityUrl, new FormData(on)).catch(() => null);
      if (answer?.ok && mine === asked && on === form()) show(await answer.json());
    }, ASK_MS);
  }

  function show(questions) {
    for (const question of document.querySelectorAll("#answer .question[data-question]")) {
      const state = questions[question.dataset.question];
      if (!state) continue;
      const slot = question.closest(".asked") ?? question;
      if (!state.shown && slot.contains(document.activeElement)) move(-1);
      slot.classList.remove("not-asked");
      slot.hidden = !state.shown;
      slot.classList.toggle("is-required", state.required);
      question.querySelector(":scope > legend .optional")?.toggleAttribute("hidden", state.required);
    }
  }

  // Every shown question that needs an answer has one, and in each of its fields: a grid is complete with its last row.
  function isComplete() {
    const isFilled = (one) => (one.matches("[type=radio], [type=checkbox]") ? one.checked : one.value.trim());
    return all().filter((question) => question.closest(".is-required")).every((question) => {
      const fields = [...form().elements].filter(({ name }) => name === question.id || name?.startsWith(`${question.id}.`)), filled = new Set(fields.filter(isFilled).map(({ name }) => name));
      const answered = fields.length > 0 && fields.every(({ name }) => filled.has(name));
      const reasons = [...question.querySelectorAll('[name^="r-"][aria-required="true"]')];
      return answered && reasons.every((one) => one.value.trim());
    });
  }

  // A line of the error summary leads into its question, as a key would.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#error-summary a"), question = link && byId(link.hash.slice(1));
    if (!question) return;
    event.preventDefault();
    goTo(question);
    control(question)?.focus();
  });
  document.addEventListener("focusin", (event) => {
    const question = questionOf(event.target);
    if (question) makeCurrent(question);
  });
  desk.hear("changed", ask);

  // The first question is the current one; a form that was refused begins at its first mistake.
  function arrive() {
    makeCurrent(all()[0]);
    return firstInvalid();
  }

  Object.assign(desk.rows, { arrive, move, choose, reason, leave, enter, isComplete });
  desk.acts.evidence = evidence;
})();
