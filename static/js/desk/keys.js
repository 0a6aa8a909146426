// The key map. Single keys do nothing in a text field or a dialog, and can be switched off or given other letters.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts;
  const { TEXT_FIELDS, acts, byId, form, rows } = desk;
  const HELD_DOWN = ["next", "previous"];
  let moving = false; // a request that leads to another item is under way: keys must not reach an unseen one
  let typing = false; // a letter that is no key was typed outside of a field: what follows is text, and no commands

  function press(element) {
    if (!element || element.closest("[hidden], [inert]")) return false;
    element.classList.add("pressed");
    setTimeout(() => element.classList.remove("pressed"), 160);
    element.click();
    return true;
  }

  const find = (selector) => document.querySelector(selector);
  Object.assign(acts, { next: () => rows.move(1), previous: () => rows.move(-1), reason: () => rows.reason() });
  const act = (action) => acts[action]?.() ?? press(find(`[data-act="${action}"]`));

  function actionOf(key) {
    const { keys = {} } = desk.preferences();
    return Object.keys(keys).find((action) => keys[action] === key);
  }

  // These are read as typed: a shortcut of this person, and what is typed as text, where é is no 2.
  desk.keeps = (event) => !event.ctrlKey && !event.metaKey && (typing || Boolean(actionOf(event.key)));

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
      const sent = dialog.querySelector("form[data-moves]");
      sent?.requestSubmit();
      return Boolean(sent);
    }
    if (window.evalhubKey(event).toLowerCase() === "s" && !event.shiftKey) { drafts.save(); return true; }
    return false;
  }

  function plain(event) {
    const on = event.target;
    if (event.key === "Escape") { resume(); return rows.leave(on); }
    if (on.matches(TEXT_FIELDS)) return event.key === "Enter" && on.matches("input") && on.form === form() && (rows.commit?.(on) ?? true);
    if (event.key === "Enter") return enter(event, on);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") return arrow(event, on);
    const { keysOn } = desk.preferences(), key = window.evalhubKey(event);
    if (!keysOn) return key === "?" && act("sheet");
    if (/^[0-9]$/.test(key)) { resume(); return !event.repeat && (rows.choose(key) || !/\p{Nd}/u.test(event.key)); } // no & is typed for 1
    if (event.shiftKey && /^Digit[0-9]$/.test(event.code) && !event.repeat && rows.choose(`⇧${event.code.at(-1)}`)) return true;
    return !typing && [...key].length === 1 && command(event, key);
  }

  function command(event, key) {
    const action = actionOf(key);
    if (!action && /\p{Letter}/u.test(event.key)) pause();
    if (!action || (event.repeat && !HELD_DOWN.includes(action))) return false;
    return act(action);
  }

  // Whoever types a sentence beside the field is told, and nothing of it is carried out.
  function pause() {
    typing = true;
    desk.toastFrom("toast-typing");
  }

  function resume() {
    if (typing) find('#toasts [data-key="typing"]')?.remove();
    typing = false;
  }

  // No bare Enter submits unless the desk says so: on a question it goes into its field, on a radio button it does
  // nothing. What ends a sentence is no command either.
  function enter(event, on) {
    if (typing && !on.closest("a, button, summary")) { resume(); return true; }
    return rows.enter(on, event) || (on.matches("input") && on.form === form());
  }

  // Arrows move between questions, except where they scroll, resize or belong to something of their own.
  function arrow(event, on) {
    resume();
    if (on.matches(".pane, .text, pre, summary, [role=separator]") || on.closest(".table-wrap, .toast, [data-own-arrows]") || event.shiftKey) return false;
    return rows.move(event.key === "ArrowDown" ? 1 : -1);
  }

  document.addEventListener("keydown", onKey);
  for (const name of ["pointerdown", "focusin"]) document.addEventListener(name, resume);
  desk.hear("moving", (now) => { moving = now; });
})();
