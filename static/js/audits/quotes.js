// The quotes of the audit page in the item: those of the open line are shown in place, one after another by a key.
window.evalhubQuotes = (() => {
  "use strict";
  const LINK = "[data-quote] a[href^='#e']";

  const markOf = (link) => document.getElementById(link.getAttribute("href").slice(1))?.closest("mark");

  // The quote comes into view in the item's pane; a fold or a file that holds it opens.
  function show(mark) {
    document.querySelectorAll("#item mark[data-shown]").forEach((other) => other.toggleAttribute("data-shown", other === mark));
    mark.toggleAttribute("data-shown", true);
    mark.dispatchEvent(new Event("evalhub:reveal", { bubbles: true }));
    mark.scrollIntoView({ block: "center" });
  }

  // The quotes of the open question first, then the others'.
  function next(line) {
    const own = [...(line?.querySelectorAll(LINK) ?? [])], links = own.length ? own : [...document.querySelectorAll(LINK)];
    const marks = links.map(markOf).filter(Boolean);
    if (!marks.length) return false;
    const mark = marks[(marks.findIndex((one) => one.hasAttribute("data-shown") && one === document.activeElement) + 1) % marks.length];
    show(mark);
    mark.tabIndex = -1;
    mark.focus({ preventScroll: true });
    return true;
  }

  // The focus on a line, or on one of its quotes, brings what it quotes into view.
  function follow(event) {
    const quote = event.target.closest?.("[data-quote]"), line = event.target.closest?.(".line");
    const link = quote?.querySelector("a[href^='#e']") ?? (event.target === line ? line.querySelector(LINK) : null), mark = link && markOf(link);
    if (mark) show(mark);
  }

  document.addEventListener("focusin", follow);
  return { next };
})();
