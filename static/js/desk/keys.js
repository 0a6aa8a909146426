// The key map. Single keys do nothing in a text field or a dialog, and can be switched off or given other letters.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts, questions = window.evalhubQuestions;
  const { byId } = desk;
  const { TEXT_FIELDS } = questions;
  const HELD_DOWN = ["next", "previous"];
  let moving = false; // a request that leads to another item is under way: keys must not reach an unseen one

  const isLocked = () => byId("work")?.hasAttribute("data-locked");

  function press(element) {
    if (!element || element.closest("[hidden], [inert]")) return false;
    element.classList.add("pressed");
    setTimeout(() => element.classList.remove("pressed"), 160);
    element.click();
    return true;
  }

  function guideline() {
    const details = byId("guideline");
    if (!details) return false;
    details.open = !details.open;
    desk.show(details);
    (details.open ? details.querySelector("[tabindex]") : details.querySelector("summary")).focus();
    return true;
  }

  const find = (selector) => document.querySelector(selector);
  const acts = {
    next: () => questions.move(1), previous: () => questions.move(-1), reason: questions.reason, evidence: questions.evidence, guideline,
    skip: () => !isLocked() && press(find('[data-dialog="skip"]')), flag: () => !isLocked() && press(find('[data-dialog="flag"]')),
    undo: () => press(find("#undo button")), history: () => press(find('[data-dialog="history"]')), extend: () => press(byId("lease")),
    back: () => press(find("[data-step=back]")), forward: () => press(find("[data-step=forward]")), sheet: () => press(find('[data-dialog="keys"]')),
  };

  function actionOf(key) {
    const { keys = {} } = desk.preferences();
    return Object.keys(keys).find((action) => keys[action] === key);
  }

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || moving) return;
    if (event.altKey || event.getModifierState("AltGraph")) return;
    const dialog = find("dialog[open]");
    const handled = event.ctrlKey || event.metaKey ? withControl(event, dialog) : !dialog && plain(event);
    if (handled) event.preventDefault();
  }

  function withControl(event, dialog) {
    if (event.key === "Enter" && !event.repeat && !event.shiftKey) {
      if (!dialog) return press(byId("submit"));
      const form = dialog.querySelector("form[data-moves]");
      form?.requestSubmit();
      return Boolean(form);
    }
    if (event.key.toLowerCase() === "s" && !event.shiftKey) { drafts.save(); return true; }
    return false;
  }

  function plain(event) {
    const on = event.target;
    if (event.key === "Escape") return questions.leave(on);
    if (on.matches(TEXT_FIELDS)) return event.key === "Enter" && on.matches("#answer input");
    if (event.key === "Enter") return enter(on);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") return arrow(event, on);
    const { keysOn } = desk.preferences();
    if (!keysOn) return event.key === "?" && acts.sheet();
    if (/^[0-9]$/.test(event.key)) return !event.repeat && questions.choose(event.key);
    const action = actionOf(event.key);
    if (!action || (event.repeat && !HELD_DOWN.includes(action))) return false;
    return acts[action]();
  }

  // No bare Enter submits: on a question it goes into its field, on a radio button it does nothing.
  function enter(on) {
    return questions.enter(on) || on.matches("#answer input");
  }

  // Arrows move between questions, except where they scroll, resize or belong to something of their own.
  function arrow(event, on) {
    if (on.matches(".pane, .text, summary, [role=separator]") || on.closest(".table-wrap, .toast, [data-own-arrows]") || event.shiftKey) return false;
    return questions.move(event.key === "ArrowDown" ? 1 : -1);
  }

  document.addEventListener("keydown", onKey);
  desk.hear("moving", (now) => { moving = now; });
})();
