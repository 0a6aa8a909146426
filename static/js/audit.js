// Keys of the audit page. Everything they do can be done with the controls on the page.
(() => {
  "use strict";

  const typing = (target) => target.closest("textarea, select, [contenteditable], input:not([type=radio]):not([type=checkbox])");
  const questions = () => [...document.querySelectorAll("fieldset[data-question]")].filter((one) => !one.closest(".override"));
  let current = 0;
  let quote = -1;

  function focusQuestion(step) {
    const all = questions();
    if (!all.length) return;
    current = Math.max(0, Math.min(all.length - 1, current + step));
    all.forEach((one, place) => one.toggleAttribute("data-current", place === current));
    all[current].focus({ preventScroll: true });
    all[current].scrollIntoView({ block: "nearest" });
  }

  function choose(letter) {
    const fieldset = questions()[current];
    const radio = fieldset && fieldset.querySelector(`input[data-verdict="${letter}"]`);
    if (!radio) return;
    radio.click();
    if (letter === "o") {
      const first = fieldset.querySelector(".override input:checked, .override input, .override textarea");
      if (first) first.focus();
    }
  }

  function nextQuote() {
    const links = [...document.querySelectorAll("[data-quote] a[href^='#e']")];
    if (!links.length) return;
    quote = (quote + 1) % links.length;
    const mark = document.getElementById(links[quote].getAttribute("href").slice(1));
    if (mark) {
      mark.scrollIntoView({ block: "center" });
      mark.focus({ preventScroll: true });
    }
  }

  document.addEventListener("keydown", (event) => {
    const submit = document.getElementById("submit");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (submit) submit.click();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || typing(event.target)) return;
    const act = {
      ArrowDown: () => focusQuestion(1), ArrowUp: () => focusQuestion(-1), j: () => focusQuestion(1), k: () => focusQuestion(-1),
      a: () => choose("a"), o: () => choose("o"), w: () => choose("w"), c: () => choose("c"), n: nextQuote,
      "?": () => document.querySelector("[data-dialog=keys]").click(),
    }[event.key];
    if (!act) return;
    if (event.key.startsWith("Arrow") && event.target.matches("input[type=radio]")) return;
    event.preventDefault();
    act();
  });

  document.addEventListener("focusin", (event) => {
    const place = questions().findIndex((one) => one.contains(event.target));
    if (place >= 0) {
      current = place;
      questions().forEach((one, at) => one.toggleAttribute("data-current", at === place));
    }
  });

  focusQuestion(0);
})();
