// One item, one tab: a second tab says so and may take over; the first is then told. Only tabs of this browser hear it;
// another machine learns it from the token that a take-over changes.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts;
  const { texts, byId, form } = desk;
  const FLUSH_MS = 1500;
  const me = crypto.randomUUID?.() ?? String(Math.random());
  let channel = null, flushed = null, tookOver = false;

  const lease = () => (form()?.dataset.revises ? null : form()?.dataset.lease);
  const say = (kind) => channel?.postMessage({ kind, lease: lease(), tab: me });

  function lock(template) {
    if (!form()) return;
    form().inert = true;
    document.querySelector("#work .wb-bottom").inert = true;
    byId("work").toggleAttribute("data-locked", true);
    drafts.hold(true);
    desk.alertFrom(template);
  }

  async function heard({ data }) {
    if (data.tab === me || !lease() || data.lease !== lease()) return;
    const locked = form().inert;
    if (data.kind === "open" && !locked) say("mine");
    else if (data.kind === "mine" && !locked) lock("alert-tab");
    else if (data.kind === "flush" && !locked) { await drafts.save(); say("flushed"); }
    else if (data.kind === "flushed") flushed?.();
    else if (data.kind === "taken" && !locked) lock("alert-taken");
  }

  // What the other tab typed is stored before its token ends.
  async function takeOver() {
    const waited = new Promise((done) => { flushed = done; setTimeout(done, FLUSH_MS); });
    say("flush");
    await waited;
    tookOver = true;
    await htmx.ajax("POST", form().dataset.takeOverUrl, { source: "#work", target: "#work", swap: "outerHTML" });
  }

  function begin() {
    if (!channel && "BroadcastChannel" in window) {
      channel = new BroadcastChannel(`evalhub:desk:${texts().dataset.user}`);
      channel.addEventListener("message", heard);
    }
    if (lease()) say(tookOver ? "taken" : "open");
    tookOver = false;
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-take-over]")) return;
    event.preventDefault();
    takeOver();
  });
  desk.hear("begin", begin);
})();
