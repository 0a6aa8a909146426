// Questions of several lines (grid, turns): a digit answers the line that has the focus, or the first open one.
(() => {
  "use strict";
  const TYPED = "textarea, select, input:not([type=radio], [type=checkbox])";

  const answered = (line) => line.querySelector("input:checked") !== null;

  // The lines of a question, also those that stand elsewhere; see turns.js.
  const ownerOf = (line) => line.dataset.of ?? line.closest(".question").id;
  const linesOf = (id) => [...document.querySelectorAll("[data-line]")].filter((line) => ownerOf(line) === id);

  function lineOf(target) {
    const line = target.closest?.("[data-line]");
    if (line) return line;
    const question = target.closest?.(".question") || document.querySelector(".question[data-current]");
    const lines = linesOf(question?.id);
    return lines.find((each) => !answered(each)) || lines.at(-1);
  }

  document.addEventListener("keydown", (event) => {
    const key = window.evalhubKey(event);
    if (event.defaultPrevented || event.repeat || !/^[0-9]$/.test(key)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.(TYPED)) return;
    if (document.documentElement.dataset.keys === "off" || document.querySelector("dialog[open]")) return;
    const line = lineOf(event.target);
    const choice = line?.querySelector(`input[data-digit="${key}"]`);
    if (!choice) return;
    event.preventDefault();
    choice.click();
    const lines = linesOf(ownerOf(line));
    const next = lines.slice(lines.indexOf(line) + 1).find((each) => !answered(each));
    (next?.querySelector("input") || choice).focus();
    if (!next) choice.dispatchEvent(new Event("evalhub:answered", { bubbles: true }));
  }, true);
})();
