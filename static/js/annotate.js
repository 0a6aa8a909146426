// Keys, focus and the way from item to item. Every action is a link or a form that works without this script.
(() => {
  "use strict";
  const drafts = window.evalhubDrafts;
  const byId = (id) => document.getElementById(id);
  const questions = () => [...document.querySelectorAll("#answer .question")];
  const TEXT_FIELDS = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden], [type=button], [type=submit]), [contenteditable]";
  const KEYS_OFF = "evalhub:keys", GUIDELINE = "evalhub:guideline";
  let busy = false; // a request that moves to another item is under way: keys must not reach an unseen one
  let pending = null; // the form that could not be sent

  function current() {
    const focused = document.activeElement?.closest?.("#answer .question");
    return focused || document.querySelector("#answer .question[data-current]") || questions()[0];
  }

  function makeCurrent(question) {
    questions().forEach((other) => other.toggleAttribute("data-current", other === question));
  }

  const control = (question) => question.querySelector(TEXT_FIELDS);
  const chooser = (question) => question.querySelector("input:checked") || question.querySelector("input[type=radio], input[type=checkbox]");

  function move(step) {
    const all = questions();
    if (!all.length) return;
    const here = document.activeElement?.closest?.("#answer .question");
    const from = here ? all.indexOf(here) : step > 0 ? -1 : all.length;
    goTo(all[Math.min(all.length - 1, Math.max(0, from + step))]);
  }

  function goTo(question) {
    makeCurrent(question);
    const target = chooser(question) || question;
    if (target === question) question.tabIndex = -1;
    target.focus({ preventScroll: true });
    question.scrollIntoView({ block: "nearest" });
  }

  function choose(digit) {
    const question = current();
    const option = question && [...question.querySelectorAll("input[data-key]")].find((input) => input.dataset.key === digit);
    if (!option) return false;
    makeCurrent(question);
    option.focus({ preventScroll: true });
    option.click();
    question.scrollIntoView({ block: "nearest" });
    return true;
  }

  function press(element) {
    if (!element) return false;
    element.classList.add("pressed");
    setTimeout(() => element.classList.remove("pressed"), 160);
    element.click();
    return true;
  }

  function guideline() {
    const details = byId("guideline");
    if (!details) return false;
    details.open = !details.open;
    (details.open ? details.querySelector("[tabindex]") : details.querySelector("summary")).focus();
    return true;
  }

  const singles = {
    j: () => move(1) ?? true, k: () => move(-1) ?? true, s: () => press(document.querySelector('[data-dialog="skip"]')),
    f: () => press(document.querySelector('[data-dialog="flag"]')), u: () => press(document.querySelector("#undo button")),
    g: guideline, "?": () => press(document.querySelector('[data-dialog="keys"]')),
  };

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || busy) return;
    if (event.altKey || event.getModifierState("AltGraph")) return;
    const dialog = document.querySelector("dialog[open]");
    const handled = event.ctrlKey || event.metaKey ? withControl(event, dialog) : !dialog && plain(event);
    if (handled) event.preventDefault();
  }

  function withControl(event, dialog) {
    if (event.key === "Enter" && !event.repeat && !event.shiftKey) {
      const form = dialog ? dialog.querySelector("form[hx-post]") : byId("answer");
      if (!form) return false;
      if (!dialog) press(byId("submit"));
      else form.requestSubmit();
      return true;
    }
    if (event.key.toLowerCase() === "s" && !event.shiftKey) { drafts.save(); return true; }
    return false;
  }

  function plain(event) {
    const on = event.target;
    if (event.key === "Escape") return leaveField(on);
    if (on.matches(TEXT_FIELDS)) return event.key === "Enter" && on.matches("#answer input");
    if (event.key === "Enter") return enterField(on);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") return arrow(event, on);
    if (byId("keys-on") && !byId("keys-on").checked && event.key !== "?") return false;
    if (/^[0-9]$/.test(event.key)) return !event.repeat && choose(event.key);
    const act = singles[event.key];
    if (!act || (event.repeat && !"jk".includes(event.key))) return false;
    return act();
  }

  function arrow(event, on) {
    if (on.matches(".pane, .text, summary") || on.closest(".table-wrap, .toast") || event.shiftKey) return false;
    move(event.key === "ArrowDown" ? 1 : -1);
    return questions().length > 0;
  }

  function leaveField(on) {
    const question = on.matches(TEXT_FIELDS) && on.closest("#answer .question");
    if (!question) return false;
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
    return true;
  }

  // No bare Enter submits: on a question it goes into its field, on a radio button it does nothing.
  function enterField(on) {
    if (on.matches("#answer .question") && control(on)) { control(on).focus(); return true; }
    return on.matches("#answer input");
  }

  // Arriving at an item, or at the reason why there is none.
  function arrive(announce) {
    busy = false;
    pending = null;
    byId("submit")?.removeAttribute("aria-busy");
    drafts.begin();
    makeCurrent(questions()[0]);
    const work = byId("work");
    const invalid = firstInvalid();
    if (invalid) invalid.focus();
    else if (announce) (document.querySelector("#work [autofocus]:not(dialog *)") || byId("item-heading"))?.focus({ preventScroll: true });
    if (announce) byId("announce").textContent = work.dataset.announce.trim() || byId("item-heading")?.textContent || "";
  }

  function firstInvalid() {
    const question = document.querySelector("#answer .question.invalid");
    if (!question) return null;
    makeCurrent(question);
    return control(question) || chooser(question) || byId("error-summary");
  }

  // Requests: nothing that could not be sent is lost, and what is sent again carries the same submission id.
  const moves = (event) => event.detail.requestConfig?.elt.closest("[data-moves]") || null;

  function before(event) {
    if (!moves(event)) return;
    if (busy) { event.preventDefault(); return; }
    busy = true;
    drafts.moving(true);
    byId("submit")?.setAttribute("aria-busy", "true");
  }

  function after(event) {
    if (!moves(event)) return;
    busy = false;
    byId("submit")?.removeAttribute("aria-busy");
    drafts.moving(false);
    if (event.detail.successful) return;
    const status = event.detail.xhr.status;
    if ([409, 410, 422].includes(status)) return;
    pending = moves(event).closest("form");
    document.querySelector("dialog[open]")?.close();
    if (status === 401 || status === 403) drafts.signedOut();
    else drafts.alertFrom(status === 0 ? "alert-offline" : "alert-server");
  }

  async function retry() {
    if (!(await drafts.resume()) || !pending?.isConnected) return;
    const form = pending;
    pending = null;
    form.requestSubmit();
  }

  // What was typed is stored before the item is left by undo.
  async function flushFirst(event) {
    drafts.noteTime();
    const form = event.target.closest("form[data-flush]");
    if (!form || form.dataset.flushed || !byId("answer")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    await drafts.save();
    form.dataset.flushed = "yes";
    form.requestSubmit();
    delete form.dataset.flushed;
  }

  // The guideline stays as the annotator left it, from item to item.
  function keepGuideline() {
    const details = byId("guideline"), left = sessionStorage.getItem(GUIDELINE);
    if (details && left) details.open = left === "open";
  }

  function readSwitch() {
    let off = false;
    try { off = localStorage.getItem(KEYS_OFF) === "off"; } catch { /* no store: keys stay on */ }
    byId("keys-on").checked = !off;
    document.documentElement.toggleAttribute("data-keys-off", off);
    if (off) document.documentElement.dataset.keys = "off";
    else delete document.documentElement.dataset.keys;
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const question = event.target.closest?.("#answer .question");
    if (question) makeCurrent(question);
  });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "keys-on") return;
    try { localStorage.setItem(KEYS_OFF, event.target.checked ? "on" : "off"); } catch { /* kept for this page only */ }
    readSwitch();
  });
  document.addEventListener("submit", flushFirst, true);
  document.addEventListener("click", (event) => { if (event.target.closest("[data-retry]")) retry(); });
  document.addEventListener("htmx:beforeRequest", before);
  document.addEventListener("htmx:afterRequest", after);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "work" || event.detail.xhr.status >= 300) return;
    if (event.detail.requestConfig.elt.id === "answer") drafts.forget();
    drafts.stop();
  });
  document.addEventListener("htmx:afterSwap", keepGuideline);
  document.addEventListener("toggle", (event) => {
    if (event.target.id === "guideline") sessionStorage.setItem(GUIDELINE, event.target.open ? "open" : "closed");
  }, true);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id === "work") arrive(true);
    else if (event.detail.elt.id === "answer") arrive(false);
  });
  document.addEventListener("DOMContentLoaded", () => { readSwitch(); keepGuideline(); arrive(false); });
})();
