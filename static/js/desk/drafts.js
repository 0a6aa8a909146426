// Keeps what is typed at a desk: in this browser at once, on the server soon, never lost between the two.
// The server's form decides; this script sends it early, by compare-and-set on the draft's version. The page names itself
// and numbers its saves: one that it never heard of again, or that arrives late, is no other window's.
window.evalhubDrafts = (() => {
  "use strict";
  const desk = window.evalhubDesk;
  const { byId, texts, form, isForm, field, words, chip, store, tabStore } = desk;
  const TYPING_MS = 800, FIRST_RETRY_MS = 1000, LAST_RETRY_MS = 2000, KEEP_MS = 7 * 86400000;
  const PREFIX = "evalhub:draft", PAGE = "evalhub:page";
  const time = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour12: false });

  // This tab through its reloads, and the number of its last save.
  const page = tabStore.get(PAGE) ?? { id: crypto.randomUUID?.() ?? String(Math.random()), number: 0 };
  let draft = null; // of the form on screen: key of the copy, timers, what is sent and what is not
  let away = false; // the server cannot be reached
  let redrawn = ""; // the copy that the server has drawn already

  // What the form would post of a draft, a list of [name, value]: names that begin with a word of data-fields and a dash.
  const isKept = (name) => form().dataset.fields.split(" ").some((kind) => name?.startsWith(`${kind}-`));
  const answers = () => [...new FormData(form())].filter(([name]) => isKept(name));

  const grouped = (pairs) => Object.fromEntries([...new Set(pairs.map(([name]) => name))].map((name) => [name, JSON.stringify(pairs.filter((pair) => pair[0] === name))]));

  // How many fields differ from what the server has acknowledged.
  function unsent() {
    const now = grouped(answers()), then = grouped(draft.acknowledged);
    return Math.max(1, Object.keys({ ...now, ...then }).filter((name) => now[name] !== then[name]).length);
  }

  function fill(pairs) {
    for (const control of form().elements) {
      if (!isKept(control.name)) continue;
      const values = pairs.filter(([name]) => name === control.name).map(([, value]) => value);
      if (control.type === "checkbox" || control.type === "radio") control.checked = values.includes(control.value);
      else control.value = values[0] ?? "";
    }
  }

  // The copy in this browser, kept per person, lease and form until the server has acknowledged it. The correction of an
  // answer that stands has no draft on the server: until it is handed in, this copy is the only one.
  const mirror = () => store.set(draft.key, { answers: answers(), version: draft.version, page: draft.page, at: Date.now() });

  function nextNumber() {
    page.number = Math.max(Date.now(), page.number + 1);
    tabStore.set(PAGE, page);
    return page.number;
  }

  function sweep() {
    const old = store.keys().filter((key) => key.startsWith(`${PREFIX}:`) && Date.now() - (store.get(key)?.at ?? 0) > KEEP_MS);
    old.forEach(store.drop);
  }

  function begin() {
    stop();
    if (!form()) { chip("idle", ""); return; }
    const { lease, form: version, revises } = form().dataset;
    draft = {
      key: `${PREFIX}:${texts().dataset.user}:${lease}:${version}${revises ? `:r${revises}` : ""}`, revises: Boolean(revises),
      version: Number(field("draft_version").value), page: page.id, dirty: false, held: false, moving: false, sending: null, again: false, timer: 0,
      delay: FIRST_RETRY_MS, acknowledged: answers(), seen: document.hidden ? 0 : Date.now(), spent: 0,
    };
    chip("idle", "");
    showAway(!navigator.onLine);
    restore();
  }

  function stop() {
    if (!draft) return;
    clearTimeout(draft.timer);
    draft = null;
  }

  // What this browser kept comes back: simple fields here, everything else as the server draws it.
  function restore() {
    const kept = store.get(draft.key) ?? savedSince();
    if (!kept) return;
    const isDrawn = redrawn === draft.key;
    redrawn = "";
    if (isThere(kept.answers) && !isDrawn) { forget(); return; }
    put(kept, isDrawn);
    chip("unsaved", words(draft.revises ? "restoredHere" : "restored"));
  }

  // The server may draw the page, then store a last save of the page before it: that one is newer than what is drawn.
  function savedSince() {
    const saved = tabStore.get(draft.key);
    if (saved?.version > draft.version) return saved;
    tabStore.drop(draft.key);
    return null;
  }

  const isThere = (pairs) => JSON.stringify(pairs) === JSON.stringify(answers());

  function put(kept, isDrawn = false) {
    fill(kept.answers);
    draft.version = kept.version;
    draft.page = kept.page ?? draft.page;
    draft.dirty = true;
    desk.tell("changed", { restored: true });
    if (isThere(kept.answers) || isDrawn) { soon(0); return; }
    draft.held = true;
    redrawn = draft.key;
    redraw(kept);
  }

  // An earlier state of the form takes the place of what it shows.
  function replace(pairs) {
    if (!draft || draft.held) return false;
    const kept = { answers: pairs, version: draft.version, page: draft.page, at: Date.now() };
    store.set(draft.key, kept);
    put(kept);
    if (!draft.held) chip("unsaved", words("unsaved"));
    return true;
  }

  // Nothing can be typed until what was kept is drawn, so that the copy stays whole while the server cannot be reached.
  async function redraw(kept) {
    const mine = draft, values = { draft_version: kept.version, draft_page: mine.page, draft_save: nextNumber(), keep: "mine" };
    if (field("lease_token")) values.lease_token = field("lease_token").value;
    for (const [name, value] of kept.answers) values[name] = name in values ? [values[name], value].flat() : value;
    form().inert = true;
    await htmx.ajax("POST", form().dataset.mergeUrl, { source: form(), target: form(), swap: "outerHTML", values }).catch(() => null);
    if (mine !== draft) return;
    form().inert = !document.querySelector("#alerts .negative"); // two versions, or no draft is taken any more
    if (!form().inert) return;
    chip("unsaved", words("retrying"));
    setTimeout(() => { if (mine === draft) redraw(kept); }, backOff(mine));
  }

  function changed(atOnce) {
    if (!draft) return;
    draft.dirty = true;
    draft.moving = false;
    mirror();
    desk.tell("changed");
    if (draft.held) return;
    if (away) tellAway();
    else chip("unsaved", words(draft.revises ? "kept" : "unsaved"));
    soon(atOnce ? 0 : TYPING_MS);
  }

  function soon(delay) {
    if (!draft) return;
    clearTimeout(draft.timer);
    draft.timer = setTimeout(save, delay);
  }

  // One request at a time; the newest answers win.
  function save(leaving = false) {
    if (!draft || draft.held || draft.revises || draft.moving || !draft.dirty) return Promise.resolve();
    if (draft.sending && leaving !== true) { draft.again = true; return draft.sending; }
    clearTimeout(draft.timer);
    const mine = draft, sent = answers(), body = new FormData(form());
    body.set("draft_version", mine.version);
    body.set("draft_page", mine.page);
    body.set("draft_save", nextNumber());
    if (leaving !== true && !away) chip("saving", words("saving"));
    const request = desk.post(form().dataset.draftUrl, body, leaving === true);
    mine.sending = request.then((answer) => received(mine, sent, answer), () => unreachable(mine));
    return mine.sending;
  }

  // While the answers themselves are on their way no draft follows them.
  function moving(now) {
    if (!draft) return;
    draft.moving = now;
    if (!now && draft.dirty) soon(0);
  }

  // The body is read before the next save may start: a save in between would send the old version.
  async function received(mine, sent, answer) {
    const body = answer.ok ? await answer.json() : await answer.text();
    mine.sending = null;
    if (answer.status < 500 && away) { showAway(false); desk.tell("back"); }
    if (answer.ok) return acknowledged(mine, sent, body);
    if (mine !== draft || mine.moving) return; // handed in meanwhile: what that answers counts
    if (answer.status === 409 || answer.status === 410) return conflicting(body);
    if (answer.status === 401 || answer.status === 403) return signedOut();
    unreachable(mine, answer.status);
  }

  function acknowledged(mine, sent, { version, lease_ended: leaseEnded, closed }) {
    mine.version = Math.max(mine.version, version);
    mine.delay = FIRST_RETRY_MS;
    if (mine !== draft) return forget(mine.key);
    mine.acknowledged = sent;
    field("draft_version").value = mine.version;
    const ended = closed ? "closed" : "lease";
    if (leaseEnded && !mine.moving && !document.querySelector(`#alerts [data-ended=${ended}]`)) desk.alertFrom(`alert-${ended}`);
    const again = mine.again || !isThere(sent);
    mine.again = false;
    if (again) { mirror(); return save(); }
    mine.dirty = false;
    store.drop(mine.key);
    tabStore.set(mine.key, { answers: sent, version: mine.version, page: mine.page });
    tellSaved();
  }

  function tellSaved() {
    chip("saved", words("saved", { time: time() }));
    desk.tell("saved");
  }

  // Two versions became one, or a kept one was drawn: the server has what the form shows, but of a correction.
  function merged() {
    if (draft && !draft.revises) tellSaved();
  }

  function unreachable(mine, status = 0) {
    mine.sending = null;
    if (mine !== draft) return;
    if (status === 0 && !navigator.onLine) showAway(true);
    else chip("unsaved", words("retrying"));
    soon(backOff(mine));
  }

  function backOff(mine) {
    const delay = mine.delay * (0.75 + Math.random() / 2);
    mine.delay = Math.min(2 * mine.delay, LAST_RETRY_MS);
    return delay;
  }

  // Offline: the questions stay usable, submitting waits, and the page says why.
  function showAway(now) {
    away = now;
    const region = byId("connection"), submit = byId("submit");
    region?.replaceChildren(...(now ? [byId("alert-away").content.cloneNode(true)] : []));
    if (submit && now) submit.setAttribute("aria-describedby", "away-words");
    else submit?.removeAttribute("aria-describedby");
    submit?.toggleAttribute("data-away", now);
    if (submit && now && !form()?.hasAttribute("data-queues")) submit.setAttribute("aria-disabled", "true");
    else submit?.removeAttribute("aria-disabled");
    if (now && draft?.dirty) tellAway();
  }

  function tellAway() {
    const count = unsent();
    chip("offline", words(count === 1 ? "offlineOne" : "offline", { count }));
  }

  function conflicting(html) {
    draft.held = true;
    mirror();
    desk.showAlert(html);
    tellConflict();
  }

  const tellConflict = () => chip("conflict", words(document.querySelector("#alerts .conflict") ? "conflict" : "unsaved"));

  function signedOut() {
    if (draft) { draft.held = true; mirror(); }
    chip("offline", words("signedOut"));
    desk.alertFrom("alert-signin");
  }

  // Saving goes on after a sign-in, or is held while another tab has the item.
  function hold(now) {
    if (!draft) return;
    draft.held = now;
    if (!now && draft.revises && draft.dirty) chip("unsaved", words("kept"));
  }

  // Seconds that the page was in view, for this item.
  function spent() {
    return draft ? (draft.spent + (draft.seen ? Date.now() - draft.seen : 0)) / 1000 : 0;
  }

  function noteTime() {
    if (!draft || !form()) return;
    draft.spent = 1000 * spent();
    draft.seen = document.hidden ? 0 : Date.now();
    if (field("time_spent_seconds")) field("time_spent_seconds").value = (draft.spent / 1000).toFixed(1);
  }

  function forget(key = draft?.key) {
    if (!key) return;
    store.drop(key);
    tabStore.drop(key);
  }

  // The server has drawn the form from what was sent; of a correction it has stored nothing.
  function drawn() {
    if (!draft?.revises) forget();
  }

  function discard() {
    if (!draft) return;
    forget();
    draft.dirty = false;
    draft.held = true;
  }

  const isTyped = (control) => control.matches("textarea, input:not([type=radio], [type=checkbox], [type=hidden])");
  document.addEventListener("input", (event) => { if (isForm(event.target.form) && isTyped(event.target) && isKept(event.target.name)) changed(false); });
  document.addEventListener("change", (event) => { if (isForm(event.target.form) && isKept(event.target.name)) changed(true); });
  document.addEventListener("focusout", (event) => { if (isForm(event.target.form) && isTyped(event.target)) save(); });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-discard]")) discard(); });
  document.addEventListener("visibilitychange", () => {
    noteTime();
    if (document.hidden) save(true);
  });
  addEventListener("pagehide", () => save(true));
  addEventListener("offline", () => { if (draft) showAway(true); });
  addEventListener("online", () => {
    showAway(false);
    desk.tell("back");
    if (!draft) return;
    draft.delay = FIRST_RETRY_MS;
    save();
  });
  desk.hear("begin", begin);
  desk.hear("stop", stop);

  sweep();
  return { answers: () => (draft ? answers() : []), replace, key: () => draft?.key, mirror, save, moving, hold, signedOut, noteTime, spent, forget, drawn, merged, tellConflict, isAway: () => away, isHeld: () => Boolean(draft?.held), isDirty: () => Boolean(draft?.dirty) };
})();
