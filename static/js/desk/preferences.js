// The sheet of keys: the off switch, other letters for the keys, and how the desk behaves. Kept on the server.
(() => {
  "use strict";
  const desk = window.evalhubDesk;
  const { byId } = desk;

  // The key hints all over the page follow the person's own keys.
  function show() {
    const { keys = {}, keysOn } = desk.preferences();
    document.querySelectorAll("kbd[data-hint]").forEach((hint) => { hint.textContent = keys[hint.dataset.hint] ?? hint.textContent; });
    if (keysOn) delete document.documentElement.dataset.keys;
    else document.documentElement.dataset.keys = "off";
  }

  // A field for a key takes the key itself, whatever was in it before.
  document.addEventListener("beforeinput", (event) => {
    if (event.target.matches?.("input[data-key-field]") && event.data) event.target.value = "";
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("[data-save-at-once]")) return;
    byId("preferences").dataset.value = JSON.stringify({ ...desk.preferences(), keysOn: event.target.checked });
    show();
    event.target.form.requestSubmit();
  });
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "keys-form") show(); });
  document.addEventListener("htmx:oobAfterSwap", show);
  desk.hear("begin", show);
})();
