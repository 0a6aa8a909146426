// Marks passages in the texts of an item: what is selected by mouse or finger, or word by word in a mode of its own. Both
// open the bar of labels above the words: a digit or Enter marks them, Escape leaves. See content/passages.js for places.
(() => {
  "use strict";
  const passages = window.evalhubPassages;
  const BOX = "[data-passages]", TYPED = "textarea, select, input:not([type=radio], [type=checkbox])";
  let mode = null; // of the keyboard: {box, text, words, anchor, head}
  let marked = null; // what is about to be marked: {box, text, from, to}
  let bar = null; // the labels above it
  let isPulling = false, exactly = false; // the pointer is down; with Alt, characters count and not words

  const boxes = () => [...document.querySelectorAll(BOX)];

  function textsFor(box) {
    const names = (box.dataset.fields || "").split(" ").filter(Boolean);
    const fits = (field) => !names.length || names.some((name) => field === name || field.startsWith(`${name}.`));
    return passages.texts().filter(({ dataset }) => fits(dataset.field));
  }

  const segments = (words, granularity) => new Intl.Segmenter(undefined, { granularity }).segment(words);

  // Whole words, or what a reader sees as one character, without blanks around; null for blanks alone.
  function snapped(words, from, to) {
    const found = segments(words, exactly ? "grapheme" : "word");
    while (from < to && /\s/.test(words[from])) from += 1;
    while (to > from && /\s/.test(words[to - 1])) to -= 1;
    if (from >= to) return null;
    const first = found.containing(from), last = found.containing(to - 1);
    return { from: first.index, to: last.index + last.segment.length };
  }

  const read = (check) => { try { return JSON.parse(check.value); } catch { return null; } };
  const labelsOf = (box) => [...box.querySelectorAll("input[type=radio][data-hue]")];

  function styleOf(box, label) {
    const row = labelsOf(box).find((one) => one.value === label);
    return (row ?? box).dataset;
  }

  function paint() {
    passages.show("marked", boxes().flatMap((box) => [...box.querySelectorAll("[data-list] input:checked")].map((check) => {
      const passage = read(check), { hue, letter } = styleOf(box, passage?.label);
      return { ...passage, hue, letter };
    })));
  }

  function tell(field) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function add({ box, text, from, to }, value) {
    const place = passages.passageOf(text, from, to);
    if (!place || box.closest("[inert]")) return;
    const passage = { ...place, ...(value ? { label: value } : {}) };
    const same = [...box.querySelectorAll("[data-list] input")].find((one) => isSame(read(one), passage));
    const check = same || draw(box, passage, labelsOf(box).find((one) => one.value === value));
    check.checked = true;
    tell(check);
  }

  const isSame = (one, other) => one && ["field", "start", "end", "label"].every((name) => one[name] === other[name]);

  function draw(box, passage, label) {
    const list = box.querySelector("[data-list]"), row = box.querySelector("template[data-row]").content.cloneNode(true);
    const check = row.querySelector("input"), letter = row.querySelector(".span-letter"), { hue, letter: sign } = styleOf(box, passage.label);
    check.id = `${check.name}-at-${passage.field}-${passage.start}-${passage.end}-${list.childElementCount}`;
    check.value = JSON.stringify(passage);
    row.querySelector("label").htmlFor = check.id;
    row.querySelector("q").textContent = passage.quote;
    letter.textContent = sign;
    letter.classList.add(`hue-${hue}`);
    if (label) row.querySelector("[data-title]").textContent = label.dataset.title;
    list.append(row);
    return check;
  }

  // The bar: one button for each label, or one to add; it stands above the first line of the words, else below the last.
  const buttons = () => [...(bar?.querySelectorAll("[data-add-passage]") ?? [])];
  const chosen = () => buttons().find((one) => one.hasAttribute("data-chosen")) || buttons()[0];

  function offer(wanted) {
    marked = wanted;
    if (bar?.box !== wanted.box) {
      bar?.remove();
      bar = wanted.box.querySelector("template[data-add]").content.firstElementChild.cloneNode(true);
      bar.box = wanted.box;
      const label = labelsOf(wanted.box).find((one) => one.checked)?.value;
      buttons().forEach((one) => one.toggleAttribute("data-chosen", !label || one.value === label));
      document.body.append(bar);
    }
    const words = passages.wordsOf(wanted.text).slice(wanted.from, wanted.to);
    const n = [...segments(words, "word")].filter((each) => each.isWordLike).length, { one, many } = bar.dataset;
    bar.querySelector("[data-count]").textContent = (n === 1 ? one : many).replace("{n}", n);
    bar.querySelector("[data-words]").textContent = words.length > 200 ? `${words.slice(0, 200)}…` : words;
    passages.highlight("passage-cursor", [rangeOf(wanted)].filter(Boolean));
    arrange();
  }

  const rangeOf = ({ text, from, to }) => passages.rangeOf(text, from, to);

  function arrange() {
    const range = marked && rangeOf(marked), lines = range ? [...range.getClientRects()].filter(({ width }) => width) : [];
    if (!bar || !lines.length) return;
    bar.style.left = "0"; // as wide as it can be, before it is measured
    const [first] = lines, last = lines.at(-1), room = bar.getBoundingClientRect(), top = first.top - room.height - 6;
    const pane = (marked.text.closest(".pane") ?? document.body).getBoundingClientRect();
    bar.style.left = `${Math.max(8, Math.min(first.left, pane.right - room.width - 8))}px`;
    bar.style.top = `${top >= pane.top ? top : Math.min(last.bottom + 6, window.innerHeight - room.height - 8)}px`;
  }

  function close() {
    marked = null;
    bar?.remove();
    bar = null;
    passages.highlight("passage-cursor", []);
  }

  function take(button) {
    const { box } = marked, label = labelsOf(box).find((one) => one.value === button.value);
    if (label && !label.checked) { label.checked = true; tell(label); }
    buttons().forEach((one) => one.toggleAttribute("data-chosen", one === button));
    add(marked, button.value);
    if (mode) { mode.head = Math.max(mode.anchor, mode.head); step(1, false); return; }
    document.getSelection().removeAllRanges();
    close();
  }

  // The first text in sight that lies in the smallest part of the page around both.
  function nearest(box, found) {
    const seen = found.filter((each) => each.checkVisibility()), among = seen.length ? seen : found;
    for (let around = box.parentElement; around; around = around.parentElement) {
      const text = among.find((each) => around.contains(each));
      if (text) return text;
    }
    return null;
  }

  // By keyboard: words are stepped through; the texts follow each other.
  function start(box) {
    if (!box || box.closest("[inert]")) return;
    const text = nearest(box, textsFor(box).filter((each) => passages.placesOf(each).length));
    if (!text) { box.querySelector("input[type=text]")?.focus(); return; }
    end();
    mode = { box, text: null };
    box.querySelector("[data-how]")?.removeAttribute("hidden");
    enter(text, 0);
  }

  function enter(text, place) {
    leaveText();
    Object.assign(mode, { text, words: passages.placesOf(text) });
    mode.anchor = mode.head = place < 0 ? Math.max(0, mode.words.length - 1) : place;
    const how = mode.box.querySelector("[data-how]");
    if (how?.id) text.setAttribute("aria-describedby", how.id);
    text.dataset.selecting = "";
    if (!text.hasAttribute("tabindex")) text.tabIndex = -1;
    text.dispatchEvent(new Event("evalhub:reveal", { bubbles: true }));
    text.focus({ preventScroll: true });
    point();
  }

  function leaveText() {
    mode.text?.removeAttribute("data-selecting");
    mode.text?.removeAttribute("aria-describedby");
  }

  function point() {
    const { box, text, words, anchor, head } = mode;
    const range = passages.rangeOf(text, words[head].from, words[head].to);
    range?.startContainer.parentElement.scrollIntoView({ block: "nearest" });
    offer({ box, text, from: words[Math.min(anchor, head)].from, to: words[Math.max(anchor, head)].to });
  }

  function end() {
    if (mode) {
      leaveText();
      mode.box.querySelector("[data-how]")?.setAttribute("hidden", "");
      mode = null;
    }
    close();
  }

  function leave() {
    const box = mode?.box;
    end();
    if (!box?.isConnected) return;
    (box.querySelector("[data-select]") || box).focus();
  }

  function goTo(head, extend) {
    mode.head = head;
    if (!extend) mode.anchor = head;
    point();
  }

  function step(by, extend) {
    const { words, head, box, text } = mode, next = head + by;
    if (next >= 0 && next < words.length) { goTo(next, extend); return; }
    const all = textsFor(box).filter((each) => each === text || passages.placesOf(each).length), other = all[all.indexOf(text) + Math.sign(by)];
    if (!extend && other) enter(other, by < 0 ? -1 : 0);
    else goTo(by < 0 ? 0 : words.length - 1, extend);
  }

  // The word in the next or previous line that begins a line.
  function stepLine(by, extend) {
    const { words, head, text } = mode, shown = passages.wordsOf(text);
    const lineOf = (word) => shown.slice(0, word.from).split("\n").length, here = lineOf(words[head]);
    const target = by > 0 ? words.findIndex((word) => lineOf(word) > here) : words.findLastIndex((word) => lineOf(word) < here);
    if (target < 0) { step(by > 0 ? words.length - head : -head - 1, extend); return; }
    goTo(by > 0 ? target : words.findIndex((word) => lineOf(word) === lineOf(words[target])), extend);
  }

  // The next word that begins with a letter, in this text or in one behind it.
  function seek(letter, extend) {
    const { words, head, box, text } = mode, all = textsFor(box);
    const plain = (string) => string.normalize("NFD").toLocaleLowerCase();
    const begins = (each) => ({ from, to }) => plain(passages.wordsOf(each).slice(from, to)).startsWith(plain(letter));
    const next = words.findIndex((word, at) => at > head && begins(text)(word));
    if (next >= 0) { goTo(next, extend); return; }
    const other = !extend && all.slice(all.indexOf(text) + 1).find((each) => passages.placesOf(each).some(begins(each)));
    if (other) enter(other, passages.placesOf(other).findIndex(begins(other)));
  }

  function onKey(event) {
    if (!marked || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.getModifierState("AltGraph")) return;
    if (!marked.text.isConnected || !marked.box.isConnected) { end(); return; }
    const key = window.evalhubKey(event), button = buttons().find((one) => one.dataset.key === key);
    if (mode) onModeKey(event, button);
    else if (event.key === "Escape") { document.getSelection().removeAllRanges(); close(); stop(event); }
    else if ((button || event.key === "Enter") && !event.target.matches?.(TYPED)) { if (!event.repeat) take(button || chosen()); stop(event); }
  }

  function onModeKey(event, button) {
    if (["Tab", "Shift"].includes(event.key) || document.activeElement !== mode.text) return;
    const forward = getComputedStyle(mode.text).direction === "rtl" ? -1 : 1, extend = event.shiftKey;
    const acts = {
      ArrowRight: () => step(forward, extend), ArrowLeft: () => step(-forward, extend),
      ArrowDown: () => stepLine(1, extend), ArrowUp: () => stepLine(-1, extend),
      Enter: () => { if (!event.repeat) take(chosen()); }, Escape: leave,
    };
    if (button) { if (!event.repeat) take(button); }
    else if (acts[event.key]) acts[event.key]();
    else if (/^\p{L}$/u.test(event.key)) seek(event.key, extend);
    else if (event.key.length > 1) return;
    stop(event);
  }

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // By mouse or finger: the bar appears for the question at hand once the words are chosen.
  function boxAtHand(text) {
    const question = document.activeElement?.closest?.(".question") || document.querySelector(".question[data-current]");
    const own = question?.querySelector(BOX), fits = (box) => box && textsFor(box).includes(text) && !box.closest("[inert]");
    return fits(own) ? own : boxes().find((box) => !box.closest("[hidden]") && fits(box)) || null;
  }

  // What is selected of the first text that it touches.
  function selected() {
    const selection = document.getSelection(), range = selection.rangeCount ? selection.getRangeAt(0) : null;
    if (!range || range.collapsed) return null;
    const text = passages.texts().find((each) => range.intersectsNode(each) && each.checkVisibility());
    if (!text) return null;
    const before = (node, offset) => {
      const whole = document.createRange();
      whole.selectNodeContents(text);
      if (whole.comparePoint(node, offset) <= 0) whole.setEnd(node, offset);
      return whole.toString().length;
    };
    const isInside = text.contains(range.startContainer);
    return { text, from: isInside ? before(range.startContainer, range.startOffset) : 0, to: before(range.endContainer, range.endOffset) };
  }

  function onSelection() {
    if (mode || isPulling || !boxes().length) return;
    const found = selected(), box = found && boxAtHand(found.text), place = box && snapped(passages.wordsOf(found.text), found.from, found.to);
    if (place && passages.passageOf(found.text, place.from, place.to)) offer({ box, text: found.text, ...place });
    else close();
  }

  function begin() {
    boxes().forEach((box) => box.querySelectorAll("[data-select]").forEach((button) => { button.hidden = false; }));
    if (marked && !marked.text.isConnected) end();
    paint();
  }

  document.addEventListener("keydown", onKey, true);
  document.addEventListener("selectionchange", onSelection);
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest?.(".passage-bar")) { event.preventDefault(); return; }
    isPulling = event.pointerType === "mouse";
    end();
  });
  document.addEventListener("pointerup", (event) => {
    if (!isPulling) return;
    isPulling = false;
    exactly = event.altKey;
    onSelection();
  });
  document.addEventListener("scroll", arrange, true);
  addEventListener("resize", arrange);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-add-passage]");
    if (button) take(button);
    else if (event.target.closest?.(`${BOX} [data-select]`)) start(event.target.closest(BOX));
  });
  document.addEventListener("change", (event) => { if (event.target.closest?.(BOX)) paint(); });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(`${BOX} [data-list] input`)) passages.reveal(read(event.target));
    if (!mode || event.target === mode.text || mode.box.contains(event.target) || bar?.contains(event.target)) return;
    end();
  });
  document.addEventListener("evalhub:evidence", (event) => {
    const key = event.detail?.question ?? event.detail;
    const question = [...document.querySelectorAll(".question[data-question]")].find((one) => one.dataset.question === key);
    start(question?.querySelector(BOX));
  });
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:afterSettle", begin);
})();
