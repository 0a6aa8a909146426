// Marks passages of an item's exact texts: by mouse, or by keyboard in a mode of its own. Offsets count code points.
(() => {
  "use strict";
  const BOX = "[data-passages]", TEXT = ".exact[data-field]", HUES = 9;
  const SHOWN_LINE_END = /\r\n?/g; // browsers show every line end as one line feed
  let mode = null; // of the keyboard: {box, text, words, anchor, head}
  let wanted = null; // a box that waits for the source view
  let marked = null; // what the mouse has selected: {box, text, start, end}
  let adder = null; // the floating button

  const boxes = () => [...document.querySelectorAll(BOX)];
  const texts = () => [...document.querySelectorAll(TEXT)];

  function textsFor(box) {
    const names = (box.dataset.fields || "").split(" ").filter(Boolean);
    return texts().filter(({ dataset }) => !names.length || names.some((name) => dataset.field === name || dataset.field.startsWith(`${name}.`)));
  }

  // Between UTF-16, which the page counts in, and code points, which are stored.
  const codePoints = (string) => { let count = 0; for (const _ of string) count += 1; return count; };

  function unitsAt(string, points) {
    let units = 0;
    for (const character of string) {
      if (points <= 0) break;
      points -= 1;
      units += character.length;
    }
    return units;
  }

  function unitsBefore(text, node, offset) {
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(node, offset);
    return range.toString().length;
  }

  function rangeOf(text, start, end) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), range = document.createRange();
    let seen = 0, begun = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.data.length;
      if (!begun && start < seen + length) { range.setStart(node, start - seen); begun = true; }
      if (begun && end <= seen + length) { range.setEnd(node, end - seen); return range; }
      seen += length;
    }
    return null;
  }

  // Never through the middle of what a reader sees as one character, and without blanks around.
  function snapped(string, start, end) {
    const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(string);
    while (start < end && /\s/.test(string[start])) start += 1;
    while (end > start && /\s/.test(string[end - 1])) end -= 1;
    if (start >= end) return null;
    const first = graphemes.containing(start), last = graphemes.containing(end - 1);
    return { start: first.index, end: last.index + last.segment.length };
  }

  const read = (check) => { try { return JSON.parse(check.value); } catch { return null; } };

  // Where a passage stands in a text on the page: by its offsets, else by its words.
  function placeOf(text, passage) {
    const string = text.textContent, quote = (passage.quote || "").replace(SHOWN_LINE_END, "\n");
    const start = unitsAt(string, (passage.start ?? 0) - Number(text.dataset.start || 0));
    if (string.startsWith(quote, start)) return { start, end: start + quote.length };
    const found = string.indexOf(quote);
    return found < 0 ? null : { start: found, end: found + quote.length };
  }

  function rangesOf(check) {
    const passage = read(check);
    if (!passage?.quote) return [];
    return texts().filter((text) => !passage.field || text.dataset.field === passage.field).slice(0, passage.field ? 9 : 1)
      .map((text) => ({ text, place: placeOf(text, passage) })).filter(({ place }) => place)
      .map(({ text, place }) => rangeOf(text, place.start, place.end)).filter(Boolean);
  }

  function highlight(name, ranges) {
    if (!window.CSS?.highlights) return;
    if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges));
    else CSS.highlights.delete(name);
  }

  function paint() {
    const byHue = Array.from({ length: HUES }, () => []);
    for (const box of boxes()) {
      for (const check of box.querySelectorAll("[data-list] input:checked")) byHue[hueOf(box, read(check)?.label)].push(...rangesOf(check));
    }
    byHue.forEach((ranges, hue) => highlight(`passage-${hue}`, ranges));
  }

  const labelsOf = (box) => [...box.querySelectorAll("input[type=radio][data-hue]")];
  const hueOf = (box, label) => Number(labelsOf(box).find((one) => one.value === label)?.dataset.hue || 0);

  function tell(field) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function add(box, text, start, end) {
    const string = text.textContent, place = snapped(string, start, end);
    if (!place || box.closest("[inert]")) return;
    const quote = string.slice(place.start, place.end), label = labelsOf(box).find((one) => one.checked);
    const from = Number(text.dataset.start || 0) + codePoints(string.slice(0, place.start));
    const passage = { field: text.dataset.field, start: from, end: from + codePoints(quote), quote, ...(label ? { label: label.value } : {}) };
    const same = [...box.querySelectorAll("[data-list] input")].find((one) => isSame(read(one), passage));
    const check = same || draw(box, passage, label);
    check.checked = true;
    tell(check);
  }

  const isSame = (one, other) => one && ["field", "start", "end", "label"].every((name) => one[name] === other[name]);

  function draw(box, passage, label) {
    const list = box.querySelector("[data-list]"), row = box.querySelector("template[data-row]").content.cloneNode(true);
    const check = row.querySelector("input"), letter = row.querySelector(".span-letter");
    check.id = `${check.name}-at-${passage.field}-${passage.start}-${passage.end}-${list.childElementCount}`;
    check.value = JSON.stringify(passage);
    row.querySelector("label").htmlFor = check.id;
    row.querySelector("q").textContent = passage.quote;
    if (letter && label) {
      letter.textContent = label.dataset.letter;
      letter.classList.add(`hue-${label.dataset.hue}`);
      row.querySelector("[data-title]").textContent = label.dataset.title;
    }
    list.append(row);
    return check;
  }

  // By keyboard: words are stepped through; the texts follow each other.
  function start(box) {
    if (!box || box.closest("[inert]")) return;
    const found = textsFor(box), inSight = (each) => each?.offsetParent;
    const text = found.find(inSight) || found.find((each) => inSight(each.closest(".item-file"))) || found[0];
    if (!text) { toSource(box); return; }
    leave();
    mode = { box, text: null };
    box.querySelector("[data-how]")?.removeAttribute("hidden");
    enter(text, 0);
  }

  // A text of a file that is not in view is opened first; see item.js.
  function inView(text) {
    text.dispatchEvent(new Event("evalhub:reveal", { bubbles: true }));
  }

  // Where the item and the questions take turns, the pane that gets the focus is shown first; see annotate/in_view.js.
  function bringUp(element) {
    element.dispatchEvent(new Event("evalhub:show", { bubbles: true }));
  }

  // The rendered view holds no exact text: ask for the source view and go on when it is there.
  function toSource(box) {
    const link = document.querySelector('a[href*="view=source"]:not([aria-current="true"])');
    if (!link || wanted) { wanted = null; box.querySelector("input[type=text]")?.focus(); return; }
    wanted = box.dataset.passages;
    link.click();
  }

  function enter(text, place) {
    mode.text?.removeAttribute("data-selecting");
    const words = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text.textContent)]
      .filter((each) => each.isWordLike || /[^\s\p{P}]/u.test(each.segment)).map((each) => ({ start: each.index, end: each.index + each.segment.length }));
    Object.assign(mode, { text, words, anchor: 0, head: 0 });
    mode.anchor = mode.head = place < 0 ? Math.max(0, words.length - 1) : 0;
    const how = mode.box.querySelector("[data-how]");
    if (how?.id) text.setAttribute("aria-describedby", how.id);
    text.dataset.selecting = "";
    text.tabIndex = -1;
    inView(text);
    bringUp(text);
    text.focus({ preventScroll: true });
    show();
  }

  function picked() {
    const { words, anchor, head } = mode;
    if (!words.length) return null;
    return { start: words[Math.min(anchor, head)].start, end: words[Math.max(anchor, head)].end };
  }

  function show() {
    const place = picked(), range = place && rangeOf(mode.text, place.start, place.end);
    highlight("passage-cursor", range ? [range] : []);
    const { words, head } = mode;
    if (range) rangeOf(mode.text, words[head].start, words[head].end)?.startContainer.parentElement.scrollIntoView({ block: "nearest" });
  }

  function leave() {
    if (!mode) return;
    const { box, text } = mode;
    mode = null;
    text?.removeAttribute("data-selecting");
    text?.removeAttribute("aria-describedby");
    highlight("passage-cursor", []);
    box.querySelector("[data-how]")?.setAttribute("hidden", "");
    if (!box.isConnected) return;
    bringUp(box);
    (box.querySelector("[data-select]") || box).focus();
  }

  function step(by, extend) {
    const { words, head, box, text } = mode, next = head + by, all = textsFor(box), at = all.indexOf(text);
    if (next >= 0 && next < words.length) {
      mode.head = next;
      if (!extend) mode.anchor = next;
      show();
    } else if (!extend && all[at + Math.sign(by)]) enter(all[at + Math.sign(by)], by < 0 ? -1 : 0);
  }

  // The word in the next or previous line that begins a line.
  function stepLine(by, extend) {
    const { words, head, text } = mode, string = text.textContent;
    const lineOf = (word) => string.slice(0, word.start).split("\n").length;
    const here = words.length ? lineOf(words[head]) : 0;
    const target = by > 0 ? words.findIndex((word) => lineOf(word) > here) : words.findLastIndex((word) => lineOf(word) < here);
    if (target < 0) { step(by > 0 ? words.length - head : -head - 1, extend); return; }
    const first = by > 0 ? target : words.findIndex((word) => lineOf(word) === lineOf(words[target]));
    step(first - head, extend);
  }

  function onKey(event) {
    if (!mode) return;
    if (!mode.text.isConnected || !mode.box.isConnected) { mode = null; return; }
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || event.key === "Shift") return;
    if (document.activeElement !== mode.text) return;
    const forward = getComputedStyle(mode.text).direction === "rtl" ? -1 : 1, extend = event.shiftKey;
    const acts = {
      ArrowRight: () => step(forward, extend), ArrowLeft: () => step(-forward, extend),
      ArrowDown: () => stepLine(1, extend), ArrowUp: () => stepLine(-1, extend),
      Enter: () => { const place = picked(); if (place) add(mode.box, mode.text, place.start, place.end); },
      Escape: leave,
    };
    const label = labelsOf(mode.box).find((one) => one.dataset.key === event.key);
    if (label) { label.checked = true; tell(label); }
    else acts[event.key]?.();
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // By mouse: a button appears beside what is selected, for the question at hand.
  function boxAtHand() {
    const question = document.activeElement?.closest?.(".question") || document.querySelector(".question[data-current]");
    return mode?.box || question?.querySelector(BOX) || boxes().find((box) => !box.closest("[hidden]")) || null;
  }

  function onSelection() {
    const selection = document.getSelection(), range = selection.rangeCount ? selection.getRangeAt(0) : null;
    const parent = range?.commonAncestorContainer, text = (parent?.nodeType === Node.ELEMENT_NODE ? parent : parent?.parentElement)?.closest(TEXT);
    const box = text && boxAtHand();
    marked = null;
    if (!range || range.collapsed || !box || !textsFor(box).includes(text)) { adder?.remove(); adder = null; return; }
    const begin = unitsBefore(text, range.startContainer, range.startOffset);
    marked = { box, text, start: begin, end: begin + range.toString().length };
    offer(range, box);
  }

  function offer(range, box) {
    adder?.remove();
    adder = box.querySelector("template[data-add]").content.firstElementChild.cloneNode(true);
    const places = range.getClientRects(), last = places[places.length - 1] || range.getBoundingClientRect();
    document.body.append(adder);
    adder.style.insetInlineStart = "auto";
    adder.style.left = `${Math.max(8, Math.min(last.right, window.innerWidth - adder.offsetWidth - 8))}px`;
    adder.style.top = `${Math.min(last.bottom + 4, window.innerHeight - adder.offsetHeight - 8)}px`;
  }

  function take() {
    if (marked) add(marked.box, marked.text, marked.start, marked.end);
    document.getSelection().removeAllRanges();
    adder?.remove();
    adder = null;
  }

  function begin() {
    boxes().forEach((box) => box.querySelectorAll("[data-select]").forEach((button) => { button.hidden = false; }));
    paint();
    if (wanted && texts().length) {
      const box = boxes().find((each) => each.dataset.passages === wanted);
      wanted = null;
      start(box);
    }
  }

  function reveal(check) {
    const [range] = rangesOf(check);
    if (range) inView(range.startContainer.parentElement);
    range?.startContainer.parentElement.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", onKey, true);
  document.addEventListener("selectionchange", onSelection);
  document.addEventListener("pointerdown", (event) => { if (event.target.closest?.("[data-add-passage]")) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-add-passage]")) take();
    else if (event.target.closest?.(`${BOX} [data-select]`)) start(event.target.closest(BOX));
  });
  document.addEventListener("change", (event) => { if (event.target.closest?.(BOX)) paint(); });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(`${BOX} [data-list] input`)) reveal(event.target);
    if (mode && event.target !== mode.text && !mode.box.contains(event.target)) {
      const { text, box } = mode;
      mode = null;
      text.removeAttribute("data-selecting");
      box.querySelector("[data-how]")?.setAttribute("hidden", "");
      highlight("passage-cursor", []);
    }
  });
  document.addEventListener("evalhub:evidence", (event) => {
    const key = event.detail?.question ?? event.detail;
    const question = [...document.querySelectorAll(".question[data-question]")].find((one) => one.dataset.question === key);
    start(question?.querySelector(BOX));
  });
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", begin);
})();
