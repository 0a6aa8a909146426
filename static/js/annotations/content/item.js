// The item under judgement: folds stay as they were left, a link to a turn opens it, line numbers are remembered.
// Nothing here is needed to read: folds are details elements, the rest of a text is a link, all files lie below each other.
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
    document.querySelectorAll("[data-item-files]").forEach(arrange);
  }

  // Files of a directory: one at a time, or all below each other; which of the two is remembered.
  const FILES = "item-files";
  const chosen = new Map(); // of this page only: the file in view of each item

  function arrange(files) {
    const mode = localStorage.getItem(FILES) === "all" ? "all" : "one";
    const wanted = document.getElementById(chosen.get(files.dataset.item) || files.dataset.first);
    files.dataset.files = mode;
    files.querySelectorAll(":scope > .item-file").forEach((file) => file.toggleAttribute("data-current", file === wanted));
    files.querySelectorAll("[data-file-link]").forEach((link) => {
      if (mode === "one" && link.getAttribute("href") === `#${wanted?.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    const modes = files.querySelector("[data-files-modes]");
    modes.hidden = files.querySelectorAll(":scope > .item-file").length < 2;
    modes.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", button.dataset.filesMode === mode));
  }

  // Bring what lies in a fold or in a file into view: the file itself, and its exact text for what is marked there.
  function reveal(element) {
    for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const file = element.closest(".item-file"), files = file?.closest("[data-item-files]");
    if (!files) return;
    chosen.set(files.dataset.item, file.id);
    arrange(files);
    const exact = element.closest(".file-exact") && file.querySelector(".item-views [value=exact]");
    if (exact) exact.checked = true;
  }

  document.addEventListener("evalhub:reveal", (event) => reveal(event.target));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-files-mode]"), link = event.target.closest("a[href^='#']");
    if (button) {
      localStorage.setItem(FILES, button.dataset.filesMode);
      arrange(button.closest("[data-item-files]"));
    } else if (link) {
      const target = document.getElementById(link.getAttribute("href").slice(1));
      if (target) reveal(target);
    }
  }, true);

  // The toggle event does not bubble; it is caught on its way down.
  document.addEventListener("toggle", (event) => {
    const fold = event.target;
    if (fold.matches?.("details[data-sticky]")) folds.set(key(fold), fold.open);
  }, true);

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-item-lines]")) localStorage.setItem(LINES, event.target.checked ? "on" : "off");
  });

  function openTarget() {
    const marked = /^#(e\d|file-)/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (marked) { reveal(marked); marked.scrollIntoView({ block: "nearest" }); return; }
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
