// The questions of the adjudicator's page: which is open, what each still waits for, and what a digit chooses there.
// The form decides; without this script every question is open.
window.evalhubAsked = (() => {
  "use strict";
  const { byId } = window.evalhubDesk;
  // Where j and k stop: questions, and the parts of those that are settled part by part; nothing in a closed fold.
  const stops = () => [...(byId("decision")?.querySelectorAll("[data-stop], .part, details.taken-over") ?? [])].filter((one) => !one.parentElement.closest("details:not([open])"));
  const lineOf = (stop) => stop?.closest("[data-asked]");
  const isPart = (stop) => stop.matches(".part, details.taken-over");
  const checked = (scope, selector) => scope.querySelector(`:is(${selector}):checked`);
  let current = null;

  // The digits of a stop: its own picks, without those of another part or of a cause.
  const optionsOf = (stop) => [...stop.querySelectorAll("input:is([data-key], [data-digit])")].filter((one) => (one.closest(".part") ?? lineOf(stop)) === (isPart(stop) ? stop : lineOf(stop)) && one.closest(".own-value")?.checkVisibility() !== false);
  const valueFields = (line) => [...line.querySelectorAll("[name^='own-'], [name^='given-']")];
  const filled = (one) => (one.matches("[type=radio], [type=checkbox]") ? one.checked && (one.value || "none" in one.dataset) : one.value.trim());

  function hasValue(line) {
    const take = checked(line, ".group-value input, .own > .pick > input");
    if (take && take.value !== "own") return true;
    const needsTake = line.querySelector(".own > .pick > input");
    return (!needsTake || Boolean(take)) && valueFields(line).some((one) => one.name.startsWith("own-") && filled(one));
  }

  const partFields = (part) => [...part.querySelectorAll("input:not([type=hidden])")];
  const partIsOpen = (part) => part.matches(".part") && !partFields(part).some(filled);

  const postedBy = (part) => [...part.querySelectorAll("[data-posted]")].map((one) => one.dataset.posted);

  // A value that nobody gave is explained in a note.
  function isNew(line) {
    if (line.querySelector(".adds [data-list] input:checked")) return true;
    const turns = [...line.querySelectorAll(".part:has([data-posted])")];
    if (turns.length) return turns.some((part) => !partIsOpen(part) && !postedBy(part).includes(partFields(part).find(filled).value.trim()));
    if (line.querySelector(".part")) return false;
    if (line.dataset.given) return !JSON.parse(line.dataset.given).includes(checked(line, ".own-value input")?.value ?? "");
    return line.querySelector(".groups") !== null && checked(line, ".own > .pick > input") !== null;
  }

  // What a question waits for: value, cause, note, or nothing.
  function needs(line) {
    if ("off" in line.dataset) return "";
    const parts = [...line.querySelectorAll(".part")];
    const isChosen = parts.length ? !parts.some(partIsOpen) : hasValue(line);
    if (!isChosen) return "needed" in line.dataset ? "value" : "";
    if (line.querySelector(".causes") && !checked(line, ".causes input")) return "cause";
    return isNew(line) && line.querySelector(".group") && !line.querySelector(".note input").value.trim() ? "note" : "";
  }

  function stopNeeds(stop) {
    const need = needs(lineOf(stop));
    if (isPart(stop)) return partIsOpen(stop);
    return stop.matches(".for-parts") ? need === "cause" || need === "note" : need !== "";
  }

  function mark(stop) {
    const line = lineOf(stop);
    current = stop;
    document.querySelectorAll("[data-current]").forEach((one) => one.removeAttribute("data-current"));
    [stop, line].forEach((one) => one?.setAttribute("data-current", ""));
    show();
  }

  function go(stop) {
    if (!stop) return false;
    mark(stop);
    const target = stop.matches("details") ? stop.querySelector("summary") : stop;
    if (target === stop) stop.tabIndex = -1;
    target.focus({ preventScroll: true });
    showPassage(stop);
    stop.scrollIntoView({ block: "nearest" });
    return true;
  }

  // A passage is shown in the text that it lies in, which scrolls by itself.
  function showPassage(part) {
    const number = part.querySelector(":scope > legend > .part-number")?.textContent.trim();
    const marked = number && lineOf(part).querySelector(`.laned[data-begins~="${number}"]`);
    if (marked) marked.closest(".overlaid").scrollTop = marked.offsetTop - 80;
  }

  function move(step) {
    const all = stops(), at = all.indexOf(current);
    return all.length > 0 && go(all[Math.max(0, Math.min(all.length - 1, at + step))]);
  }

  // After an answer the next question that waits for something is the open one; without any it stays.
  function advance() {
    const all = stops(), at = all.indexOf(current);
    const next = [...all.slice(at), ...all.slice(0, at)].find(stopNeeds);
    if (next !== current) return go(next ?? current);
    return needs(lineOf(current)) === "note" && focusNote();
  }

  const digitsOf = (line) => (needs(line) === "cause" && (!line.querySelector(".part") || current.matches(".for-parts")) ? "cause" : "value");

  function digit(key) {
    const line = lineOf(current);
    if (!line) return false;
    const isCause = digitsOf(line) === "cause";
    const options = isCause ? [...line.querySelectorAll("[data-cause]")] : optionsOf(current);
    return press(options.find((one) => (one.dataset.cause ?? one.dataset.key ?? one.dataset.digit) === key));
  }

  function press(option) {
    if (!option) return false;
    option.focus({ preventScroll: true });
    option.click();
    return true;
  }

  // The same key again takes a confidence back: it is optional.
  function confidence(key) {
    const option = lineOf(current)?.querySelector(`[data-confidence="${key}"]`);
    if (!option) return false;
    option.checked = !option.checked;
    option.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  // All parts of a question as one rater has them; what was added beside goes.
  function takeColumn(button) {
    const line = lineOf(button), mark = button.dataset.takeColumn;
    line.querySelectorAll(`input[data-columns~="${mark}"]`).forEach((one) => { one.checked = true; });
    line.querySelectorAll(`[data-posted][data-columns~="${mark}"]`).forEach((one) => {
      for (const field of partFields(one.closest(".part"))) {
        if (field.type === "radio") field.checked = field.value === one.dataset.posted;
        else field.value = one.dataset.posted;
      }
    });
    line.querySelectorAll(".adds [data-list] input:checked").forEach((one) => one.click());
    line.dispatchEvent(new Event("change", { bubbles: true }));
    go(line.querySelector(".for-parts"));
  }

  function focusNote() {
    const note = lineOf(current)?.querySelector(".note input");
    note?.focus();
    return Boolean(note);
  }

  // False with the cursor on what still waits.
  function finish() {
    const waiting = stops().find(stopNeeds);
    if (!waiting) return true;
    go(waiting);
    if (needs(lineOf(waiting)) === "note" && !isPart(waiting)) focusNote();
    return false;
  }

  // What was chosen in words, as Mine shows it.
  function wordsOf(line) {
    const parts = [...line.querySelectorAll(".part")];
    if (parts.length) return parts.some((part) => !partIsOpen(part)) ? `${parts.filter((part) => !partIsOpen(part)).length} / ${parts.length}` : "";
    const take = checked(line, ".group-value input");
    if (take) return take.dataset.words;
    const chosen = [...line.querySelectorAll(".own-value input:checked")].filter(filled);
    const words = chosen.map((one) => (one.closest("label")?.querySelector(".choice-body > span") ?? one.closest("label")?.querySelector("span"))?.textContent.trim() ?? one.value);
    const typed = [...line.querySelectorAll(".own-value :is(textarea, input:not([type=radio], [type=checkbox], [type=hidden]))")].map((one) => one.value.trim());
    return hasValue(line) ? [...words, ...typed].filter(Boolean).join(", ") : "";
  }

  function show() {
    const lines = [...document.querySelectorAll("[data-asked]")], waiting = lines.map(needs).filter(Boolean);
    for (const line of lines) {
      const isOff = "off" in line.dataset, words = isOff ? "" : wordsOf(line), mine = line.querySelector(".mine");
      if (!line.querySelector(".decide")) continue;
      mine.classList.toggle("chosen", Boolean(words));
      mine.querySelector("[data-mine]").textContent = words || (isOff ? mine.dataset.off : mine.dataset.none);
      line.dataset.digits = current && line === lineOf(current) ? digitsOf(line) : "";
    }
    const submit = byId("submit"), label = submit?.querySelector("[data-words]");
    if (!label) return;
    const values = waiting.filter((need) => need === "value").length;
    label.textContent = values ? submit.dataset.value.replace("{n}", values) : submit.dataset[waiting[0] ?? "publish"];
    submit.toggleAttribute("data-waiting", waiting.length > 0);
  }

  const firstOpen = () => stops().find(stopNeeds) ?? stops()[0];
  const isComplete = () => !stops().some(stopNeeds);

  // Which questions are asked by what is chosen: {key: whether}.
  function showAsked(asked) {
    for (const [key, isAsked] of Object.entries(asked)) byId(`card-${key}`)?.toggleAttribute("data-off", !isAsked);
    show();
  }

  document.documentElement.dataset.scripted = "";
  return { stops, lineOf, current: () => current, mark, go, move, advance, digit, confidence, takeColumn, focusNote, finish, firstOpen, isComplete, show, showAsked };
})();
