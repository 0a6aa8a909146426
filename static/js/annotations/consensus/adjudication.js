// Keys of the adjudicator's page. Everything they do can be done with the controls on the page.
(() => {
  "use strict";
  const lines = window.evalhubAsked;
  const TEXT_FIELDS = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]), [contenteditable]";
  const byId = (id) => document.getElementById(id);
  let quote = -1;

  function press(element) {
    if (!element) return false;
    element.click();
    return true;
  }

  // The quotes of the open question first, then the others'.
  function nextQuote() {
    const own = lines.lineOf(lines.current())?.querySelectorAll("[data-quote]") ?? [];
    const links = own.length ? [...own] : [...document.querySelectorAll("[data-quote]")];
    if (!links.length) return false;
    quote = (quote + 1) % links.length;
    return showQuote(links[quote]);
  }

  function showQuote(link) {
    const target = byId(link.hash.slice(1)), found = target?.closest("mark") ?? target;
    if (!found) return false;
    found.tabIndex = -1;
    found.dispatchEvent(new Event("evalhub:reveal", { bubbles: true }));
    found.scrollIntoView({ block: "center" });
    found.focus({ preventScroll: true });
    return true;
  }

  // Another passage is marked by the widget's own script, which the field inside of the fold belongs to.
  function markPassage() {
    const more = lines.lineOf(lines.current())?.querySelector(".adds");
    if (!more) return false;
    more.open = true;
    const question = more.querySelector(".question[data-question]").dataset.question;
    document.dispatchEvent(new CustomEvent("evalhub:evidence", { detail: { question } }));
    return true;
  }

  function guideline() {
    const fold = byId("guideline");
    fold.open = !fold.open;
    (fold.open ? fold.querySelector("[tabindex]") : fold.querySelector("summary")).focus();
    fold.scrollIntoView({ block: "nearest" });
    return true;
  }

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || event.altKey || event.getModifierState("AltGraph")) return;
    const dialog = document.querySelector("dialog[open]");
    const handled = event.ctrlKey || event.metaKey ? withControl(event, dialog) : !dialog && plain(event);
    if (handled) event.preventDefault();
  }

  function withControl(event, dialog) {
    return event.key === "Enter" && !event.repeat && !event.shiftKey && !dialog && press(byId("submit"));
  }

  function plain(event) {
    const on = event.target;
    if (event.key === "Escape") return (on.matches(TEXT_FIELDS) || on.closest(".own-value")) && lines.go(lines.current());
    // Enter in a field would publish: only Ctrl or Cmd with Enter does.
    if (event.key === "Enter") return on.matches("#decision input");
    if (on.matches(TEXT_FIELDS)) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (event.shiftKey || on.matches(".pane, summary, pre, .text") || on.closest("[data-own-arrows], .table-wrap")) return false;
      return lines.move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key === "?" && !event.repeat) return press(document.querySelector("[data-dialog=keys]"));
    if (byId("keys-on") && !byId("keys-on").checked) return false;
    if (event.key === "j" || event.key === "k") return lines.move(event.key === "j" ? 1 : -1);
    if (event.repeat) return false;
    if (/^[0-9]$/.test(event.key)) return lines.digit(event.key);
    if ("hml".includes(event.key)) return lines.confidence(event.key);
    const acts = { n: nextQuote, r: lines.focusNote, e: markPassage, g: guideline, s: () => press(byId("skip")) };
    return acts[event.key]?.() ?? false;
  }

  function readSwitch() {
    if (!byId("keys-on").checked) document.documentElement.dataset.keys = "off";
    else delete document.documentElement.dataset.keys;
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const stop = lines.stops().findLast((one) => one.contains(event.target));
    if (stop && stop !== lines.current()) lines.mark(stop);
  });
  document.addEventListener("click", (event) => {
    const head = event.target.closest("[data-head]"), cite = event.target.closest("a[data-quote]"), column = event.target.closest("[data-take-column]");
    if (column) lines.takeColumn(column);
    else if (cite && showQuote(cite)) event.preventDefault();
    else if (head) lines.go(lines.stops().find((one) => lines.lineOf(one) === head.parentElement));
  });
  // A value asks for its cause, a cause leads to the next question; a confidence does neither.
  document.addEventListener("change", (event) => {
    const control = event.target;
    if (control.id === "keys-on") {
      const form = byId("keys-form");
      fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: true });
      readSwitch();
      return;
    }
    if (!control.closest("[data-asked]")) return;
    lines.show();
    const isValue = control.type === "radio" && control.value !== "own" && /^(own|take)-/.test(control.name);
    if (isValue || control.dataset.cause) lines.advance();
    else if (control.value === "own") control.closest(".own, .part")?.querySelector(".own-value :is(input:checked, input:not([type=hidden]), textarea, select)")?.focus({ preventScroll: true });
  });
  document.addEventListener("input", (event) => { if (event.target.closest("[data-asked]")) lines.show(); });
  // One press, one request: a second one while the first is under way would only be refused.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-once]")) return;
    if (event.target.dataset.sent || (event.target.id === "decision" && !lines.finish())) { event.preventDefault(); return; }
    event.target.dataset.sent = "yes";
    if (event.target.id === "decision") byId("submit")?.setAttribute("aria-busy", "true");
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-sent]").forEach((form) => delete form.dataset.sent);
    byId("submit")?.removeAttribute("aria-busy");
  });

  document.querySelectorAll("[data-take-column]").forEach((button) => { button.hidden = false; });
  readSwitch();
  const stops = lines.stops(), invalid = stops.find((one) => lines.lineOf(one).matches(".invalid"));
  if (invalid) lines.go(invalid);
  else if (stops.length) lines.mark(stops[0]);
})();
