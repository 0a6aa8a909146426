// Watches a page whose controls are used one after the other: see controls.py.
(() => {
  if (window.controls) return;
  const KINDS = "a[href], button, summary, input:is([type=checkbox], [type=radio], [type=submit], [type=button])";
  const VISIBLE = { visibilityProperty: true };
  const all = [];
  const fields = () => [...document.querySelectorAll("input, select, textarea")].map((one) => `${one.checked} ${one.value}`).join();
  let found = [], used = null, before = "";
  const note = (what) => found.push(what);

  // A request or a way to another page is noted and stopped. A request of its own is one to where its form is sent.
  const asks = (address) => note(new URL(address, location).pathname === target() ? "sends" : "asks");
  const target = () => used?.form && new URL(used.getAttribute("formaction") ?? used.form.getAttribute("action") ?? "", location).pathname;
  navigation.addEventListener("navigate", (event) => { note("goes"); if (event.cancelable) event.preventDefault(); });
  window.fetch = (address) => { asks(address.url ?? address); return Promise.resolve(new Response("", { status: 503 })); };
  const open = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    this.address = address;
    open.call(this, method, address, ...rest);
  };
  XMLHttpRequest.prototype.send = function () {
    asks(this.address);
    setTimeout(() => this.onabort?.(new ProgressEvent("abort")));
  };
  addEventListener("unhandledrejection", (event) => { if (event.reason === undefined) event.preventDefault(); }); // of what was stopped
  HTMLFormElement.prototype.submit = () => note("sends");
  window.open = () => note("opens");
  window.print = () => note("prints");
  if (navigator.clipboard) navigator.clipboard.writeText = async () => note("copies");
  addEventListener("click", (event) => {
    if (!event.target.closest("a[target], input[type=file]")) return;
    note("opens");
    event.preventDefault();
  });

  for (const kind of ["change", "input", "invalid", "scroll", "toggle"]) addEventListener(kind, () => note(kind), true);
  addEventListener("focusin", (event) => { if (used && event.target !== used) note("focus"); });
  new MutationObserver((changes) => {
    if (changes.some((one) => one.attributeName !== "data-focus")) note("changes");
  }).observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });

  const plain = (text) => (text ?? "").replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+/g, "#").replace(/\s+/g, " ").trim().slice(0, 60);
  // A box that is hidden is pointed at by its label.
  const shownOf = (one) => [one, ...(one.labels ?? [])].find((each) => each.checkVisibility(VISIBLE) && each.offsetWidth > 3);
  const isUsable = (one) => one.isConnected && shownOf(one) && !one.disabled && !one.closest("[inert]") && !(one.type === "radio" && one.checked);

  function facts(one, at) {
    const attributes = one.getAttributeNames().filter((name) => /^(data|hx|aria-c|popover|command|form)/.test(name));
    const words = one.getAttribute("aria-label") || one.title || one.textContent || one.labels?.[0]?.textContent;
    const own = one.matches("a") ? [] : [plain(one.form?.getAttribute("action")), one.matches("input") ? "" : plain(words)];
    const kind = [one.tagName, one.type ?? "", one.className, attributes.join(), ...own].join("|");
    return { at, tag: one.tagName, type: one.type ?? "", name: plain(words || one.href), kind };
  }

  // Those that were not listed before: at first all, then what a use has brought into view. What sends a form comes
  // first, while nothing on the page was changed.
  function list(isAnew) {
    if (isAnew) all.length = 0;
    const more = [...document.querySelectorAll(KINDS)].filter((one) => isUsable(one) && !all.includes(one));
    more.sort((a, b) => (b.type === "submit") - (a.type === "submit"));
    all.push(...more);
    return more.map((one) => facts(one, all.indexOf(one)));
  }

  // Where to point, with the focus there for keys; null where the control is gone or something else lies over it.
  function point([at, isByKey]) {
    const one = all[at];
    for (const dialog of document.querySelectorAll("dialog[open]")) if (!dialog.contains(one)) dialog.close();
    for (const each of document.querySelectorAll(":popover-open")) if (!each.contains(one)) each.hidePopover();
    if (!isUsable(one)) return null;
    const shown = shownOf(one);
    shown.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    document.activeElement?.blur();
    if (isByKey) one.focus();
    if (isByKey && document.activeElement !== one) return null;
    for (const field of one.type === "submit" && one.form ? one.form.elements : []) {
      if (field.required && !field.value && field.matches("textarea, [type=text]")) field.value = "Words";
    }
    const box = [...shown.getClientRects()].find((rect) => rect.width && rect.height);
    const x = box.x + box.width / 2, y = box.y + box.height / 2, over = document.elementFromPoint(x, y);
    if (!isByKey && !(over && (shown.contains(over) || over.contains(one)))) return null;
    return new Promise((ready) => setTimeout(() => { used = one; found = []; before = fields(); ready([x, y]); }, 10));
  }

  // On a desk a button that sends a form sends it, says what is missing, leads there, or takes an answer back; that its desk saves
  // what was typed is not enough.
  const counts = (what) => used.type !== "submit" || !used.closest(".workbench") || !["asks", "changes"].includes(what) || fields() !== before;

  // What happened first, "" when nothing does for so many milliseconds; and the controls that came into view by it.
  async function happened(longest) {
    const until = performance.now() + longest;
    while (!found.some(counts) && performance.now() < until) await new Promise((later) => setTimeout(later, 4));
    const what = found.find(counts) ?? "";
    used = null;
    return [what, list()];
  }

  // Of a desk, what a finger would miss; links in a text are as high as its lines.
  function small() {
    const touched = [...document.querySelectorAll(`#work :is(${KINDS}, textarea, select)`)].filter((one) => isUsable(one) && !one.matches("a:not(.button)"));
    const boxes = touched.map((one) => [one, (one.closest("label") ?? one.closest(".check") ?? one).getBoundingClientRect()]);
    return boxes.filter(([, { height }]) => height < 43.5).map(([one, { height }]) => `${one.tagName} ${plain(one.textContent || one.name)}: ${height} px`);
  }

  window.controls = { list, point, happened, small };
})();
