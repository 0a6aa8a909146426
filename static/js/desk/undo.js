// Undo at a desk: first what was chosen or typed on this item, step by step, then the last submission, which the page
// names in data-undo-words of the button.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts;
  const MOST = 50;
  const steps = []; // what the form held before, and the question that changed
  let before = [], touched = null, act = 0; // the keys and clicks so far

  const button = () => document.querySelector('#work [data-act="undo"]');

  function begin() {
    steps.length = 0;
    before = drafts.answers();
    if (button()) button().dataset.submission = button().querySelector("[data-undo-words]").textContent;
    show();
  }

  // What one key or one click changes is one step, and so is what is typed into one field.
  function changed({ restored } = {}) {
    if (!button()) return;
    const isSameText = touched?.matches?.(desk.TEXT_FIELDS) && steps.at(-1)?.field === touched;
    if (!restored && steps.at(-1)?.act !== act && !isSameText) {
      steps.push({ answers: before, field: touched, title: titleOf(touched), act });
      if (steps.length > MOST) steps.shift();
    }
    before = drafts.answers();
    show();
  }

  // The question, and what of a decision on it.
  function titleOf(field) {
    const asked = field?.closest?.("[data-question]:not(.override *), .question"), line = field?.closest?.(".question-line");
    const title = line?.querySelector(".line-title > [dir]") ?? asked?.querySelector(":scope > legend") ?? field?.closest?.(".turn-asked")?.querySelector(".turn-asked-title");
    const part = line && asked?.matches("[data-question^='cause-'], [data-question^='confidence-']") && asked.querySelector("legend");
    return [title?.querySelector("[dir]") ?? title, part].filter(Boolean).map((one) => one.textContent.trim()).join(" · ");
  }

  function show() {
    const undo = button(), step = steps.at(-1);
    if (!undo) return;
    const words = step ? desk.words("undoAnswer", { title: step.title }) : undo.dataset.submission;
    undo.querySelector("[data-undo-words]").textContent = words;
    undo.title = words;
    if (!words && undo === document.activeElement) document.getElementById("item-heading")?.focus();
    undo.hidden = !words;
  }

  function back(event) {
    if (!event.target.closest('#work [data-act="undo"]') || !steps.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    touched = null;
    const { field, answers } = steps.at(-1);
    if (drafts.replace(answers)) { steps.pop(); desk.rows.reveal?.(field); }
    before = drafts.answers();
    show();
  }

  for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, () => { act += 1; }, true);
  for (const name of ["input", "change"]) document.addEventListener(name, (event) => { touched = event.target; }, true);
  document.addEventListener("click", back, true);
  desk.hear("begin", begin);
  desk.hear("submitted", (words) => { if (button()) button().dataset.submission = words; show(); });
  desk.hear("changed", changed);
})();
