// The form builder: dragging a question, the card that is open, a warning before unsaved work is left, folds that stay open, scripts of new cards.
// Nothing here is needed to do the work: every button posts the form.
(() => {
  "use strict";
  const form = () => document.getElementById("task-form");
  const cards = () => [...document.querySelectorAll("[data-card]")];
  let leaving = false;

  // Dragging by the grip of a card, with any pointer. The server moves it, as for the buttons; Escape lets go.
  let drag = null;

  function target(y) {
    const others = cards().filter((card) => card !== drag.card);
    const below = others.find((card) => { const box = card.getBoundingClientRect(); return y < box.top + box.height / 2; });
    return below ? { card: below, side: "before" } : { card: others.at(-1), side: "after" };
  }

  function mark(found) {
    cards().forEach((card) => { delete card.dataset.drop; });
    if (found?.card) found.card.dataset.drop = found.side;
  }

  function letGo() {
    if (!drag) return;
    mark(null);
    delete drag.card.dataset.dragged;
    drag = null;
  }

  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || event.button !== 0 || cards().length < 2) return;
    drag = { card: grip.closest("[data-card]"), from: event.pageY, moved: false };
    grip.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || (!drag.moved && Math.abs(event.pageY - drag.from) < 6)) return;
    drag.moved = true;
    drag.card.dataset.dragged = "";
    if (event.clientY < 60) scrollBy(0, -16);
    else if (event.clientY > innerHeight - 60) scrollBy(0, 16);
    mark(target(event.clientY));
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { card, moved } = drag;
    const found = moved ? target(event.clientY) : null;
    letGo();
    const mover = document.getElementById("mover");
    if (!found?.card || !mover) return;
    const from = Number(card.dataset.card);
    const before = Number(found.card.dataset.card) + (found.side === "after" ? 1 : 0);
    const to = before > from ? before - 1 : before;
    if (to === from) return;
    mover.value = `move:${from}:${to}`;
    mover.click();
  });
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") letGo(); });

  // Unsaved work: what was typed or rearranged since the page came is lost when it is left, so the browser asks.
  const touch = () => { if (form()) form().dataset.dirty = ""; };
  document.addEventListener("input", (event) => { if (event.target.form === form()) touch(); });
  document.addEventListener("submit", (event) => { if (event.target === form()) leaving = true; });
  addEventListener("pageshow", () => { leaving = false; });
  addEventListener("beforeunload", (event) => {
    if (!leaving && form() && "dirty" in form().dataset) event.preventDefault();
  });

  // The card that is open: the outline and the preview follow it, and the server is told of it.
  document.addEventListener("toggle", (event) => {
    const place = event.target.dataset?.place;
    if (place === undefined || !event.target.open || !event.target.matches(".question-editor > details")) return;
    const hidden = document.getElementById("open-place");
    if (hidden) hidden.value = place;
    document.querySelectorAll(".builder-outline a").forEach((link) => {
      if (link.dataset.place === place) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    const shown = document.querySelector(`.preview-question[data-place="${place}"]`);
    if (shown) shown.open = true;
  }, true);
  document.addEventListener("input", (event) => {
    const line = event.target.id && document.querySelector(`[data-title-of="${CSS.escape(event.target.id)}"]`);
    if (line && event.target.value.trim()) line.textContent = event.target.value;
  });

  // Swapped parts: folds keep their state, and cards of a type that was not on the page get their script.
  const open = new Map();
  document.addEventListener("toggle", (event) => {
    const fold = event.target.closest?.("details[data-keep]");
    if (fold) open.set(fold.dataset.keep, fold.open);
  }, true);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id === "questions") { open.clear(); touch(); }
  });
  document.addEventListener("htmx:afterSettle", () => {
    document.querySelectorAll("details[data-keep]").forEach((fold) => {
      if (open.has(fold.dataset.keep)) fold.open = open.get(fold.dataset.keep);
    });
    const wanted = document.getElementById("preview")?.dataset.scripts ?? "";
    wanted.split(" ").filter(Boolean).forEach((src) => {
      if ([...document.scripts].some((script) => script.getAttribute("src") === src)) return;
      const script = document.createElement("script");
      script.src = src;
      document.head.append(script);
    });
  });

  addEventListener("DOMContentLoaded", () => document.getElementById("error-summary")?.focus());
})();
