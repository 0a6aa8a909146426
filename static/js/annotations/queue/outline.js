// How far each question is: an answered one folds to a line with its value, and the outline counts them.
window.evalhubOutline = (() => {
  "use strict";
  const desk = window.evalhubDesk;
  const { byId, form } = desk;
  let isPressed = false; // the pointer is down: nothing may move under it before its click
  let next = null; // the question that is the current one after it

  const isShown = (question) => !question.hidden && !question.closest("[hidden], .not-asked");
  const all = () => [...document.querySelectorAll("#answer .question")].filter(isShown);

  // Its own fields, and those of its parts: rows of a grid, turns, ranks. A label for the next passage is no answer.
  const fieldsOf = ({ id }) => [...form().elements].filter(({ name }) => name === id || (name?.startsWith(`${id}.`) && name !== `${id}.label`));
  const isFilled = (one) => (one.matches("[type=radio], [type=checkbox]") ? one.checked && (one.value !== "" || "none" in one.dataset) : one.value.trim() !== "");

  // The server says how many of several may be chosen at least; 0: "None" has a box of its own.
  function hasEnough(question) {
    const fields = fieldsOf(question), { least } = question.dataset;
    if (least !== undefined) return fields.filter(isFilled).length >= (question.querySelector("[data-none]") ? 1 : Number(least));
    const filled = new Set(fields.filter(isFilled).map(({ name }) => name));
    return fields.length > 0 && fields.every(({ name }) => filled.has(name));
  }

  // Reasons and quotes that the form insists on.
  function hasBeside(question) {
    const reasons = [...question.querySelectorAll('[name^="r-"][aria-required="true"]')], quotes = question.querySelector("[data-passages][data-required]");
    return reasons.every((one) => one.value.trim()) && (!quotes || [...quotes.querySelectorAll("[data-list] input, .field input")].some(isFilled));
  }

  const isComplete = () => all().filter((question) => question.closest(".is-required")).every((question) => hasEnough(question) && hasBeside(question));
  const isAnswered = (question) => fieldsOf(question).some(isFilled) && hasEnough(question) && hasBeside(question);

  function labelOf(one) {
    const label = one.labels?.[0];
    return (label?.querySelector(".choice-body > span, .ranked-body > [dir]") ?? label?.querySelector("span") ?? label)?.textContent.trim() ?? one.value;
  }

  function words(question) {
    if (question.matches("[data-label-type=spans]")) return "";
    const given = fieldsOf(question).filter(isFilled);
    if (question.querySelector("[data-ranking]")) return given.sort((a, b) => a.value - b.value).map(labelOf).join(" › ");
    return given.map((one) => (one.matches("[type=radio], [type=checkbox]") ? labelOf(one) : one.value.trim())).join(" · ");
  }

  function lineOf(question) {
    const line = question.querySelector(":scope > .answer-line");
    if (line) return line;
    question.querySelector(":scope > legend").after(byId("answer-line").content.cloneNode(true));
    return lineOf(question);
  }

  function fold(question) {
    const isFolded = isAnswered(question) && !question.matches("[data-current], .invalid");
    question.toggleAttribute("data-folded", isFolded);
    if (!isFolded) return;
    const line = lineOf(question), quotes = line.querySelector("[data-quotes]"), count = question.querySelectorAll("[data-list] input:checked").length;
    line.querySelector("[data-value]").textContent = words(question);
    line.querySelector("[data-title]").textContent = question.querySelector("legend").textContent.trim();
    quotes.hidden = !count;
    quotes.lastElementChild.textContent = count;
  }

  function count() {
    const questions = all(), outline = byId("outline");
    const head = outline.querySelector("[data-words]");
    head.textContent = head.dataset.words.replace("{done}", questions.filter(isAnswered).length).replace("{total}", questions.length);
    for (const link of outline.querySelectorAll("a")) {
      const question = byId(link.hash.slice(1));
      link.parentElement.hidden = !questions.includes(question);
      link.toggleAttribute("data-done", isAnswered(question));
      if (question.matches("[data-current]")) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  function refresh() {
    if (isPressed || !form() || !byId("outline")) return;
    document.querySelectorAll("#answer .question").forEach(fold);
    count();
  }

  function makeCurrent(question) {
    next = question;
    if (isPressed) return;
    document.querySelectorAll("#answer .question").forEach((other) => other.toggleAttribute("data-current", other === question));
    refresh();
  }

  const press = () => { isPressed = true; };
  function release() {
    requestAnimationFrame(() => { isPressed = false; if (next?.isConnected) makeCurrent(next); });
  }

  document.addEventListener("pointerdown", press, true);
  for (const name of ["pointerup", "pointercancel", "dragend"]) document.addEventListener(name, release, true);
  desk.hear("changed", refresh);

  return { all, isShown, isComplete, isAnswered, makeCurrent, refresh };
})();
