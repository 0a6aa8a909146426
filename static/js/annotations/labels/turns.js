// Questions about turns stand at their turns; the form keeps an outline of them. Where the item shows no turns, or without
// scripts, they stand in the form.
(() => {
  "use strict";
  const LINE = ".turn-asked[data-turn]", FORM = "answer";

  const moved = () => [...document.querySelectorAll(`#item ${LINE}`)];
  const rowOf = (line) => line.home.querySelector("[data-turn-row]");
  const target = (line) => line.querySelector("input:checked, input, textarea");

  // The answer in words, as the row of the outline says it.
  function wordsOf(line) {
    const chosen = line.querySelector("input:checked");
    const label = chosen?.closest("label");
    if (label) return (label.querySelector(".choice-body > span") ?? label.querySelector("span")).textContent.trim();
    return line.querySelector("input:not([type=radio], [type=checkbox]), textarea")?.value.trim() ?? "";
  }

  function tell(line) {
    const state = rowOf(line).querySelector("[data-state]"), words = wordsOf(line);
    const isCurrent = line.contains(document.activeElement);
    state.textContent = words || (isCurrent ? state.dataset.now : state.dataset.open);
    state.toggleAttribute("data-answered", Boolean(words));
    rowOf(line).toggleAttribute("data-current", isCurrent);
    line.toggleAttribute("data-answered", Boolean(words));
  }

  function toTurn(line) {
    const turn = document.getElementById(`turn-${line.dataset.turn}`);
    if (!turn?.closest("#item")) return;
    line.home = line.closest("[data-turn-slot]");
    line.dataset.of = line.closest(".question").id;
    line.inert = line.form.inert;
    line.querySelectorAll("input, textarea, select").forEach((field) => field.setAttribute("form", FORM));
    turn.append(line);
    rowOf(line).hidden = false;
    tell(line);
  }

  function toForm(line) {
    rowOf(line).hidden = true;
    line.inert = false;
    line.home.append(line);
  }

  function settle() {
    document.querySelectorAll(`#${FORM} [data-turn-slot] > ${LINE}`).forEach(toTurn);
    const form = document.getElementById(FORM);
    if (form) locks.observe(form, { attributes: true, attributeFilter: ["inert"] });
  }

  // Before the item or the form is drawn anew, what stands at the turns goes back, or goes with the form it belongs to.
  function leave(event) {
    if (event.detail.target.id === "item") moved().forEach(toForm);
    else if (event.detail.target.id === FORM) moved().forEach((line) => line.remove());
  }

  const locks = new MutationObserver(([change]) => moved().forEach((line) => { line.inert = change.target.inert; }));

  function goTo(line) {
    (target(line) ?? line).focus({ preventScroll: true });
    (line.closest(".turn") ?? line).scrollIntoView({ block: "nearest" });
  }

  // Whoever comes to the question, comes to its first open turn.
  document.addEventListener("focusin", (event) => {
    const lines = moved();
    lines.forEach(tell);
    if (!event.target.matches(".question[data-label-type=turns]")) return;
    const own = lines.filter((line) => line.dataset.of === event.target.id), next = own.find((line) => !wordsOf(line)) ?? own[0];
    if (next) goTo(next);
  });
  document.addEventListener("focusout", () => moved().forEach(tell));
  document.addEventListener("change", () => moved().forEach(tell));
  document.addEventListener("click", (event) => {
    const slot = event.target.closest?.("[data-turn-row]")?.parentElement, line = slot && moved().find((one) => one.home === slot);
    if (!line) return;
    event.preventDefault();
    goTo(line);
  });
  document.addEventListener("htmx:beforeSwap", leave);
  document.addEventListener("htmx:afterSettle", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
