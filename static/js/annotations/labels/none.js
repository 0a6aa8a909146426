// Several options and "None": either some apply, or none does.
(() => {
  "use strict";
  document.addEventListener("change", ({ target }) => {
    if (!target.matches(".choice > input[type=checkbox]:checked")) return;
    for (const other of target.closest(".choices").querySelectorAll("input:checked")) {
      if (other !== target && ("none" in other.dataset || "none" in target.dataset)) other.checked = false;
    }
  }, true);
})();
