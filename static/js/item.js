// The item under judgement: folds stay as they were left, a link to a turn opens it, line numbers are remembered.
// Nothing here is needed to read: folds are details elements, and the rest of a text is a link.
(() => {
  "use strict";
  const LINES = "item-lines";
  const folds = new Map(); // of this page only: which folds of which item were opened or closed by hand

  const key = (fold) => `${fold.closest("[data-item]")?.dataset.item}/${fold.dataset.sticky}`;

  function restore() {
    document.querySelectorAll("details[data-sticky]").forEach((fold) => {
      if (folds.has(key(fold))) fold.open = folds.get(key(fold));
    });
    const box = document.querySelector("[data-item-lines]");
    if (box) box.checked = localStorage.getItem(LINES) === "on";
  }

  // The toggle event does not bubble; it is caught on its way down.
  document.addEventListener("toggle", (event) => {
    const fold = event.target;
    if (fold.matches?.("details[data-sticky]")) folds.set(key(fold), fold.open);
  }, true);

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-item-lines]")) localStorage.setItem(LINES, event.target.checked ? "on" : "off");
  });

  function openTarget() {
    const turn = location.hash.startsWith("#turn") && document.getElementById(location.hash.slice(1));
    if (!turn) return;
    turn.querySelectorAll(":scope > details").forEach((fold) => { if (fold.classList.contains("turn-fold")) fold.open = true; });
    turn.focus({ preventScroll: true });
    turn.scrollIntoView({ block: "nearest" });
  }

  addEventListener("hashchange", openTarget);
  document.addEventListener("htmx:afterSwap", restore);
  restore();
  openTarget();
})();
