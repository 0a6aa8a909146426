// The shell of every page: theme, rail, menus, dialogs, toasts, what happens when a request fails, and which key is meant.
// Nothing here is needed to do the work: without it links are followed and forms are posted.
(() => {
  "use strict";
  const root = document.documentElement;
  const MENUS = "details.menu[open]";
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  function remember(name, value) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }

  // Theme and rail. Their controls are hidden until this script can serve them.
  function setTheme(theme) {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    remember("theme", theme);
    all("[data-theme-set]").forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.themeSet === theme)));
  }

  function toggleTheme() {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(dark ? "light" : "dark");
  }

  function toggleRail(button) {
    const collapsed = root.dataset.rail !== "collapsed";
    if (collapsed) root.dataset.rail = "collapsed";
    else delete root.dataset.rail;
    remember("rail", collapsed ? "collapsed" : "");
    button.setAttribute("aria-pressed", String(collapsed));
  }

  function reveal(from) {
    all("[data-theme-choice][hidden], [data-theme-toggle][hidden], [data-rail-toggle][hidden], [data-chart-file][hidden]", from).forEach((e) => (e.hidden = false));
    all("[data-toast]", from).forEach(startToast);
    all('.tabs > [aria-current="page"], .gallery-list > :has([aria-current="true"])', from).forEach(showTab);
    all('.rail-scroll [aria-current="page"]', from).forEach((link) => link.scrollIntoView({ block: "nearest" }));
  }

  // Tabs and starters that do not fit scroll by themselves; the one at hand is in sight.
  function showTab(tab) {
    const bar = tab.parentElement;
    if (bar.scrollWidth <= bar.clientWidth) return;
    bar.scrollLeft += tab.getBoundingClientRect().left - bar.getBoundingClientRect().left - (bar.clientWidth - tab.offsetWidth) / 2;
  }

  // The key that is meant on any layout, "" while text is composed. Digits count by position (AZERTY has & there), and
  // where the layout writes in another script so do letters and SIGNS. Hebrew has / and ' on Q and W; no other ASCII
  // character counts as the letter of its position: AZERTY has its comma on M. What a desk keeps is as it was typed.
  const SIGNS = { Slash: "/?", BracketLeft: "[{", BracketRight: "]}" };
  const HEBREW = { KeyQ: "/", KeyW: "'" };
  const OTHER_SCRIPT = /^(?:(?!\p{Script=Latin})[\p{L}\p{M}\u061f])+$/u; // the last is the question mark of Arabic
  window.evalhubKey = (event) => {
    const { key = "", code = "", shiftKey } = event;
    if (event.isComposing || key === "Dead" || key === "Process") return "";
    if (window.evalhubDesk?.keeps(event) || event.getModifierState?.("AltGraph")) return key;
    if (/^(Digit|Numpad)[0-9]$/.test(code)) return !shiftKey && /^[^0-9]$/u.test(key) ? code.at(-1) : key;
    if (!OTHER_SCRIPT.test(key) && HEBREW[code] !== key) return key;
    return (SIGNS[code] ?? (/^Key[A-Z]$/.test(code) ? code[3].toLowerCase() + code[3] : ""))[Number(shiftKey)] ?? key;
  };

  // Menus are details elements: here they close on Escape, on a click elsewhere and when another opens.
  function closeMenus(except) {
    all(MENUS).forEach((menu) => { if (menu !== except) menu.open = false; });
  }

  function placeMenu(menu) {
    const wrap = menu.closest(".table-wrap, .pane");
    const list = menu.querySelector(".menu-list");
    if (!wrap || !list) return;
    const at = menu.getBoundingClientRect();
    const below = at.bottom + list.offsetHeight + 8 < innerHeight;
    Object.assign(list.style, {
      position: "fixed", inset: "auto", left: `${Math.max(8, at.right - list.offsetWidth)}px`,
      top: below ? `${at.bottom + 4}px` : `${Math.max(8, at.top - list.offsetHeight - 4)}px`,
    });
  }

  function moveInMenu(event) {
    const menu = event.target.closest("details.menu[open]");
    const isField = event.target.closest("input, select, textarea"); // its arrows are its own
    if (!menu || isField || !["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
    const items = all(".menu-list a, .menu-list button", menu).filter((e) => e.offsetParent !== null);
    if (!items.length) return;
    event.preventDefault();
    const here = items.indexOf(document.activeElement);
    const next = { ArrowDown: here + 1, ArrowUp: here < 0 ? items.length - 1 : here - 1, Home: 0, End: items.length - 1 }[event.key];
    items[(next + items.length) % items.length].focus();
  }

  // Dialogs: <a href="/own/page" data-dialog="id"> and <button data-dialog="id"> open <dialog id>.
  function openDialog(opener, event) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    closeMenus();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("[autofocus], .dialog-body :is(input, select, textarea, button, a)")?.focus();
  }

  // Toasts leave after eight seconds unless they hold an action, tell of a failure or are being read.
  function startToast(toast) {
    if (toast.dataset.started) return;
    toast.dataset.started = "yes";
    if (toast.dataset.key) all(`[data-toast][data-key="${CSS.escape(toast.dataset.key)}"]`).forEach((e) => { if (e !== toast) e.remove(); });
    if (toast.hasAttribute("data-keep") || toast.classList.contains("negative")) return;
    const leave = () => (toast.matches(":hover, :focus-within") ? setTimeout(leave, 2000) : toast.remove());
    setTimeout(leave, 8000);
  }

  function tell(words) {
    const region = document.getElementById("toasts");
    const template = document.getElementById("toast-error");
    if (!region || !template) return;
    const shown = region.querySelector('[data-key="request"] [data-toast-text]');
    if (shown && shown.textContent === words) return;
    const toast = template.content.firstElementChild.cloneNode(true);
    toast.querySelector("[data-toast-text]").textContent = words;
    region.append(toast);
    startToast(toast);
  }

  function words(kind) {
    const region = document.getElementById("toasts");
    return region ? region.getAttribute(`data-${kind}`) || region.getAttribute("data-other") : "";
  }

  // A chart as a file of its own: what the style sheets give its parts is written into them.
  const SVG = "http://www.w3.org/2000/svg";
  const DRAWN = ["display", "fill", "fill-opacity", "opacity", "stroke", "stroke-width", "stroke-dasharray", "vector-effect", "paint-order", "text-anchor", "font-family", "font-size", "font-weight"];

  function drawn(tag, attributes, ...children) {
    const node = document.createElementNS(SVG, tag);
    Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
    node.append(...children);
    return node;
  }

  // The drawing with the words beside it, on the ground of its card.
  function chartFile(shown) {
    const copy = shown.cloneNode(true);
    const parts = all("*", copy);
    all("*", shown).forEach((part, index) => {
      const style = getComputedStyle(part);
      DRAWN.forEach((name) => parts[index].setAttribute(name, style.getPropertyValue(name)));
    });
    const own = shown.getBoundingClientRect();
    Object.entries({ width: own.width, height: own.height, overflow: "visible" }).forEach(([name, value]) => copy.setAttribute(name, value));
    const box = shown.getBBox();
    const [left, top] = [Math.floor(Math.min(box.x, 0)) - 8, Math.floor(Math.min(box.y, 0)) - 8];
    const width = Math.ceil(Math.max(box.x + box.width, own.width)) + 8 - left;
    const height = Math.ceil(Math.max(box.y + box.height, own.height)) + 8 - top;
    const fill = getComputedStyle(shown.closest(".card") ?? document.documentElement).backgroundColor;
    const ground = drawn("rect", { x: left, y: top, width, height, fill });
    const file = drawn("svg", { width, height, viewBox: `${left} ${top} ${width} ${height}` }, ground, copy);
    return { width, height, text: new XMLSerializer().serializeToString(file) };
  }

  function save(blob, name) {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async function saveChart(button) {
    const name = button.dataset.chartFile;
    const { width, height, text } = chartFile(button.closest(".chart").querySelector(".chart-svg"));
    if (name.endsWith(".svg")) return save(new Blob([text], { type: "image/svg+xml" }), name);
    const image = Object.assign(new Image(), { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}` });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(blob, name), "image/png");
  }

  document.addEventListener("click", (event) => {
    const on = (selector) => event.target.closest(selector);
    const menu = on("details.menu");
    closeMenus(menu);
    if (on("[data-theme-set]")) setTheme(on("[data-theme-set]").dataset.themeSet);
    else if (on("[data-theme-toggle]")) toggleTheme();
    else if (on("[data-rail-toggle]")) toggleRail(on("[data-rail-toggle]"));
    else if (on("[data-toast-close]")) on("[data-toast]").remove();
    else if (on("[data-dialog]")) openDialog(on("[data-dialog]"), event);
    else if (on("[data-dialog-close]") && on("dialog")) { event.preventDefault(); on("dialog").close(); }
    else if (event.target instanceof HTMLDialogElement) event.target.close();
    else if (on("[data-print]")) print();
    else if (on("[data-chart-file]")) { saveChart(on("[data-chart-file]")); if (menu) menu.open = false; }
    else if (on("[data-copy-link]")) { navigator.clipboard?.writeText(on("[data-copy-link]").href); menu.open = false; }
    else if (on("[data-copy]")) navigator.clipboard?.writeText(document.getElementById(on("[data-copy]").dataset.copy)?.textContent ?? "");
    else if (menu && on(".menu-list a, .menu-list button") && !on("[data-theme-choice]")) menu.open = false;
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.("details.menu[open]")) placeMenu(event.target);
  }, true);
  document.addEventListener("keydown", (event) => {
    moveInMenu(event);
    const menu = window.evalhubKey(event) === "Escape" && document.querySelector(`${MENUS}, details.drawer[open]`);
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
    event.preventDefault();
  });
  addEventListener("scroll", (event) => {
    const placed = all("details.menu[open]").filter((menu) => menu.querySelector(".menu-list")?.style.position === "fixed");
    placed.forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  }, { passive: true, capture: true });

  // Requests that fail never pass in silence; polls (hx-trigger every) say it once.
  document.addEventListener("htmx:responseError", (event) => tell(words(event.detail.xhr.status)));
  document.addEventListener("htmx:sendError", () => tell(words("offline")));
  document.addEventListener("htmx:timeout", () => tell(words("timeout")));
  document.addEventListener("htmx:load", (event) => reveal(event.detail.elt));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) document.querySelector('[data-toast][data-key="request"]')?.remove();
  });
  addEventListener("DOMContentLoaded", () => reveal(document));
})();
