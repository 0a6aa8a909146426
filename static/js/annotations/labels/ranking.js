// Ranking without typing: up and down buttons, and dragging. The rank fields stay what is posted.
(() => {
  "use strict";
  const placesOf = (list) => [...list.querySelectorAll(":scope > [data-place]")];
  const field = (place) => place.querySelector(".rank");
  let dragged = null;

  function tell(input) {
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function number(list) {
    const places = placesOf(list);
    places.forEach((place, index) => { field(place).value = String(index + 1); });
    if (places.length) tell(field(places[0]));
  }

  // The list follows typed ranks once every field holds one; equal ranks keep their order.
  function sort(list) {
    const places = placesOf(list);
    const ranks = places.map((place) => field(place).value.trim());
    if (!ranks.every((rank) => /^[0-9]+$/.test(rank))) return;
    const sorted = places.map((place, index) => [Number(ranks[index]), index, place]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (sorted.every(([, index], place) => index === place)) return;
    const focused = document.activeElement;
    list.append(...sorted.map(([, , place]) => place));
    if (list.contains(focused)) focused.focus();
  }

  function step(button, by) {
    const place = button.closest("[data-place]"), list = place.parentElement, places = placesOf(list);
    const at = places.indexOf(place) + by;
    if (at < 0 || at >= places.length) { number(list); return; }
    if (by < 0) places[at].before(place);
    else places[at].after(place);
    number(list);
    button.focus();
  }

  function begin(root) {
    root.querySelectorAll("[data-ranking]").forEach((list) => {
      list.querySelectorAll("[data-up], [data-down]").forEach((button) => { button.hidden = false; });
      placesOf(list).forEach((place) => { place.draggable = true; });
    });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-ranking] [data-up], [data-ranking] [data-down]");
    if (button) step(button, button.matches("[data-up]") ? -1 : 1);
  });
  document.addEventListener("change", (event) => {
    const list = event.target.matches?.("[data-ranking] .rank") && event.target.closest("[data-ranking]");
    if (list && event.isTrusted) sort(list);
  });
  // Where a rank is one digit, the next field is ready for the next one; after the last the question is answered.
  document.addEventListener("input", (event) => {
    const list = event.isTrusted && event.target.matches?.("[data-ranking] .rank") && event.target.closest("[data-ranking]");
    if (!list || placesOf(list).length >= 10 || !/^[1-9]$/.test(event.target.value)) return;
    const open = placesOf(list).map(field).find((one) => !one.value);
    if (open) { open.focus(); return; }
    event.target.blur();
    list.dispatchEvent(new Event("evalhub:answered", { bubbles: true }));
  });
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.("[data-ranking] > [data-place]") || null;
    if (!dragged) return;
    dragged.toggleAttribute("data-dragged", true);
    event.dataTransfer.effectAllowed = "move";
  });
  document.addEventListener("dragover", (event) => {
    const over = dragged && event.target.closest?.("[data-place]");
    if (!over || over.parentElement !== dragged.parentElement) return;
    event.preventDefault();
    if (over === dragged) return;
    const box = over.getBoundingClientRect();
    if (event.clientY < box.top + box.height / 2) over.before(dragged);
    else over.after(dragged);
  });
  document.addEventListener("drop", (event) => { if (dragged) event.preventDefault(); });
  document.addEventListener("dragend", () => {
    if (!dragged) return;
    dragged.removeAttribute("data-dragged");
    number(dragged.parentElement);
    dragged = null;
  });
  document.addEventListener("DOMContentLoaded", () => begin(document));
  document.addEventListener("htmx:afterSettle", () => begin(document));
})();
