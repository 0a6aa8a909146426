// Keys of the audit page. Everything they do can be done with the controls on the page.
(() => {
  "use strict";
  const TEXT_FIELDS = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]), [contenteditable]";
  const KEYS_OFF = "evalhub:keys"; // the same switch as on the annotator's page
  const byId = (id) => document.getElementById(id);
  const questions = () => [...document.querySelectorAll("fieldset[data-question]")].filter((one) => !one.closest(".override"));
  let current = 0;
  let quote = -1;

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

  function focusOn(question) {
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
    question.scrollIntoView({ block: "nearest" });
  }

  function decide(letter) {
    const question = questions()[current];
    const radio = question?.querySelector(`.verdicts input[data-verdict="${letter}"]`);
    if (!radio) return false;
    radio.click();
    const own = letter === "o" && question.querySelector(".override input:checked, .override input, .override textarea");
    if (own) own.focus({ preventScroll: true });
    else focusOn(question);
    question.scrollIntoView({ block: "nearest" });
    return true;
  }

  // A digit answers the current question: in blind mode the question itself, later its override.
  function choose(digit) {
    const question = questions()[current];
    const overridden = question?.querySelector('.verdicts input[data-verdict="o"]:checked');
    const scope = byId("answer") ? question : overridden && question.querySelector(".override");
    const option = scope && [...scope.querySelectorAll("input[data-key]")].find((input) => input.dataset.key === digit);
    if (!option) return false;
    option.focus({ preventScroll: true });
    option.click();
    return true;
  }

  function nextQuote() {
    const links = [...document.querySelectorAll("[data-quote] a[href^='#e']")];
    if (!links.length) return false;
    quote = (quote + 1) % links.length;
    const target = byId(links[quote].getAttribute("href").slice(1));
    const found = target?.closest("mark");
    if (!found) return false;
    found.tabIndex = -1;
    found.scrollIntoView({ block: "center" });
    found.focus({ preventScroll: true });
    return true;
  }

  function leaveField(on) {
    const question = on.matches(TEXT_FIELDS) && questions().find((one) => one.contains(on));
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
    if (on.matches(TEXT_FIELDS)) return event.key === "Enter" && on.matches("#review input, #answer input");
    if (event.key === "Enter") return on.matches("#review input, #answer input");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (event.shiftKey || on.matches(".pane, summary, pre, .text")) return false;
      return move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.repeat) return false;
    if (event.key === "?") { document.querySelector("[data-dialog=keys]").click(); return true; }
    if (byId("keys-on") && !byId("keys-on").checked) return false;
    if (/^[0-9]$/.test(event.key)) return choose(event.key);
    if ("aowc".includes(event.key)) return decide(event.key);
    return event.key === "n" && nextQuote();
  }

  function readSwitch() {
    let off = false;
    try { off = localStorage.getItem(KEYS_OFF) === "off"; } catch { /* no store: keys stay on */ }
    byId("keys-on").checked = !off;
    if (off) document.documentElement.dataset.keys = "off";
    else delete document.documentElement.dataset.keys;
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const place = questions().findIndex((one) => one.contains(event.target));
    if (place >= 0) mark(place);
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "keys-on") {
      try { localStorage.setItem(KEYS_OFF, event.target.checked ? "on" : "off"); } catch { /* kept for this page only */ }
      readSwitch();
    } else if (event.target.dataset.verdict) {
      const question = event.target.closest("fieldset[data-question]");
      question.querySelector("input[name^='ms-']").value = Math.round(performance.now());
    }
  });
  // One press, one request: a second one while the first is under way would only be refused.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-once]")) return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "yes";
    byId("submit")?.setAttribute("aria-busy", "true");
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
