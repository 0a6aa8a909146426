// Keys of the adjudicator's page. Everything they do can be done with the controls on the page.
(() => {
  "use strict";
  const TEXT_FIELDS = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]), [contenteditable]";
  const byId = (id) => document.getElementById(id);
  // Questions, and the parts of those that are settled part by part; of what is folded only the fold.
  const questions = () => [...document.querySelectorAll("[data-question]")]
    .filter((one) => !one.closest(".own-value") && !one.parentElement.closest("details:not([open])"));
  const placeOf = (on) => questions().findLastIndex((one) => one.contains(on));
  const cardOf = (question) => question?.closest("[data-card]");
  let current = 0;

  function mark(place) {
    current = place;
    questions().forEach((one, at) => one.toggleAttribute("data-current", at === place));
  }

  function move(step) {
    const all = questions();
    if (!all.length) return false;
    const inside = placeOf(document.activeElement);
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
    const option = question && [...question.querySelectorAll("input[data-digit]")]
      .find((one) => one.dataset.digit === digit && !one.closest(".own-value") && one.closest("[data-question]") === question);
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
    const option = scope && [...scope.querySelectorAll("input:is([data-key], [data-digit])")]
      .find((one) => (one.dataset.key || one.dataset.digit) === digit);
    if (!option) return false;
    option.focus({ preventScroll: true });
    option.click();
    return true;
  }

  function toggleReasons() {
    const all = [...(cardOf(questions()[current])?.querySelectorAll(".answer > details") || [])];
    if (!all.length) return false;
    const open = all.some((one) => !one.open);
    all.forEach((one) => { one.open = open; });
    return true;
  }

  function writeNote() {
    const card = cardOf(questions()[current]);
    const note = card?.querySelector(".note input");
    if (!note) return false;
    if (card.matches("details")) card.open = true;
    note.focus();
    return true;
  }

  // Another passage is marked by the widget's own script, which the field inside of the fold belongs to.
  function markPassage() {
    const card = cardOf(questions()[current]), more = card?.querySelector(".adds");
    if (!more) return false;
    if (card.matches("details")) card.open = true;
    more.open = true;
    const question = more.querySelector(".question[data-question]").dataset.question;
    document.dispatchEvent(new CustomEvent("evalhub:evidence", { detail: { question } }));
    return true;
  }

  // All parts of a question as one column has them; what was added beside goes.
  function takeColumn(button) {
    const card = cardOf(button);
    card.querySelectorAll(`input[data-columns~="${button.dataset.takeColumn}"]`).forEach((one) => { one.checked = true; });
    card.querySelectorAll(".adds [data-list] input:checked").forEach((one) => one.click());
    card.querySelector("[data-told-here]").textContent = button.dataset.told;
  }

  function leaveField(on) {
    if (!on.matches(TEXT_FIELDS) && !on.closest(".own-value")) return false;
    // The note of a question with parts lies in none of them: back to the one that was at hand.
    const question = questions()[placeOf(on)] || cardOf(on) && questions()[current];
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
      if (event.shiftKey || on.matches(".pane, pre, .text") || on.closest(".own-value, [data-own-arrows], .table-wrap")) return false;
      return move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.repeat) return false;
    if (event.key === "?") { document.querySelector("[data-dialog=keys]").click(); return true; }
    if (byId("keys-on") && !byId("keys-on").checked) return false;
    if (/^[0-9]$/.test(event.key)) return takeOwn(on, event.key) || take(event.key);
    if (event.key === "w") return toggleReasons();
    if (event.key === "e") return markPassage();
    return event.key === "n" && writeNote();
  }

  // On a narrow page the panes lie under each other: the tab of the one that is being read is the current one.
  function markPane() {
    const panes = document.querySelector(".wb-panes"), tabs = [...document.querySelectorAll(".wb-jump > a")];
    if (!tabs.length) return;
    const line = panes.getBoundingClientRect().top + panes.clientHeight / 3;
    const atEnd = panes.scrollTop > 0 && panes.scrollTop + panes.clientHeight >= panes.scrollHeight - 2;
    const above = tabs.filter((tab) => document.querySelector(tab.hash).getBoundingClientRect().top <= line);
    const read = atEnd ? tabs.at(-1) : panes.scrollTop > 0 && above.at(-1) || tabs[0];
    tabs.forEach((tab) => tab.removeAttribute("aria-current"));
    read.setAttribute("aria-current", "true");
  }

  function readSwitch() {
    if (!byId("keys-on").checked) document.documentElement.dataset.keys = "off";
    else delete document.documentElement.dataset.keys;
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const all = questions(), place = placeOf(event.target), card = cardOf(event.target);
    if (place >= 0) mark(place);
    else if (card && !card.contains(all[current])) mark(Math.max(0, all.findIndex((one) => card.contains(one))));
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

  document.querySelectorAll("[data-take-column]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => takeColumn(button));
  });
  document.querySelector(".wb-panes")?.addEventListener("scroll", markPane, { passive: true });
  window.addEventListener("resize", markPane);
  markPane();
  readSwitch();
  const invalid = questions().findIndex((one) => one.classList.contains("invalid") || one.querySelector(":scope > .error-text"));
  mark(Math.max(0, invalid));
  if (invalid >= 0) focusOn(questions()[invalid]);
})();
