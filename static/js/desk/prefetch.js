// The next item is fetched while this one is answered, and lies still in a template until the server says that it is due.
window.evalhubPrefetch = (() => {
  "use strict";
  const desk = window.evalhubDesk;
  const { texts, byId, form } = desk;
  let wanted = false; // once for each item: after its first answer, or on arrival where data-prefetch says so

  const waiting = () => byId("next-item");
  const stamp = () => waiting()?.dataset.stamp || "";

  async function fetchNext({ restored } = {}) {
    if (wanted || restored || !form()?.dataset.prefetchUrl || form().inert || form().dataset.revises || !navigator.onLine) return;
    wanted = true;
    const answer = await desk.post(form().dataset.prefetchUrl, desk.signed()).catch(() => null);
    if (!answer) wanted = false;
    if (answer?.status !== 200) return;
    waiting().innerHTML = await answer.text();
    waiting().dataset.stamp = answer.headers.get("X-Prefetched") ?? "";
  }

  function drop() {
    if (!waiting()) return;
    waiting().innerHTML = "";
    delete waiting().dataset.stamp;
  }

  // Without the network the waiting item comes as it is.
  function take() {
    const html = stamp() ? waiting().innerHTML : "";
    if (html) drop();
    return html;
  }

  // The answer of the server names the waiting item: its page is here already, only the lease and the words are new.
  function page(xhr) {
    const given = xhr.getResponseHeader("X-Use-Prefetched");
    if (!given || given !== stamp()) return null;
    const lease = JSON.parse(xhr.getResponseHeader("X-Lease")), work = waiting().content.querySelector("#work");
    work.querySelector("[name=lease_token]")?.setAttribute("value", lease.token);
    work.querySelector("form[data-draft-url]").dataset.secondsLeft = lease.seconds_left;
    work.querySelector(".last").textContent = lease.last;
    const undo = work.querySelector("[data-undo-words]");
    if (undo && lease.undo) { undo.textContent = lease.undo; undo.closest("button").hidden = false; }
    work.dataset.announce = `${lease.last} ${work.dataset.announce}`;
    const html = waiting().innerHTML;
    drop();
    return html;
  }

  // The page's own token may be older than a sign-in in another tab; the cookie's is not, and giving back is harmless.
  function release() {
    if (!stamp()) return;
    const name = `${texts().dataset.csrfCookie}=`, cookie = document.cookie.split("; ").find((one) => one.startsWith(name));
    navigator.sendBeacon(waiting().dataset.releaseUrl, desk.signed({ prefetched: stamp(), ...(cookie ? { csrfmiddlewaretoken: cookie.slice(name.length) } : {}) }));
    drop();
  }

  desk.hear("changed", fetchNext);
  const onArrival = () => { if (form()?.dataset.prefetch === "arrival") fetchNext(); };
  desk.hear("begin", () => { wanted = false; onArrival(); });
  desk.hear("back", onArrival);
  addEventListener("pagehide", release);

  return { page, take, drop, stamp };
})();
