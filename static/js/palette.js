// The palette: Ctrl+K opens it, arrows move between the input and the hits, Enter opens the first or the focused hit.
(() => {
  "use strict";
  const palette = () => document.querySelector("dialog[data-palette]");
  const hits = () => [...palette().querySelectorAll("[data-hit]")];
  const input = () => palette().querySelector("input");
  let answered = null; // the text that the hits belong to

  function open() {
    if (!palette().open) palette().showModal();
    input().select();
    if (answered !== input().value) input().dispatchEvent(new Event("palette-open"));
  }

  function move(event) {
    const places = [input(), ...hits()];
    const here = Math.max(0, places.indexOf(document.activeElement));
    const step = event.key === "ArrowDown" ? 1 : -1;
    event.preventDefault();
    places[(here + step + places.length) % places.length].focus();
  }

  document.addEventListener("keydown", (event) => {
    if (!palette()) return;
    const key = window.evalhubKey(event);
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && key.toLowerCase() === "k") {
      event.preventDefault();
      open();
    } else if (palette().open && ["ArrowDown", "ArrowUp"].includes(key)) move(event);
    else if (palette().open && event.target === input() && key === "Enter" && answered === input().value && hits().length) {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) window.open(hits()[0].href, "_blank", "noopener");
      else hits()[0].click();
    }
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest('[data-dialog="palette"]')) open();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "palette-results") answered = event.detail.requestConfig.parameters.get?.("q") ?? event.detail.requestConfig.parameters.q;
  });
})();
