// Keys of the audit page, time in view, and one request at a time. Everything they do can be done with the controls.
(() => {
  "use strict";
  const lines = window.evalhubLines;
  const TEXT_FIELDS = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]), [contenteditable]";
  const VERDICTS = { a: "accept", w: "evidence_wrong", c: "cannot_judge", g: "guideline_gap" };
  const byId = (id) => document.getElementById(id);
  const work = byId("work");
  let quote = -1;

  function note() {
    const line = lines.current(), field = line?.querySelector(".noted input");
    if (!field) return false;
    line.setAttribute("data-noting", "");
    field.focus();
    return true;
  }

  function press(element) {
    if (!element) return false;
    element.click();
    return true;
  }

  // The quotes of the open question first, then the others'.
  function nextQuote() {
    const own = lines.current()?.querySelectorAll("[data-quote] a[href^='#e']") ?? [];
    const links = own.length ? [...own] : [...document.querySelectorAll("[data-quote] a[href^='#e']")];
    if (!links.length) return false;
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
    return on.matches(TEXT_FIELDS) && lines.go(lines.all().findIndex((one) => one.contains(on)));
  }

  // Enter accepts what is left, or shows what still needs the auditor; nothing is sent twice.
  function enter() {
    const submit = byId("submit");
    if (!submit || submit.getAttribute("aria-busy")) return true;
    if (submit.matches("a")) return press(submit);
    if (lines.finish()) submit.form.requestSubmit();
    return true;
  }

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || event.altKey || event.getModifierState("AltGraph")) return;
    const dialog = document.querySelector("dialog[open]");
    const handled = event.ctrlKey || event.metaKey ? withControl(event, dialog) : !dialog && plain(event);
    if (handled) event.preventDefault();
  }

  function withControl(event, dialog) {
    return event.key === "Enter" && !event.repeat && !event.shiftKey && !dialog && enter();
  }

  function plain(event) {
    const on = event.target;
    if (event.key === "Escape") return leaveField(on);
    if (on.matches(TEXT_FIELDS)) return event.key === "Enter" && on.matches("#review input, #answer input") && lines.go(lines.place());
    if (event.key === "Enter") {
      if (on.closest("a, button, summary") || event.repeat) return event.repeat;
      return enter();
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (event.shiftKey || on.matches(".pane, summary, pre, .text") || on.closest("[data-own-arrows], .table-wrap")) return false;
      return lines.go(lines.place() + (event.key === "ArrowDown" ? 1 : -1));
    }
    if (event.key === "?" && !event.repeat) return press(document.querySelector("[data-dialog=keys]"));
    if (byId("keys-on") && !byId("keys-on").checked) return false;
    if (event.key === "j" || event.key === "k") return lines.go(lines.place() + (event.key === "j" ? 1 : -1));
    if (event.repeat) return false;
    if (/^[0-9]$/.test(event.key)) return lines.digit(event.key);
    if (VERDICTS[event.key]) return lines.choose(VERDICTS[event.key]);
    const acts = { n: nextQuote, r: note, s: () => press(byId("skip")), m: () => lines.confirmQuote(lines.current()) && lines.advance() };
    return acts[event.key]?.() ?? false;
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

  // What is accepted together took the time since the last decision, in equal shares.
  function shareTime() {
    const untimed = lines.all().filter(lines.isOpen).map((line) => line.querySelector("input[name^='ms-']")).filter((field) => !field.value);
    untimed.forEach((field) => { field.value = Math.round((performance.now() - since) / untimed.length); });
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

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const place = lines.all().findIndex((one) => one.contains(event.target));
    if (place >= 0 && lines.all()[place] !== lines.current()) lines.mark(place);
  });
  document.addEventListener("click", (event) => {
    const head = event.target.closest("[data-line]");
    if (head) lines.go(lines.all().indexOf(head.closest("fieldset")));
  });
  document.addEventListener("change", (event) => {
    const control = event.target, line = control.closest("#review fieldset[data-question]:not(.override *), #answer fieldset[data-question]");
    if (control.id === "keys-on") return switchKeys();
    if (!line) return;
    if (control.dataset.verdict && line.querySelector("input[name^='ms-']")) timed(line);
    if (control.name.startsWith("own-")) lines.compared(line);
    lines.keep();
    lines.show();
    const isOne = control.type === "radio" && (control.name.startsWith("own-") || control.name.startsWith("reason-"));
    if (isOne && lines.needs(line) !== "reason") lines.advance();
  });
  document.addEventListener("input", (event) => { if (event.target.closest("#review, #answer")) lines.keep(); });

  function switchKeys() {
    const body = new URLSearchParams(new FormData(byId("keys-form")));
    body.set("stay", "1");
    fetch(byId("keys-form").action, { method: "POST", body, keepalive: true, credentials: "same-origin" });
    readSwitch();
  }
  // One press, one request: a second one while the first is under way would only be refused.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-once]")) return;
    if (event.target.dataset.sent || (event.submitter?.id === "submit" && !lines.finish())) { event.preventDefault(); return; }
    if (event.target.id === "review") shareTime();
    event.target.dataset.sent = "yes";
    byId("submit")?.setAttribute("aria-busy", "true");
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-sent]").forEach((form) => delete form.dataset.sent);
    byId("submit")?.removeAttribute("aria-busy");
  });

  byId("keys-form").querySelector("button").hidden = true; // the switch works at once
  readSwitch();
  lines.restore();
  const all = lines.all(), invalid = all.findIndex((one) => one.classList.contains("invalid"));
  if (invalid >= 0) lines.go(invalid);
  else lines.mark(0);
})();
