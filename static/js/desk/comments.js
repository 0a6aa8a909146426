// The comments beside an item: Ctrl+Enter sends the comment and not the answer, Escape leaves the field for the fold.
(() => {
  "use strict";
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest?.("#discussion textarea");
    if (!field || event.isComposing) return;
    const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!sends && event.key !== "Escape") return;
    event.preventDefault();
    if (!sends) field.closest("details").querySelector("summary").focus();
    else if (!event.repeat) field.form.requestSubmit();
  }, true); // before the keys of the page
})();
