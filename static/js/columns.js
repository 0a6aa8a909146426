// The table of many columns: what is typed above it narrows it to the columns whose name contains that.
// Without this script "Set all" does the same by the typed part, and the box below unfolds the rest.
(() => {
  "use strict";
  const input = document.getElementById("column-part");
  const rows = document.querySelectorAll("#mapping .columns tbody tr");
  input?.addEventListener("input", () => {
    const part = input.value.trim().toLowerCase();
    document.getElementById("mapping").classList.toggle("narrowed", Boolean(part));
    for (const row of rows) row.hidden = !row.cells[0].textContent.toLowerCase().includes(part);
  });
  input?.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // it would validate the file again
  });
})();
