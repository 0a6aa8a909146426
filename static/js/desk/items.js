// The way from item to item: requests that move, where the focus lands, and what happens when one fails.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts, prefetch = window.evalhubPrefetch, outbox = window.evalhubOutbox;
  const { byId, form, isForm, rows } = desk;
  const ADVANCE_MS = 500, PROBE_MS = 1500;
  let busy = false; // a request that moves to another item is under way
  let pending = null; // the form that could not be sent
  let advance = 0, probing = 0;
  let merging = false; // a form that was drawn again from two versions, or from a kept one, takes the place of the old one

  // Arriving at an item, or at the reason why there is none.
  function arrive(announce) {
    setBusy(false);
    pending = null;
    desk.tell("begin");
    const invalid = rows.arrive();
    if (invalid) invalid.focus();
    else if (announce) (document.querySelector("#work [autofocus]:not(dialog *)") || byId("item-heading"))?.focus({ preventScroll: true });
    if (announce) desk.announce(byId("work").dataset.announce.trim() || byId("item-heading")?.textContent || "");
  }

  function setBusy(now) {
    busy = now;
    desk.tell("moving", now);
    byId("work")?.toggleAttribute("aria-busy", now);
    if (now) byId("submit")?.setAttribute("aria-busy", "true");
    else byId("submit")?.removeAttribute("aria-busy");
  }

  // Requests: nothing that could not be sent is lost, and what is sent again carries the same submission id.
  // The form that the server draws again is such a request's element too, but that leads nowhere.
  const merges = (event) => Boolean(form()) && event.detail.requestConfig?.path === form().dataset.mergeUrl;
  const moves = (event) => (!merges(event) && event.detail.requestConfig?.elt.closest("[data-moves]")) || null;

  function before(event) {
    const moving = moves(event);
    if (!moving) return;
    clearTimeout(advance);
    if (busy) { event.preventDefault(); return; }
    if (drafts.isAway() && isForm(moving)) { event.preventDefault(); away(moving); return; }
    setBusy(true);
    drafts.moving(true);
  }

  // Offline: a complete form waits with those before it, and the next item comes. The banner says why nothing is sent.
  function away(moving) {
    if (moving.hasAttribute("data-queues") && (rows.isComplete?.() ?? true)) { outbox.add(moving); return; }
    pending = moving;
    desk.announce(byId("away-words")?.textContent ?? "");
  }

  function after(event) {
    const { status } = event.detail.xhr, moving = moves(event);
    if (merges(event) && [401, 403].includes(status)) drafts.signedOut();
    if (!moving) return;
    setBusy(false);
    // Answers without a reply may have arrived: only handing them in again can tell, so no draft is sent before that.
    // What the server has refused it has kept, or never will: a draft would only hide the words that say so.
    const isUnknown = status === 0 || status >= 500, isFinal = [409, 410].includes(status) && !document.querySelector("#alerts [data-take-over]");
    drafts.moving(isForm(moving) && (isUnknown || isFinal));
    if (event.detail.successful) return;
    if ([409, 410, 422].includes(status)) return;
    pending = moving.closest("form");
    document.querySelector("dialog[open]")?.close();
    if (status === 401 || status === 403) drafts.signedOut();
    else { desk.alertFrom(status === 0 ? "alert-offline" : "alert-server"); if (isForm(moving)) probe(); }
  }

  // What could not be sent is sent as soon as the server answers again: a submission tells a repeat from a second one.
  function probe() {
    clearTimeout(probing);
    probing = setTimeout(async () => {
      if (!pending?.isConnected || busy) return;
      await retry();
      if (pending?.isConnected && !document.querySelector("#alerts [data-dialog=signin]")) probe();
    }, PROBE_MS * (0.75 + Math.random() / 2));
  }

  async function retry() {
    if (!(await window.evalhubSession.resume()) || !pending?.isConnected) return;
    const again = pending;
    pending = null;
    again.requestSubmit();
  }

  // What was typed is stored before the item is left by undo or for an older one.
  async function flushFirst(event) {
    drafts.noteTime();
    const leaving = event.target.closest("form[data-flush]");
    if (!leaving || leaving.dataset.flushed || !form()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    await drafts.save();
    await new Promise((ended) => setTimeout(ended)); // a form cannot be submitted while its own submit event lasts
    leaving.dataset.flushed = "yes";
    leaving.requestSubmit(event.submitter);
    delete leaving.dataset.flushed;
  }

  function beforeSwap(event) {
    const { target, xhr, requestConfig } = event.detail;
    merging = isForm(target) && xhr.status === 200;
    if (merging) { drafts.drawn(); desk.tell("stop"); desk.clearAlerts(); return; }
    if (target.id !== "work" || xhr.status >= 300) return;
    if (isForm(requestConfig.elt)) drafts.forget();
    desk.tell("stop");
    const page = prefetch.page(xhr);
    if (page) event.detail.serverResponse = page + event.detail.serverResponse;
  }

  // Opt-in: once every required question has its answer, a chosen option hands in; a moment's pause lets one correct it.
  function advanceSoon(event) {
    clearTimeout(advance);
    const chosen = isForm(event.target.form) && event.target.matches("input[type=radio]");
    if (!chosen || !desk.preferences().autoAdvance || !rows.isComplete?.()) return;
    advance = setTimeout(() => form()?.requestSubmit(byId("submit")), ADVANCE_MS);
  }

  document.addEventListener("submit", flushFirst, true);
  document.addEventListener("change", advanceSoon);
  addEventListener("keydown", () => clearTimeout(advance), true); // before any other script makes a choice of the same key
  document.addEventListener("click", (event) => { if (event.target.closest("[data-retry]")) retry(); });
  desk.hear("retry", retry);
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.closest("[data-moves]") && prefetch.stamp()) event.detail.parameters.prefetched = prefetch.stamp();
  });
  document.addEventListener("htmx:beforeRequest", before);
  document.addEventListener("htmx:afterRequest", after);
  document.addEventListener("htmx:beforeSwap", beforeSwap);
  document.addEventListener("htmx:afterSettle", (event) => {
    const { elt } = event.detail;
    if (elt.id === "work") arrive(true);
    else if (isForm(elt)) { arrive(false); if (merging) drafts.merged(); }
    else if (elt.matches(".conflict")) drafts.tellConflict();
    else if (elt.id === "item" && !busy) prefetch.drop(); // an answer on its way has named the page laid by
  });
  document.addEventListener("DOMContentLoaded", () => arrive(false));
})();
