// Undo at a desk: first what was chosen or typed on this item, step by step, then the last submission, which the page
// names in data-undo-words of the button.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts;
  const MOST = 50;
  const steps = []; // what the form held before, and the question that changed
  let before = [], touched = null, isOneStep = false;

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
    if (!restored && !isOneStep && !isSameText) {
      steps.push({ answers: before, field: touched, title: titleOf(touched) });
      if (steps.length > MOST) steps.shift();
      isOneStep = true;
      setTimeout(() => { isOneStep = false; });
    }
    before = drafts.answers();
    show();
  }

  function titleOf(field) {
    const question = field?.closest?.("[data-question]:not(.override *), .question");
    const title = question?.querySelector(":scope > legend") ?? field?.closest?.(".turn-asked")?.querySelector(".turn-asked-title");
    return title?.textContent.trim() ?? "";
  }

  function show() {
    const undo = button(), step = steps.at(-1);
    if (!undo) return;
    const words = step ? desk.words("undoAnswer", { title: step.title }) : undo.dataset.submission;
    undo.querySelector("[data-undo-words]").textContent = words;
    undo.title = words;
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

  for (const name of ["input", "change"]) document.addEventListener(name, (event) => { touched = event.target; }, true);
  document.addEventListener("click", back, true);
  desk.hear("begin", begin);
  desk.hear("submitted", (words) => { if (button()) button().dataset.submission = words; show(); });
  desk.hear("changed", changed);
})();
