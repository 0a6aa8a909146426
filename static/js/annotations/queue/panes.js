// Panes as each person likes them: the splitter between them, the guideline, the soft time limit and the hint to rest.
(() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts;
  const { byId, texts } = desk;
  const STEP = 5, GUIDELINE = "evalhub:guideline", STARTED = "evalhub:started", SAVE_MS = 400, MINUTE_MS = 60000;
  let timer = 0;

  const separator = () => document.querySelector("[role=separator]");

  function widen(share) {
    const bar = separator(), low = Number(bar.getAttribute("aria-valuemin")), high = Number(bar.getAttribute("aria-valuemax"));
    const wanted = Math.min(high, Math.max(low, Math.round(share / STEP) * STEP));
    document.body.dataset.split = wanted;
    bar.setAttribute("aria-valuenow", wanted);
    clearTimeout(timer);
    timer = setTimeout(() => desk.post(texts().dataset.preferencesUrl, desk.signed({ part: "panes", split: wanted })).catch(() => null), SAVE_MS);
  }

  function byKey(event) {
    if (!event.target.matches?.("[role=separator]")) return;
    const now = Number(event.target.getAttribute("aria-valuenow")), forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const wanted = {
      [forward]: now + STEP, [forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight"]: now - STEP,
      Home: Number(event.target.getAttribute("aria-valuemin")), End: Number(event.target.getAttribute("aria-valuemax")),
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    widen(wanted);
  }

  function byPointer(event) {
    if (!event.target.matches?.("[role=separator]")) return;
    event.preventDefault();
    const bar = event.target, box = bar.parentElement.getBoundingClientRect();
    const drag = (at) => widen((100 * (document.dir === "rtl" ? box.right - at.clientX : at.clientX - box.left)) / box.width);
    bar.setPointerCapture(event.pointerId);
    bar.addEventListener("pointermove", drag);
    bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", drag), { once: true });
  }

  // The guideline stays as the annotator left it, from item to item; one that has changed is open until it is closed.
  function keepGuideline() {
    const details = byId("guideline"), [left, version] = (sessionStorage.getItem(GUIDELINE) ?? "").split(" ");
    if (!details || !left || (details.querySelector(".new-guideline") && version !== details.dataset.version)) return;
    details.open = left === "open";
  }

  function toggled(event) {
    if (event.target.id !== "guideline") return;
    sessionStorage.setItem(GUIDELINE, `${event.target.open ? "open" : "closed"} ${event.target.dataset.version}`);
  }

  desk.acts.guideline = () => {
    const details = byId("guideline");
    if (!details) return false;
    details.open = !details.open;
    (details.open ? details.querySelector("[tabindex]") : details.querySelector("summary")).focus();
    return true;
  };

  // The time limit of a task is soft: it is shown, and nothing happens when it is over.
  function showTime() {
    const chip = byId("time-limit");
    if (!chip) return;
    const limit = Number(chip.dataset.seconds), spent = Math.floor(drafts.spent());
    chip.textContent = chip.dataset.words.replace("{spent}", desk.clock(spent)).replace("{limit}", desk.clock(limit));
    chip.classList.toggle("caution", spent > limit);
  }

  function hintToRest() {
    const { breakMinutes } = desk.preferences();
    const started = Number(sessionStorage.getItem(STARTED)) || Date.now();
    sessionStorage.setItem(STARTED, started);
    if (!breakMinutes || Date.now() - started < breakMinutes * MINUTE_MS) return;
    sessionStorage.setItem(STARTED, Date.now());
    desk.toastFrom("toast-break");
  }

  document.addEventListener("keydown", byKey);
  document.addEventListener("pointerdown", byPointer);
  document.addEventListener("toggle", toggled, true);
  document.addEventListener("htmx:afterSwap", keepGuideline);
  document.addEventListener("DOMContentLoaded", keepGuideline);
  desk.hear("begin", () => {
    showTime();
    hintToRest();
    const bar = separator();
    if (bar && document.body.dataset.split) bar.setAttribute("aria-valuenow", document.body.dataset.split);
  });
  setInterval(showTime, 1000);
  setInterval(hintToRest, MINUTE_MS);
})();
