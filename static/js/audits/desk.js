// Keys of the audit page. Everything they do can be done with the controls on the page.
(() => {
  "use strict";
  const TEXT_FIELDS = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]), [contenteditable]";
  const byId = (id) => document.getElementById(id);
  const questions = () => [...document.querySelectorAll("fieldset[data-question]")].filter((one) => !one.closest(".override"));
  const work = byId("work");
  const panes = document.querySelector(".wb-panes.three");
  let current = 0;
  let quote = -1;

  function mark(place) {
    current = place;
    questions().forEach((one, at) => one.toggleAttribute("data-current", at === place));
  }

  function move(step) {
    const all = questions();
    if (!all.length) return false;
    show("review");
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

  // Below three columns one of them is in view at a time; the others are a key or a press away.
  function show(tab) {
    if (!panes) return;
    panes.dataset.tab = tab;
    document.querySelectorAll("a[data-tab]").forEach((link) => {
      if (link.dataset.tab === tab) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }

  function decide(letter) {
    show("review");
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
    show("item");
    quote = (quote + 1) % links.length;
    const target = byId(links[quote].getAttribute("href").slice(1));
    const found = target?.closest("mark");
    if (!found) return false;
    found.tabIndex = -1;
    found.dispatchEvent(new Event("evalhub:reveal", { bubbles: true }));
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
      if (event.shiftKey || on.matches(".pane, summary, pre, .text") || on.closest("[data-own-arrows], .table-wrap")) return false;
      return move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.repeat) return false;
    if (event.key === "?") { document.querySelector("[data-dialog=keys]").click(); return true; }
    if (byId("keys-on") && !byId("keys-on").checked) return false;
    if (/^[0-9]$/.test(event.key)) return choose(event.key);
    if ("aowcg".includes(event.key)) return decide(event.key);
    return event.key === "n" && nextQuote();
  }

  function readSwitch() {
    if (!byId("keys-on").checked) document.documentElement.dataset.keys = "off";
    else delete document.documentElement.dataset.keys;
  }

  // How long each question took: from when the one before was decided, or the page came into view. A second thought
  // about a question adds to it.
  let since = performance.now();
  function timed(question) {
    const field = question.querySelector("input[name^='ms-']");
    field.value = Math.round(Number(field.value || 0) + performance.now() - since);
    since = performance.now();
  }

  // Time in view, and that the page is still open: told after three seconds, every minute, and on leaving.
  const BEATS_MS = [3000, 60000];
  let shownAt = document.visibilityState === "visible" ? performance.now() : null;
  let unsent = 0;
  function tellSeen(isLeaving) {
    if (!work?.dataset.seen) return;
    if (shownAt !== null) { unsent += performance.now() - shownAt; shownAt = performance.now(); }
    const seconds = Math.round(unsent / 1000);
    if (isLeaving && !seconds) return;
    unsent -= seconds * 1000;
    const body = new URLSearchParams({ seconds, csrfmiddlewaretoken: document.querySelector("[name=csrfmiddlewaretoken]").value });
    if (isLeaving) body.set("leaving", "1");
    const sent = fetch(work.dataset.seen, { method: "POST", body, keepalive: true, credentials: "same-origin" });
    sent.then((answer) => { if (answer.status === 409 && !byId("other")) tellTaken(); }, () => { unsent += seconds * 1000; });
  }

  function tellTaken() {
    const words = byId("taken");
    if (!words || byId("alerts").querySelector("[data-taken]")) return;
    const banner = words.content.firstElementChild.cloneNode(true);
    banner.dataset.taken = "";
    byId("alerts").append(banner);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") { shownAt = performance.now(); since = performance.now(); return; }
    tellSeen(true);
    shownAt = null;
  });
  window.addEventListener("pagehide", () => { if (shownAt !== null) tellSeen(true); });
  setTimeout(() => tellSeen(false), BEATS_MS[0] + 100);
  setInterval(() => { if (document.visibilityState === "visible") tellSeen(false); }, BEATS_MS[1]);

  document.addEventListener("click", (event) => {
    const tab = event.target.closest("a[data-tab]");
    if (tab) { event.preventDefault(); show(tab.dataset.tab); byId(tab.dataset.tab).focus({ preventScroll: true }); }
    else if (event.target.closest("[data-quote] a[href^='#e']")) show("item");
  });
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const place = questions().findIndex((one) => one.contains(event.target));
    if (place >= 0) mark(place);
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "keys-on") {
      const body = new URLSearchParams(new FormData(byId("keys-form")));
      body.set("stay", "1");
      fetch(byId("keys-form").action, { method: "POST", body, keepalive: true, credentials: "same-origin" });
      readSwitch();
    } else if (event.target.dataset.verdict) {
      timed(event.target.closest("fieldset[data-question]"));
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

  byId("keys-form").querySelector("button").hidden = true; // the switch works at once
  readSwitch();
  show("item");
  const invalid = questions().findIndex((one) => one.classList.contains("invalid"));
  mark(Math.max(0, invalid));
  if (invalid >= 0) { show("review"); focusOn(questions()[invalid]); }
})();
