// A session that ended costs nothing: the person signs in again, here or in another tab, and what was kept is sent.
window.evalhubSession = (() => {
  "use strict";
  const desk = window.evalhubDesk, drafts = window.evalhubDrafts;
  const { byId, texts } = desk;

  // Another tab may have signed in again: its token serves this page too, if it is the same person.
  async function resume() {
    const answer = await fetch(texts().dataset.sessionUrl, { headers: { "HX-Request": "true" }, redirect: "error" }).catch(() => null);
    if (answer?.status === 401) drafts.signedOut();
    if (!answer?.ok) return false;
    const { user, csrf } = await answer.json().catch(() => ({}));
    if (!user) return false;
    if (user !== texts().dataset.user) { desk.alertFrom("alert-other-user"); return false; }
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": csrf }));
    document.querySelectorAll("input[name=csrfmiddlewaretoken]").forEach((input) => { input.value = csrf; });
    desk.clearAlerts();
    byId("signin")?.close();
    drafts.hold(Boolean(desk.form()?.inert));
    await drafts.save();
    return true;
  }

  // The sign-in form of the dialog; the password goes to the sign-in address and nowhere else.
  async function signIn(form) {
    const page = await fetch(form.action, { headers: { Accept: "text/html" } }).catch(() => null);
    const token = page?.ok && new DOMParser().parseFromString(await page.text(), "text/html").querySelector("input[name=csrfmiddlewaretoken]")?.value;
    const body = new FormData(form);
    if (token) body.set("csrfmiddlewaretoken", token);
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Requested-With": "XMLHttpRequest", Accept: "application/json" } }).catch(() => null);
    form.elements.namedItem("password").value = "";
    if (answer?.ok) return true;
    byId("signin-error").hidden = false;
    form.elements.namedItem("password").focus();
    return false;
  }

  document.addEventListener("submit", async (event) => {
    if (event.target.id !== "signin-form") return;
    event.preventDefault();
    byId("signin-error").hidden = true;
    if (await signIn(event.target)) desk.tell("retry");
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && drafts.isHeld() && document.querySelector("#alerts [data-retry]")) resume();
  });

  return { resume };
})();
