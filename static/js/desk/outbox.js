// Submissions made while the server cannot be reached wait in this browser and are sent in their order. Each carries what
// tells a repeat from a second answer, so that one whose reply was lost is stored once.
window.evalhubOutbox = (() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts, prefetch = window.evalhubPrefetch;
  const { byId, form, store, texts, words } = desk;
  const PREFIX = "evalhub:outbox";
  let sending = false;

  const key = () => `${PREFIX}:${texts().dataset.user}`;
  const waiting = () => store.get(key()) ?? [];
  const isWaiting = (on) => waiting().some(({ draft }) => draft === on);

  function keep(list) {
    if (list.length) store.set(key(), list);
    else store.drop(key());
    show();
  }

  function show() {
    const chip = byId("outbox"), count = waiting().length;
    chip.hidden = !count;
    chip.textContent = words(count === 1 ? "waitingOne" : "waiting", { count });
  }

  // The item that was laid by comes at once; without one the page says that the next comes with the network.
  function add(moving) {
    const fields = [...new FormData(moving)].filter(([name]) => name !== "csrfmiddlewaretoken");
    keep([...waiting(), { url: moving.getAttribute("action"), fields, draft: drafts.key(), title: byId("item-heading")?.textContent ?? "" }]);
    drafts.mirror();
    drafts.moving(true);
    const next = prefetch.take();
    if (!next) { stay(); return; }
    desk.tell("stop");
    htmx.swap("#work", next, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
    const { address } = byId("work").dataset;
    if (address) history.replaceState(history.state, "", address);
  }

  function stay() {
    form().inert = true;
    byId("work").querySelector(".wb-bottom").inert = true;
    byId("work").toggleAttribute("data-sent", true);
    desk.alertFrom("alert-kept");
  }

  // One after another: the first refusal of the network or of the session leaves the others where they are.
  async function flush() {
    if (sending || !waiting().length || drafts.isAway()) return;
    sending = true;
    let last = null;
    for (const entry of waiting()) {
      const answer = await send(entry);
      if (!answer || answer.status >= 500) break;
      if ([401, 403].includes(answer.status)) { drafts.signedOut(); break; }
      keep(waiting().slice(1));
      if (answer.ok) { drafts.forget(entry.draft); last = await read(answer); } else desk.toast("toast-refused", { title: entry.title });
    }
    sending = false;
    if (byId("work").hasAttribute("data-sent") && !waiting().length) goOn(last);
  }

  function send({ url, fields }) {
    const body = desk.signed();
    fields.filter(([name]) => name !== "prefetched").forEach(([name, value]) => body.append(name, value));
    return desk.post(url, body).catch(() => null);
  }

  // What the server answers is the next item, or the way to where there is none; and what can be undone now.
  async function read(answer) {
    const page = await answer.text(), undo = new DOMParser().parseFromString(page, "text/html").querySelector("[data-undo-words]");
    if (undo) desk.tell("submitted", undo.textContent);
    return { page, elsewhere: answer.headers.get("HX-Redirect"), address: answer.headers.get("HX-Replace-Url") };
  }

  function goOn(last) {
    if (last?.elsewhere) { location.assign(last.elsewhere); return; }
    if (!last?.page.includes('id="work"')) { location.reload(); return; }
    const { page, address } = last;
    if (address) history.replaceState(history.state, "", address);
    desk.tell("stop");
    htmx.swap("#work", page, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  }

  desk.hear("begin", show);
  desk.hear("back", flush);
  desk.hear("retry", flush);
  document.addEventListener("DOMContentLoaded", () => { show(); flush(); });

  return { add, flush, isWaiting };
})();
