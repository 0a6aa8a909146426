// The drawer of one's own history, and the way back and forth through it.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts;
  const { byId } = desk;

  // The drawer is read anew each time that it opens; until then it shows a skeleton.
  function load(tab) {
    const list = byId("history-list");
    list.replaceChildren(byId("history-skeleton").content.cloneNode(true));
    htmx.ajax("GET", `${list.dataset.url}?tab=${tab}`, { source: "#history-list", target: "#history-list", swap: "innerHTML" });
  }

  // An own item replaces the one in hand on screen: what was typed goes to the server first, then the drawer closes.
  async function visit(event) {
    const link = event.target.closest("a[data-visit]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") === "true") return;
    await drafts.save();
    byId("history").close();
    htmx.ajax("GET", link.getAttribute("href"), { source: "#work", target: "#work", swap: "outerHTML" });
  }

  document.addEventListener("click", (event) => {
    const opener = event.target.closest('[data-dialog="history"]');
    if (opener) load(opener.dataset.tab ?? "submitted");
    else visit(event);
  });
})();
