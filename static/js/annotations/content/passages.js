// Where passages stand on a page, in every view: texts carry their places in the stored text; see evalhub/lib/traced.py.
// A text is an element with data-field and data-start; in it, elements with data-at hold words that stand in the stored
// text from there on, to data-to if not as long. Stored offsets count code points, the page counts UTF-16.
window.evalhubPassages = (() => {
  "use strict";
  const TEXT = "[data-field][data-start]", HUES = 9;
  const known = new WeakMap(); // text: what is read of it
  const groups = new Map(); // name: passages that are shown

  const texts = () => [...document.querySelectorAll(TEXT)];
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

  // {words, pieces, source}: what is shown, the pieces of it that are stored, and the stored text as code points.
  function readOf(text) {
    if (known.has(text)) return known.get(text);
    const held = [...text.querySelectorAll("[data-at]")], starts = new Map(), walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    let words = "";
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement.closest("[data-at]");
      if (element && !starts.has(element)) starts.set(element, words.length);
      words += node.data;
    }
    const pieces = (held.length ? held : [text]).map((element) => {
      const own = element.textContent, n = codePoints(own), from = starts.get(element) ?? 0;
      const start = Number(element.dataset.at ?? text.dataset.start), end = Number(element.dataset.to ?? start + n);
      return { words: own, from, to: from + own.length, start, end, share: (end - start) % n ? 0 : (end - start) / n };
    }).filter((piece) => piece.words);
    const source = text.dataset.source === undefined ? null : [...text.dataset.source];
    known.set(text, { words, pieces, source });
    return known.get(text);
  }

  const wordsOf = (text) => readOf(text).words;

  // The words of a text that are stored, as places of what is shown.
  function placesOf(text) {
    const read = readOf(text), { words, pieces } = read;
    if (read.places) return read.places;
    let next = 0;
    read.places = [];
    for (const { segment, index: from, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(words)) {
      const to = from + segment.length;
      while (next < pieces.length && pieces[next].to <= from) next += 1;
      if (pieces[next]?.from < to && (isWordLike || /[^\s\p{P}]/u.test(segment))) read.places.push({ from, to });
    }
    return read.places;
  }

  // The passage of what is shown from one place to another, null where nothing of it is stored.
  function passageOf(text, from, to) {
    const { words, pieces, source } = readOf(text), touched = pieces.filter((piece) => piece.from < to && from < piece.to);
    if (!touched.length) return null;
    const at = (piece, place) => piece.start + codePoints(piece.words.slice(0, place - piece.from)) * piece.share;
    const start = Math.min(...touched.map((piece) => (piece.share ? at(piece, Math.max(from, piece.from)) : piece.start)));
    const end = Math.max(...touched.map((piece) => (piece.share ? at(piece, Math.min(to, piece.to)) : piece.end)));
    const first = Number(text.dataset.start), quote = source ? source.slice(start - first, end - first).join("") : words.slice(from, to);
    return { field: text.dataset.field, start, end, quote };
  }

  // Where a passage is shown in a text: by its offsets, else, for one that was typed, by its words.
  function placeOf(text, passage) {
    const { words, pieces } = readOf(text);
    if (typeof passage.start !== "number") {
      const from = words.indexOf(passage.quote);
      return from < 0 ? null : { from, to: from + passage.quote.length };
    }
    const touched = pieces.filter((piece) => piece.start < passage.end && passage.start < piece.end);
    if (!touched.length) return null;
    const at = (piece, place) => piece.from + unitsAt(piece.words, (place - piece.start) / piece.share);
    const from = touched.map((piece) => (piece.share && passage.start > piece.start ? at(piece, passage.start) : piece.from));
    const to = touched.map((piece) => (piece.share && passage.end < piece.end ? at(piece, passage.end) : piece.to));
    return { from: Math.min(...from), to: Math.max(...to) };
  }

  function rangeOf(text, from, to) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), range = document.createRange();
    let seen = 0, begun = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.data.length;
      if (!begun && from < seen + length) { range.setStart(node, from - seen); begun = true; }
      if (begun && to <= seen + length) { range.setEnd(node, to - seen); return range; }
      seen += length;
    }
    return null;
  }

  function rangesOf(passage) {
    if (!passage?.quote) return [];
    const found = texts().filter((text) => !passage.field || text.dataset.field === passage.field)
      .map((text) => ({ text, place: placeOf(text, passage) })).filter(({ place }) => place)
      .map(({ text, place }) => rangeOf(text, place.from, place.to)).filter(Boolean);
    return typeof passage.start === "number" ? found : found.slice(0, 1);
  }

  function highlight(name, ranges) {
    if (!window.CSS?.highlights) return;
    if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges));
    else CSS.highlights.delete(name);
  }

  // A letter behind the last word: an element without words, so that the text stays what it is.
  function closeWith(range, letter, hue) {
    const end = document.createElement("span"), place = range.cloneRange();
    end.className = `passage-end hue-${hue}`;
    end.dataset.letter = letter;
    end.setAttribute("aria-hidden", "true");
    place.collapse(false);
    place.insertNode(end);
  }

  function clearEnds() {
    for (const end of document.querySelectorAll(".passage-end")) {
      const parent = end.parentNode;
      end.remove();
      parent.normalize();
    }
  }

  function paint() {
    clearEnds();
    const byHue = Array.from({ length: HUES }, () => []), ends = [];
    for (const passage of [...groups.values()].flat()) {
      const hue = Number(passage.hue || 0), ranges = rangesOf(passage);
      byHue[hue].push(...ranges);
      if (passage.letter) ends.push(...ranges.map((range) => [range, passage.letter, hue]));
    }
    ends.forEach((end) => closeWith(...end));
    byHue.forEach((ranges, hue) => highlight(`passage-${hue}`, ranges));
  }

  // The passages of one group, {field, start, end, quote, hue, letter} each, take the place of those shown before.
  function show(name, passages) {
    groups.set(name, passages);
    paint();
  }

  // What lies in a fold or in a file that is not in view is opened first; see item.js.
  function reveal(passage) {
    const element = rangesOf(passage)[0]?.startContainer.parentElement;
    if (!element) return false;
    element.dispatchEvent(new Event("evalhub:reveal", { bubbles: true }));
    element.scrollIntoView({ block: "nearest" });
    return true;
  }

  document.addEventListener("htmx:afterSettle", paint);

  return { texts, wordsOf, placesOf, passageOf, rangeOf, rangesOf, highlight, show, reveal };
})();
