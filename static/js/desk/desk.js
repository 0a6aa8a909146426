// What the scripts of a desk share: where things are, the page's own words, preferences, requests. See docs/desk-module.md.
window.evalhubDesk = (() => {
  "use strict";
  const SEND_MS = 20000;
  const TEXT_FIELDS = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden], [type=button], [type=submit]), [contenteditable]";
  const byId = (id) => document.getElementById(id);
  const texts = () => byId("desk");
  // The form whose draft is kept: at most one on a page.
  const isForm = (element) => Boolean(element?.matches?.("form[data-draft-url]"));
  const form = () => document.querySelector("#work form[data-draft-url]");
  const field = (name) => form()?.elements.namedItem(name);
  const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const preferences = () => JSON.parse(byId("preferences")?.dataset.value || "{}");

  // Words come from the page, in the language of the page: data-<key> of #desk with {name} replaced.
  function words(key, values = {}) {
    return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), texts().dataset[key] ?? "");
  }

  function chip(state, text) {
    const save = byId("save");
    save.dataset.state = state;
    save.textContent = text;
  }

  function alertFrom(id) {
    const alerts = byId("alerts");
    if (!alerts) return;
    alerts.replaceChildren(byId(id).content.cloneNode(true));
    htmx.process(alerts);
  }

  function showAlert(html) {
    const alerts = byId("alerts");
    if (!alerts) return;
    alerts.innerHTML = html;
    htmx.process(alerts);
  }


  const clearAlerts = () => byId("alerts")?.replaceChildren();

  // A screen reader hears the same words again only when they change.
  function announce(text) {
    const region = byId("announce");
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }

  // A toast of the page's templates; the one with the same key is replaced.
  function toastFrom(id) {
    const toast = byId(id).content.firstElementChild.cloneNode(true);
    document.querySelector(`#toasts [data-key="${toast.dataset.key}"]`)?.remove();
    byId("toasts").append(toast);
    htmx.process(toast);
  }

  // The same with words of the moment: {name} in its text is replaced.
  function toast(id, values) {
    toastFrom(id);
    const shown = byId("toasts").lastElementChild.querySelector("span");
    shown.textContent = Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), shown.textContent);
  }

  // The whole answer, read to its end: one that breaks off is refused, as if none had come.
  async function post(url, body, keepalive = false) {
    const signal = keepalive ? undefined : AbortSignal.timeout(SEND_MS);
    const answer = await fetch(url, { method: "POST", body, keepalive, signal, redirect: "error", headers: { "HX-Request": "true", Accept: "application/json" } });
    const text = await answer.text();
    return { ok: answer.ok, status: answer.status, headers: answer.headers, text: () => text, json: () => JSON.parse(text) };
  }

  function signed(fields = {}) {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"]);
    Object.entries(fields).forEach(([name, value]) => body.set(name, value));
    return body;
  }

  // What a fold of a pane holds comes into view as it opens.
  document.addEventListener("click", (event) => {
    const fold = event.target.closest(".pane details > summary")?.parentElement;
    if (fold) setTimeout(() => fold.open && fold.scrollIntoView({ block: "nearest" }));
  });

  // A store may be full or closed: the page then still holds what was typed.
  const storeIn = (where) => ({
    get(key) { try { return JSON.parse(window[where].getItem(key)); } catch { return null; } },
    set(key, value) { try { window[where].setItem(key, JSON.stringify(value)); } catch { /* the page holds it */ } },
    drop(key) { try { window[where].removeItem(key); } catch { /* nothing was kept */ } },
    keys() { try { return Object.keys(window[where]); } catch { return []; } },
  });
  const store = storeIn("localStorage"), tabStore = storeIn("sessionStorage");

  // Events between these scripts: begin, stop, changed, saved, moving, retry, back (the network is there again).
  const tell = (name, detail = {}) => document.dispatchEvent(new CustomEvent(`desk:${name}`, { detail }));
  const hear = (name, act) => document.addEventListener(`desk:${name}`, (event) => act(event.detail));

  // What a key does beyond pressing the element with data-act="<action>": a desk adds its own, by action.
  const acts = {};
  // The questions of the desk: next, choose by digit, leave a field. A desk sets these functions.
  const rows = {};

  return {
    TEXT_FIELDS, acts, rows, byId, texts, form, isForm, field, clock, preferences, words, chip, alertFrom, showAlert, clearAlerts, announce, toast, toastFrom, post, signed, store, tabStore, tell, hear,
  };
})();
