// On a narrow page the item or the questions are in view, one of them at a time; the other keeps its place. See annotate.css.
// Whoever moves the focus into a pane asks for it first, by the event evalhub:show on what is to be seen.
(() => {
  "use strict";
  const desk = window.evalhubDesk, { byId } = desk;
  const PANES = "#work > .wb-panes[data-pane]";

  const targetOf = (link) => byId(link.hash.slice(1));
  const paneOf = (element) => element?.closest?.(`${PANES} > :is(#item, .pane-column)`);

  function show(element) {
    const pane = paneOf(element);
    if (!pane) return;
    pane.parentElement.dataset.pane = pane.id === "item" ? "item" : "questions";
    pane.toggleAttribute("data-seen", true);
    for (const link of pane.parentElement.querySelectorAll(":scope > .wb-jump > a")) {
      if (paneOf(targetOf(link)) === pane) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  // Nobody hands in answers to questions that were never in view: a form without a required one would be taken as it is.
  function lookFirst(event) {
    const form = event.target, isSent = event.submitter?.id === "submit" && !form.inert;
    if (form.id !== "answer" || !isSent || paneOf(form)?.hasAttribute("data-seen") || form.checkVisibility({ visibilityProperty: true })) return;
    if (!desk.rows.isComplete()) return; // the server says what is missing, and that leads there too
    event.preventDefault();
    event.stopImmediatePropagation();
    show(form);
    form.focus({ preventScroll: true });
  }

  document.addEventListener("submit", lookFirst, true);
  document.addEventListener("evalhub:show", (event) => show(event.target));
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(`${PANES} a[href^="#"]`);
    if (!link) return;
    show(targetOf(link));
    if (!link.matches(".wb-jump > a")) return;
    event.preventDefault();
    targetOf(link)?.focus({ preventScroll: true });
  });
})();
