// Keys of the adjudicator's page. Everything they do can be done with the controls on the page.
(() => {
  "use strict";
  const TEXT_FIELDS = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]), [contenteditable]";
  const byId = (id) => document.getElementById(id);
  const questions = () => [...document.querySelectorAll("[data-question]")].filter((one) => !one.closest(".own-value"));
  let current = 0;

  function mark(place) {
    current = place;
    questions().forEach((one, at) => one.toggleAttribute("data-current", at === place));
  }

  function move(step) {
    const all = questions();
    if (!all.length) return false;
    const inside = all.findIndex((one) => one.contains(document.activeElement));
    // The first press enters the current question, the next ones go on from there.
    mark(Math.max(0, Math.min(all.length - 1, inside < 0 ? current : inside + step)));
    focusOn(all[current]);
    return true;
  }

  // What all agree on is folded: its summary takes the focus.
  function focusOn(question) {
    const target = question.matches("details") ? question.querySelector("summary") : question;
    if (target === question) question.tabIndex = -1;
    target.focus({ preventScroll: true });
    question.scrollIntoView({ block: "nearest" });
  }

  function take(digit) {
    const question = questions()[current];
    const option = question && [...question.querySelectorAll("input[data-digit]")].find((one) => one.dataset.digit === digit);
    if (!option) return false;
    if (question.matches("details")) question.open = true;
    option.click();
    const own = digit === "0" && question.querySelector(".own-value :is(input:checked, input:not([type=hidden]), textarea, select)");
    (own || option).focus({ preventScroll: true });
    question.scrollIntoView({ block: "nearest" });
    return true;
  }

  // Digits inside of "Another value" choose there; the answers side by side are chosen from outside of it.
  function takeOwn(on, digit) {
    const scope = on.closest(".own-value");
    const option = scope && [...scope.querySelectorAll("input[data-key]")].find((one) => one.dataset.key === digit);
    if (!option) return false;
    option.focus({ preventScroll: true });
    option.click();
    return true;
  }

  function toggleReasons() {
    const all = [...(questions()[current]?.querySelectorAll(".answer > details") || [])];
    if (!all.length) return false;
    const open = all.some((one) => !one.open);
    all.forEach((one) => { one.open = open; });
    return true;
  }

  function writeNote() {
    const question = questions()[current];
    const note = question?.querySelector(".note input");
    if (!note) return false;
    if (question.matches("details")) question.open = true;
    note.focus();
    return true;
  }

  function leaveField(on) {
    const question = (on.matches(TEXT_FIELDS) || on.closest(".own-value")) && questions().find((one) => one.contains(on));
    if (!question) return false;
    focusOn(question);
    return true;
  }

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || event.altKey || event.getModifierState("AltGraph")) return;
    const dialog = document.querySelector("dialog[open]");
    const handled = event.ctrlKey || event.metaKey ? withControl(event, dialog) : !dialog && plain(event);
    if (handled) event.preventDefault();
  }

  function withControl(event, dialog) {
    if (event.key !== "Enter" || event.repeat || event.shiftKey || dialog) return false;
    byId("submit")?.click();
    return true;
  }

  function plain(event) {
    const on = event.target;
    if (event.key === "Escape") return leaveField(on);
    // Enter in a field would publish: only Ctrl or Cmd with Enter does.
    if (event.key === "Enter") return on.matches("#decision input");
    if (on.matches(TEXT_FIELDS)) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (event.shiftKey || on.matches(".pane, pre, .text") || on.closest(".own-value")) return false;
      return move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.repeat) return false;
    if (event.key === "?") { document.querySelector("[data-dialog=keys]").click(); return true; }
    if (byId("keys-on") && !byId("keys-on").checked) return false;
    if (/^[0-9]$/.test(event.key)) return takeOwn(on, event.key) || take(event.key);
    if (event.key === "w") return toggleReasons();
    return event.key === "n" && writeNote();
  }

  function readSwitch() {
    if (!byId("keys-on").checked) document.documentElement.dataset.keys = "off";
    else delete document.documentElement.dataset.keys;
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const place = questions().findIndex((one) => one.contains(event.target));
    if (place >= 0) mark(place);
  });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "keys-on") return;
    const form = byId("keys-form");
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: true });
    readSwitch();
  });
  // One press, one request: a second one while the first is under way would only be refused.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-once]")) return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "yes";
    if (event.target.id === "decision") byId("submit")?.setAttribute("aria-busy", "true");
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-sent]").forEach((form) => delete form.dataset.sent);
    byId("submit")?.removeAttribute("aria-busy");
  });

  readSwitch();
  const invalid = questions().findIndex((one) => one.classList.contains("invalid"));
  mark(Math.max(0, invalid));
  if (invalid >= 0) focusOn(questions()[invalid]);
})();
