// Lists: j and k move along the rows, Enter opens, / searches; a swapped list keeps the focus. Without it all is links and forms.
(() => {
  "use strict";
  const list = () => document.querySelector("[data-list]");
  const rows = () => [...(list()?.querySelectorAll("tr[data-row]") ?? [])];
  const isTyping = (e) => e.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open], details.menu[open]");

  function move(step) {
    const all = rows();
    if (!all.length) return;
    const here = all.findIndex((row) => row.hasAttribute("data-focus"));
    const next = all[Math.min(all.length - 1, Math.max(0, here < 0 ? 0 : here + step))];
    all.forEach((row) => row.toggleAttribute("data-focus", row === next));
    const link = next.querySelector(".row-link, th a") ?? next.querySelector("a, button, input");
    if (link) link.focus();
    next.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", (event) => {
    if (!list() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
    const row = list().querySelector("tr[data-focus]");
    if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "/") document.getElementById("list-search")?.focus();
    else if (event.key === "x") row?.querySelector("input[type=checkbox]")?.click();
    else if (event.key === "Enter" && event.target === document.body) row?.querySelector(".row-link, th a")?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const row = event.target.closest?.("[data-list] tr[data-row]");
    if (row) rows().forEach((each) => each.toggleAttribute("data-focus", each === row));
  });
})();
