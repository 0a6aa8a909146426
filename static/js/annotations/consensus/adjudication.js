// The adjudicator's part of the desk: what its own keys do, quotes, and which questions are asked.
(() => {
  "use strict";
  const desk = window.evalhubDesk, lines = window.evalhubAsked;
  const { TEXT_FIELDS, byId, form } = desk;
  const ASK_MS = 120;
  let quote = -1, timer = 0, asked = 0;

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
    if (!fold) return false;
    fold.open = !fold.open;
    (fold.open ? fold.querySelector("[tabindex]") : fold.querySelector("summary")).focus();
    fold.scrollIntoView({ block: "nearest" });
    return true;
  }

  // Questions with conditions: the server decides. The newest answer wins.
  function ask() {
    clearTimeout(timer);
    if (!form()?.dataset.askedUrl) return;
    timer = setTimeout(async () => {
      const mine = ++asked, on = form();
      if (!on) return;
      const answer = await desk.post(on.dataset.askedUrl, new FormData(on)).catch(() => null);
      if (answer?.ok && mine === asked && on === form()) lines.showAsked(await answer.json());
    }, ASK_MS);
  }

  // What a value, a cause or a note still lacks takes the focus; only a whole decision is sent.
  function finishFirst(event) {
    if (event.target !== form() || form().inert || lines.finish()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // The first question that waits for something is open; a form that was refused begins at its first mistake.
  function arrive() {
    quote = -1;
    document.querySelectorAll("[data-take-column]").forEach((button) => { button.hidden = false; });
    const stops = lines.stops(), invalid = stops.find((one) => lines.lineOf(one).matches(".invalid"));
    if (stops.length) lines.mark(invalid ?? lines.firstOpen());
    ask();
    return invalid;
  }

  // Enter in a question goes nowhere: only Ctrl or Cmd with Enter publishes.
  const enter = () => false;
  const leave = (on) => (on.matches(TEXT_FIELDS) || Boolean(on.closest(".own-value"))) && lines.go(lines.current());
  const reason = lines.focusNote;

  document.addEventListener("focusin", (event) => {
    const stop = lines.stops().findLast((one) => one.contains(event.target));
    if (stop && stop !== lines.current()) lines.mark(stop);
  });
  document.addEventListener("click", (event) => {
    const head = event.target.closest("[data-head]"), cite = event.target.closest("a[data-quote]"), column = event.target.closest("[data-take-column]");
    if (form()?.inert) return;
    if (column) lines.takeColumn(column);
    else if (cite && showQuote(cite)) event.preventDefault();
    else if (head) lines.go(lines.stops().find((one) => lines.lineOf(one) === head.parentElement));
  });
  // A value asks for its cause, a cause leads to the next question; a confidence does neither.
  document.addEventListener("change", (event) => {
    const control = event.target;
    if (!control.closest("[data-asked]")) return;
    lines.show();
    const isValue = control.type === "radio" && control.value !== "own" && /^(own|given)-/.test(control.name);
    if (isValue || control.dataset.cause) lines.advance();
    else if (control.value === "own") control.closest(".own")?.querySelector(".own-value :is(input:checked, input:not([type=hidden]), textarea, select)")?.focus({ preventScroll: true });
  });
  document.addEventListener("input", (event) => { if (event.target.closest("[data-asked]")) lines.show(); });
  document.addEventListener("submit", finishFirst, true);
  desk.hear("changed", () => { lines.show(); ask(); });

  const confidence = (key) => () => !form()?.inert && lines.confidence(key);
  const choose = (digit) => !form()?.inert && lines.digit(digit);
  Object.assign(desk.rows, { arrive, move: lines.move, choose, reason, enter, leave, isComplete: lines.isComplete });
  Object.assign(desk.acts, { quote: nextQuote, evidence: markPassage, guideline, confidence_high: confidence("h"), confidence_medium: confidence("m"), confidence_low: confidence("l") });
})();
