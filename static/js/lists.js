// Lists: j and k move along the rows, x selects, Enter opens, / searches, Escape clears the selection; the bulk bar counts
// what is selected. Without it all is links and forms.
(() => {
  "use strict";
  const list = () => document.querySelector("[data-list]");
  const rows = () => [...(list()?.querySelectorAll("tr[data-row]") ?? [])];
  const isTyping = (e) => e.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open], details.menu[open]");
  const current = () => list().querySelector("tr[data-focus]");

  function goTo(row) {
    rows().forEach((each) => each.toggleAttribute("data-focus", each === row));
    const link = row.querySelector(".row-link, th a") ?? row.querySelector("a, button, input");
    if (link) link.focus();
    row.scrollIntoView({ block: "nearest" });
  }

  function move(step) {
    const all = rows();
    const here = all.indexOf(current());
    if (all.length) goTo(all[Math.min(all.length - 1, Math.max(0, here < 0 ? 0 : here + step))]);
  }

  // The bulk bar. Its form owns the boxes of the rows, so that a reset clears them too.
  const bulk = () => document.getElementById("bulk");
  const picks = () => [...(list()?.querySelectorAll("input[name=row]") ?? [])];

  function count() {
    const form = bulk();
    const whole = list()?.querySelector("[data-pick-all]");
    if (!form || !whole) return; // without a row there is nothing to pick
    const boxes = picks();
    const isAll = form.elements.all.checked;
    const n = boxes.filter((box) => box.checked).length;
    const { one, many, all } = form.querySelector("[data-selected]").dataset;
    form.querySelector("[data-selected]").textContent = isAll ? all : n === 1 ? one : many.replace("%n", n);
    whole.hidden = false;
    whole.checked = n > 0 && n === boxes.length;
    whole.indeterminate = n > 0 && n < boxes.length;
  }

  document.addEventListener("change", (event) => {
    const form = bulk();
    const isWhole = event.target.matches("[data-pick-all]");
    if (!form || !(isWhole || event.target.form === form)) return;
    if (isWhole) picks().forEach((box) => (box.checked = event.target.checked));
    if (isWhole || event.target.name === "row") form.elements.all.checked = false;
    else picks().forEach((box) => (box.checked = event.target.checked));
    count();
  });
  document.addEventListener("reset", (event) => { if (event.target === bulk()) setTimeout(() => { count(); list().querySelector("[data-pick-all]").focus(); }); });
  document.addEventListener("htmx:load", count);
  addEventListener("pageshow", count);

  document.addEventListener("keydown", (event) => {
    if (!list() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const key = window.evalhubKey(event);
    if (key === "Escape" && event.target.id === "list-search") event.target.blur();
    if (isTyping(event)) return;
    const isFree = event.target === document.body || event.target.name === "row";
    if (key === "j") move(1);
    else if (key === "k") move(-1);
    else if ([event.key, key].includes("/")) document.getElementById("list-search")?.focus();
    else if (key === "x") current()?.querySelector("input[name=row]")?.click();
    else if (key === "Escape" && bulk()?.checkVisibility()) bulk().reset();
    else if (key === "Enter" && isFree) current()?.querySelector(".row-link, th a")?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const row = event.target.closest?.("[data-list] tr[data-row]");
    if (row) rows().forEach((each) => each.toggleAttribute("data-focus", each === row));
  });
  count();
})();
