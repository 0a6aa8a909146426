// The questions of the form: which is the current one, choosing by digit, reasons, evidence, and which are asked at all.
(() => {
  "use strict";
  const desk = window.evalhubDesk, outline = window.evalhubOutline;
  const { TEXT_FIELDS, byId, form } = desk, { all, isShown, makeCurrent } = outline;
  const ASK_MS = 120;
  let timer = 0, asked = 0;

  const control = (question) => [...question.querySelectorAll(TEXT_FIELDS)].find((one) => !/^[re]-/.test(one.name ?? "")) ?? null;
  const chooser = (question) => question.querySelector("input:checked") || question.querySelector("input[type=radio], input[type=checkbox]");

  // Questions about turns stand at their turns; see labels/turns.js.
  const questionOf = (element) => byId(element?.closest?.("[data-line][data-of]")?.dataset.of) ?? element?.closest?.("#answer .question") ?? null;

  function current() {
    const focused = questionOf(document.activeElement);
    const marked = document.querySelector("#answer .question[data-current]");
    return focused || (marked && isShown(marked) ? marked : all()[0]);
  }

  function focusOn(question) {
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
  }

  const linesOf = (question) => [...document.querySelectorAll("[data-line][data-of]")].filter((line) => line.dataset.of === question.id);

  function goToLine(line) {
    (line.querySelector("input:checked") ?? line.querySelector("input, textarea")).focus({ preventScroll: true });
    line.closest(".turn").scrollIntoView({ block: "nearest" });
  }

  function goTo(question) {
    makeCurrent(question);
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
    goTo(shown[Math.min(shown.length - 1, Math.max(0, shown.indexOf(current()) + step))]);
    return true;
  }

  // A digit answers the current question and goes on to the next open one; into a field for numbers it is typed.
  function choose(key) {
    const question = current();
    if (!question || form().inert) return false;
    const option = [...question.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    if (!option) { typeInto(question); return false; }
    makeCurrent(question);
    option.focus({ preventScroll: true });
    option.click();
    if (!option.matches("[type=radio], [data-none]:checked") || !goOn(question)) question.scrollIntoView({ block: "nearest" });
    return true;
  }

  function goOn(question) {
    const next = outline.isAnswered(question) && nextOpen(question);
    if (next) goTo(next);
    return Boolean(next);
  }

  function typeInto(question) {
    const fields = [...question.querySelectorAll("input[inputmode]")], target = fields.find((one) => !one.value) ?? fields[0];
    if (!target) return;
    makeCurrent(question);
    target.focus();
    target.select();
  }

  // A question that takes digits or needs an answer and has none; a remark can wait.
  const isOpen = (one) => !outline.isAnswered(one) && Boolean(one.closest(".is-required") || one.querySelector("[data-key], [data-line], input[inputmode]"));

  // The next open one from here on, and then from the top.
  function nextOpen(question) {
    const shown = all(), at = shown.indexOf(question);
    return [...shown.slice(at + 1), ...shown.slice(0, at)].find(isOpen);
  }

  function open(target) {
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

  // Where nothing has the focus, it is the current question that Enter goes into.
  function enter(on) {
    const question = on.matches("#answer .question") ? on : on.matches("body, .pane, #item-heading") ? current() : null;
    const field = question && control(question);
    field?.focus();
    return Boolean(field);
  }

  // Enter in a field for numbers goes on as a digit does on options.
  function commit(on) {
    const question = on.matches("[inputmode]") && questionOf(on);
    if (question && !goOn(question)) focusOn(question);
    return true;
  }

  function firstInvalid() {
    const question = document.querySelector("#answer .question.invalid");
    if (!question) return null;
    makeCurrent(question);
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
    outline.refresh();
  }

  // A line of the error summary or of the outline leads into its question, as a key would; so does what is folded.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#answer :is(#error-summary, #outline) a"), question = link ? byId(link.hash.slice(1)) : event.target.closest?.("#answer [data-folded]");
    if (!question) return;
    event.preventDefault();
    goTo(question);
    if (link) control(question)?.focus();
  });
  document.addEventListener("evalhub:answered", (event) => { if (questionOf(event.target)) goOn(questionOf(event.target)); });
  document.addEventListener("focusin", (event) => {
    const question = questionOf(event.target);
    if (question && !event.target.closest(".answer-line")) makeCurrent(question); // else its button is gone before it is pressed
  });
  desk.hear("changed", ask);

  // What is undone is the current question again.
  function reveal(element) {
    const question = questionOf(element);
    if (question && isShown(question)) goTo(question);
  }

  // The first open question is the current one; a form that was refused begins at its first mistake.
  function arrive() {
    makeCurrent(all().find(isOpen) ?? all()[0]);
    return firstInvalid();
  }

  Object.assign(desk.rows, { arrive, move, choose, reason, leave, enter, commit, reveal, isComplete: outline.isComplete });
  desk.acts.evidence = evidence;
})();
