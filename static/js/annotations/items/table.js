// The manager's table: choose all rows of the page, see how many are chosen. Without it rows are ticked one by one.
(() => {
  "use strict";
  const form = document.getElementById("bulk");
  const said = form?.querySelector("[data-chosen]");
  if (!said) return;
  const rows = [...form.querySelectorAll('input[name="item"]')];
  const whole = form.querySelector("[data-pick-all]");
  const matching = form.querySelector('input[name="all"]');

  function tell() {
    const n = rows.filter((row) => row.checked).length;
    said.textContent = n === 0 ? said.dataset.none : n === 1 ? said.dataset.one : said.dataset.many.replace("%n", n);
    whole.checked = n > 0 && n === rows.length;
    whole.indeterminate = n > 0 && n < rows.length;
    rows.forEach((row) => row.closest("tr").toggleAttribute("data-chosen-row", row.checked || matching.checked));
  }

  whole.hidden = false;
  form.addEventListener("change", (event) => {
    if (event.target === whole) rows.forEach((row) => (row.checked = whole.checked));
    if (event.target === whole || event.target.name === "item") matching.checked = false;
    tell();
  });
  tell();
})();
