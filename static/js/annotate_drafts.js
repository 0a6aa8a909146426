// Keeps what an annotator types: in this browser at once, on the server soon, never lost between the two.
// The server's form decides; this script sends it early, by compare-and-set on the draft's version.
(() => {
  "use strict";
  const TYPING_MS = 800, FIRST_RETRY_MS = 1000, LAST_RETRY_MS = 30000, SEND_MS = 20000, HEARTBEAT_MS = 60000;
  const WARN_SECONDS = 120, KEEP_MS = 7 * 86400000, PREFIX = "evalhub:draft";
  const bench = () => document.getElementById("bench");
  const form = () => document.getElementById("answer");
  const field = (name) => form().elements.namedItem(name);
  const time = () => new Date().toLocaleTimeString([], { hour12: false });

  let draft = null; // of the form on screen: lease key, timers, what is sent and what is not

  function chip(state, words, now = "") {
    const save = document.getElementById("save");
    save.dataset.state = state;
    save.textContent = words ? bench().dataset[words].replace("{time}", now) : "";
  }

  function alertFrom(id) {
    const template = document.getElementById(id);
    document.getElementById("alerts")?.replaceChildren(template.content.cloneNode(true));
  }

  function clearAlerts() {
    document.getElementById("alerts")?.replaceChildren();
  }

  // The answers as the form would post them: a list of [name, value].
  function answers() {
    return [...new FormData(form())].filter(([name]) => name.startsWith("q-"));
  }

  function fill(pairs) {
    for (const control of form().elements) {
      if (!control.name?.startsWith("q-")) continue;
      const values = pairs.filter(([name]) => name === control.name).map(([, value]) => value);
      if (control.type === "checkbox" || control.type === "radio") control.checked = values.includes(control.value);
      else control.value = values[0] ?? "";
    }
  }

  // The copy in this browser, kept per person, lease and form until the server has acknowledged it.
  function mirror() {
    const copy = { answers: answers(), version: draft.version, at: Date.now() };
    try { localStorage.setItem(draft.key, JSON.stringify(copy)); } catch { /* a full or closed store: the page still holds it */ }
  }

  function mirrored(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  }

  function forget(key) {
    try { localStorage.removeItem(key); } catch { /* nothing was kept */ }
  }

  function sweep() {
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(`${PREFIX}:`) && Date.now() - (mirrored(key)?.at ?? 0) > KEEP_MS) forget(key);
      }
    } catch { /* no store */ }
  }

  function begin() {
    stop();
    if (!form()) { chip("idle", ""); return; }
    const { lease, form: version } = form().dataset;
    draft = {
      key: `${PREFIX}:${bench().dataset.user}:${lease}:${version}`, version: Number(field("draft_version").value), dirty: false,
      held: false, moving: false, sending: null, again: false, timer: 0, delay: FIRST_RETRY_MS, leaseUntil: Date.now() + 1000 * Number(form().dataset.secondsLeft),
      seen: document.hidden ? 0 : Date.now(), spent: 0, beat: 0,
    };
    draft.beat = setInterval(beat, HEARTBEAT_MS);
    draft.clock = setInterval(showLease, 1000);
    chip("idle", "");
    restore();
    if (draft.leaseUntil - Date.now() < HEARTBEAT_MS) beat();
  }

  function stop() {
    if (!draft) return;
    clearTimeout(draft.timer);
    clearInterval(draft.beat);
    clearInterval(draft.clock);
    document.getElementById("lease").hidden = true;
    draft = null;
  }

  function restore() {
    const kept = mirrored(draft.key);
    if (!kept) return;
    if (JSON.stringify(kept.answers) === JSON.stringify(answers())) { forget(draft.key); return; }
    fill(kept.answers);
    draft.version = kept.version;
    draft.dirty = true;
    chip("unsaved", "restored");
    soon(0);
  }

  function changed(at_once) {
    if (!draft) return;
    draft.dirty = true;
    mirror();
    if (draft.held) return;
    chip("unsaved", "unsaved");
    soon(at_once ? 0 : TYPING_MS);
  }

  function soon(delay) {
    if (!draft) return;
    clearTimeout(draft.timer);
    draft.timer = setTimeout(save, delay);
  }

  // One request at a time; the newest answers win.
  function save(leaving = false) {
    if (!draft || draft.held || draft.moving || !draft.dirty) return Promise.resolve();
    if (draft.sending && !leaving) { draft.again = true; return draft.sending; }
    clearTimeout(draft.timer);
    const mine = draft, sent = JSON.stringify(answers()), body = new FormData(form());
    body.set("draft_version", mine.version);
    if (!leaving) chip("saving", "saving");
    const request = post(form().dataset.draftUrl, body, leaving);
    mine.sending = request.then((answer) => received(mine, sent, answer), () => unreachable(mine));
    return mine.sending;
  }

  // While the answers themselves are on their way no draft follows them.
  function moving(now) {
    if (!draft) return;
    draft.moving = now;
    if (!now && draft.dirty) soon(0);
  }

  function post(url, body, keepalive = false) {
    const signal = keepalive ? undefined : AbortSignal.timeout(SEND_MS);
    return fetch(url, { method: "POST", body, keepalive, signal, redirect: "error", headers: { "HX-Request": "true", Accept: "application/json" } });
  }

  // The body is read before the next save may start: a save in between would send the old version.
  async function received(mine, sent, answer) {
    const body = answer.ok ? await answer.json() : await answer.text();
    mine.sending = null;
    if (answer.ok) return acknowledged(mine, sent, body);
    if (mine !== draft) return;
    if (answer.status === 409) return conflicting(body);
    if (answer.status === 401 || answer.status === 403) return signedOut();
    unreachable(mine, answer.status);
  }

  function acknowledged(mine, sent, { version, lease_ended: leaseEnded }) {
    mine.version = version;
    mine.delay = FIRST_RETRY_MS;
    if (mine !== draft) return forget(mine.key);
    field("draft_version").value = version;
    if (leaseEnded) alertFrom("alert-lease");
    const again = mine.again || JSON.stringify(answers()) !== sent;
    mine.again = false;
    if (again) { mirror(); return save(); }
    mine.dirty = false;
    forget(mine.key);
    chip("saved", "saved", time());
  }

  function unreachable(mine, status = 0) {
    mine.sending = null;
    if (mine !== draft) return;
    const offline = status === 0 && !navigator.onLine;
    chip(offline ? "offline" : "unsaved", offline ? "offline" : "retrying");
    soon(mine.delay * (0.75 + Math.random() / 2));
    mine.delay = Math.min(2 * mine.delay, LAST_RETRY_MS);
  }

  function conflicting(html) {
    draft.held = true;
    mirror();
    const alerts = document.getElementById("alerts");
    alerts.innerHTML = html;
    htmx.process(alerts);
    chip("conflict", alerts.querySelector("[data-version]") ? "conflict" : "unsaved");
  }

  function keepMine(version) {
    draft.version = Number(version);
    draft.held = false;
    draft.dirty = true;
    clearAlerts();
    return save();
  }

  // Another tab may have signed in again: its token serves this page too, if it is the same person.
  function signedOut() {
    draft.held = true;
    mirror();
    chip("offline", "signedOut");
    alertFrom("alert-signin");
  }

  async function resume() {
    const answer = await fetch(bench().dataset.sessionUrl, { headers: { "HX-Request": "true" }, redirect: "error" }).catch(() => null);
    if (!answer?.ok) return false;
    const { user, csrf } = await answer.json();
    if (user !== bench().dataset.user) { alertFrom("alert-other-user"); return false; }
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": csrf }));
    document.querySelectorAll("input[name=csrfmiddlewaretoken]").forEach((input) => { input.value = csrf; });
    clearAlerts();
    if (!draft) return true;
    draft.held = false;
    await save();
    return true;
  }

  // The lease lives while the page is looked at; its end is told two minutes ahead.
  async function beat() {
    if (!draft || document.hidden) return;
    const mine = draft, body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "lease_token"]) body.set(name, field(name).value);
    const answer = await post(form().dataset.leaseUrl, body).catch(() => null);
    if (!answer || mine !== draft) return;
    if (answer.ok) draft.leaseUntil = Date.now() + 1000 * (await answer.json()).seconds_left;
    else if (answer.status === 409 && !draft.held) document.getElementById("alerts").innerHTML = await answer.text();
    else if (answer.status === 401) signedOut();
    if (draft === mine) showLease();
  }

  function showLease() {
    const left = Math.ceil((draft.leaseUntil - Date.now()) / 1000), shown = document.getElementById("lease");
    shown.hidden = left > WARN_SECONDS || left <= 0;
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (!shown.hidden) shown.textContent = shown.dataset.words.replace("{time}", clock);
  }

  // Seconds that the page was in view, for this item.
  function noteTime() {
    if (!draft) return;
    if (draft.seen) draft.spent += Date.now() - draft.seen;
    draft.seen = document.hidden ? 0 : Date.now();
    field("time_spent_seconds").value = (draft.spent / 1000).toFixed(1);
  }

  document.addEventListener("input", (event) => {
    if (event.target.form?.id === "answer" && event.target.matches("textarea, input:not([type=radio], [type=checkbox])")) changed(false);
  });
  document.addEventListener("change", (event) => { if (event.target.form?.id === "answer") changed(true); });
  document.addEventListener("click", (event) => {
    const keep = event.target.closest('[data-keep="mine"]');
    if (keep) keepMine(keep.closest("[data-version]").dataset.version);
    else if (event.target.closest("#lease")) beat();
    else if (event.target.closest("[data-discard]") && draft) { forget(draft.key); draft.dirty = false; draft.held = true; }
  });
  document.addEventListener("visibilitychange", () => {
    noteTime();
    if (document.hidden) save(true);
    else if (draft) { beat(); if (draft.held && document.querySelector("#alerts [data-retry]")) resume(); }
  });
  addEventListener("pagehide", () => save(true));
  addEventListener("online", () => { if (draft) { draft.delay = FIRST_RETRY_MS; save(); } });

  sweep();
  window.evalhubDrafts = { begin, stop, save, moving, resume, signedOut, noteTime, alertFrom, clearAlerts, forget: () => draft && forget(draft.key), key: () => draft?.key };
})();
