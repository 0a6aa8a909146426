// The lease on the item: it lives while the page is looked at, its end is told two minutes ahead, and nothing is lost.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts;
  const { byId, form, field } = desk;
  const HEARTBEAT_MS = 60000, SHORTEST_MS = 5000, WARN_SECONDS = 120;
  let lease = null; // until, beat, clock, warned, ended, told: seconds in view that the server knows of

  function begin() {
    stop();
    if (!form()?.dataset.leaseUrl || form().dataset.revises) return;
    const left = 1000 * Number(form().dataset.secondsLeft);
    lease = { until: Date.now() + left, warned: false, ended: false, told: 0 };
    lease.beat = setInterval(() => beat(), Math.max(SHORTEST_MS, Math.min(HEARTBEAT_MS, left / 2)));
    lease.clock = setInterval(show, 1000);
    if (left < HEARTBEAT_MS) beat();
    show();
  }

  function stop() {
    if (!lease) return;
    clearInterval(lease.beat);
    clearInterval(lease.clock);
    if (byId("lease")) byId("lease").hidden = true;
    lease = null;
  }

  async function beat(isLeaving = false) {
    if (!lease || (document.hidden && !isLeaving) || !form() || form().inert) return;
    const mine = lease, body = new FormData(), seconds = Math.round(drafts.spent()) - mine.told;
    for (const name of ["csrfmiddlewaretoken", "lease_token"]) if (field(name)) body.set(name, field(name).value);
    body.set("seconds", seconds);
    if (isLeaving) body.set("leaving", "1");
    tell(mine, seconds);
    const answer = await desk.post(form().dataset.leaseUrl, body, isLeaving).catch(() => null);
    if (!answer?.ok) tell(mine, -seconds);
    if (!answer || mine !== lease) return;
    if (answer.ok) extended((await answer.json()).seconds_left);
    else if (answer.status === 409 && !drafts.isHeld()) desk.showAlert(await answer.text());
    else if (answer.status === 401) drafts.signedOut();
    if (lease === mine) show();
  }

  // What has been told of the time in view is not told again by the submission.
  function tell(mine, seconds) {
    mine.told += seconds;
    if (mine === lease && field("seconds_told")) field("seconds_told").value = mine.told;
  }

  function leave() {
    if (lease && field("seconds_told") && Math.round(drafts.spent()) > lease.told) beat(true);
  }

  function extended(seconds) {
    lease.until = Date.now() + 1000 * seconds;
    if (seconds > WARN_SECONDS && lease.warned) desk.announce(desk.words("leaseKept"));
    if (seconds > 0 && lease.ended) desk.clearAlerts();
    if (seconds > WARN_SECONDS) lease.warned = lease.ended = false;
  }

  function show() {
    if (!lease) return;
    const left = Math.ceil((lease.until - Date.now()) / 1000), shown = byId("lease"), clock = byId("lease-clock");
    if (!shown) return;
    shown.hidden = left > WARN_SECONDS || left <= 0;
    if (!shown.hidden) clock.textContent = clock.dataset.words.replace("{time}", desk.clock(left));
    if (!shown.hidden && !lease.warned) { lease.warned = true; desk.announce(desk.words("leaseSoon")); }
    if (left <= 0 && !lease.ended) { lease.ended = true; desk.alertFrom("alert-lease"); }
  }

  document.addEventListener("click", (event) => { if (event.target.closest("#lease, [data-extend]")) beat(); });
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : beat()));
  desk.hear("begin", begin);
  desk.hear("stop", stop);
})();
