"""Quotes and where they stand: the texts of an item, and how far a quote is found in them."""

import functools
import hashlib
import html
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

FUZZY_THRESHOLD = 0.85
LONGEST_FUZZY_QUOTE = 600  # characters; comparing grows with the square of it
_CANDIDATES = 4
_SLACK_WORDS = 2

_PLAIN = str.maketrans(
    dict.fromkeys("‘’‚‛′`´", "'")
    | dict.fromkeys("“”„‟″«»", '"')
    | dict.fromkeys("‐‑‒–—―−", "-")
    # Zero-width space and no-break, soft hyphen, direction marks: never typed by whoever copies a quote.
    | dict.fromkeys("\u200b\u2060\ufeff\u00ad\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
_UNIT = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|\s+|.", re.DOTALL)
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\w+")
_WRAPPING = "\"'“”‘’„«»` \t\r\n"
_TELLING = re.compile(r"\d+(?:[.,]\d+)*|\b(?:not|no|never|none|cannot|without)\b|n't\b")


@dataclass(frozen=True)
class Match:
    """Where a quote stands. Offsets count code points of the stored text; `found` is that text.

    `match`: exact; whitespace (equal but for blanks, case, quotation marks, dashes, character forms and entities);
    fuzzy (`score` from 0.85 on is the share of equal characters); missing (`field` empty, offsets None).
    """

    match: str
    quote: str
    field: str = ""
    start: int | None = None
    end: int | None = None
    found: str = ""
    score: float | None = None
    source_sha256: str = ""


def source_texts(*, input: object, outputs: Sequence[str], context: object = None):
    """The texts of an item as {field: text} in reading order; evidence names these fields.

    Fields: `input` or `input.<key>`, `context` or `context.<key>`, `output` (`output.1`, `output.2` if there are
    several: models are not named). Values that are not texts are shown as JSON; blank ones are left out.
    """
    texts = {}
    _collect(texts, "input", input)
    _collect(texts, "context", context)
    for number, text in enumerate(outputs, start=1):
        texts["output" if len(outputs) == 1 else f"output.{number}"] = text
    return {name: text for name, text in texts.items() if text.strip()}


def verify(quote: str, sources: Mapping[str, str]) -> Match:
    """Look a quote up in the texts: exactly, then without regard to how it is written, then nearly.

    The first text that holds it wins within each step. Time grows with the length of the texts, not with their
    product with the quote: about 0.1 s for a text of 100,000 characters, less at the second quote.
    """
    if not quote.strip():
        return Match("missing", quote)
    for field, text in sources.items():
        start = text.find(quote)
        if start >= 0:
            return _match("exact", quote, field, text, start, start + len(quote), 1.0)
    for needle in _readings(quote):
        for field, text in sources.items():
            match = _find_plain(quote, needle, field, text)
            if match:
                return match
    return _nearest(quote, sources)


def verify_at(quote: str, *, field: str, start: int, end: int, sources: Mapping[str, str]) -> Match:
    """As `verify` for a quote that was marked in a text: exact where it was marked, else looked up in all texts."""
    return at(quote, sources, field=field, start=start, end=end) or verify(quote, sources)


def at(quote: str, sources: Mapping[str, str], *, field: str, start: int, end: int):
    """The Match of a quote that was marked at a place, or None when it does not stand there."""
    text = sources.get(field, "")
    is_there = type(start) is int and type(end) is int and 0 <= start < end <= len(text) and text[start:end] == quote
    return _match("exact", quote, field, text, start, end, 1.0) if is_there else None


def _collect(texts, path, value):
    if isinstance(value, str):
        texts[path] = value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            texts[f"{path}.{key}"] = part if isinstance(part, str) else _as_json(part)
    else:
        texts[path] = _as_json(value)


def _as_json(value):
    return "" if value is None else json.dumps(value, ensure_ascii=False, indent=1)


def _match(kind, quote, field, text, start, end, score):
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Match(kind, quote, field, start, end, text[start:end], round(score, 4), digest)


@dataclass(frozen=True)
class _Plain:
    """A text in plain writing; character i of `text` stands for `starts[i]` to `ends[i]` of the original."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


@functools.lru_cache(maxsize=16)
def _plain(text):
    """One blank for each run of blanks, NFKC, case folded, straight quotes and dashes, entities resolved."""
    characters, starts, ends = [], [], []
    for start, end, unit in _units(text):
        written = " " if unit.isspace() else _written(unit)
        if written == " " and (not characters or characters[-1] == " "):
            continue
        characters.extend(written)
        starts.extend([start] * len(written))
        ends.extend([end] * len(written))
    if characters and characters[-1] == " ":
        del characters[-1], starts[-1], ends[-1]
    return _Plain("".join(characters), tuple(starts), tuple(ends))


def _units(text):
    """(start, end, text) of runs of blanks, entities, and characters with the combining marks that follow them."""
    held = None
    for found in _UNIT.finditer(text):
        start, end, unit = found.start(), found.end(), found.group()
        if held and unit > "\u02ff" and unicodedata.combining(unit[0]):
            held = (held[0], end, held[2] + unit)
            continue
        if held:
            yield held
        held = (start, end, unit)
    if held:
        yield held


def _written(unit):
    if len(unit) == 1 and unit < "\x80":
        return unit.lower() if unit != "`" else "'"
    if len(unit) > 2 and unit[0] == "&" and unit[-1] == ";":
        unit = html.unescape(unit)
    folded = unicodedata.normalize("NFKC", unit.translate(_PLAIN)).casefold()
    return " " if folded.isspace() else unicodedata.normalize("NFC", folded)


def _readings(quote):
    """The quote in plain writing, and without the marks that models put around or after what they quote."""
    whole = _plain(quote).text
    bare = _plain(quote.strip(_WRAPPING).removesuffix("...").removesuffix("…").strip(_WRAPPING)).text
    return [needle for needle in dict.fromkeys((whole, bare)) if needle]


def _find_plain(quote, needle, field, text):
    plain = _plain(text)
    at = plain.text.find(needle)
    if at < 0:
        return None
    start, end = plain.starts[at], plain.ends[at + len(needle) - 1]
    return _match("whitespace", quote, field, text, start, end, 1.0)


def _nearest(quote, sources):
    *_, needle = _readings(quote) or [""]
    if len(needle) > LONGEST_FUZZY_QUOTE or not _WORD.search(needle):
        return Match("missing", quote)
    best = Match("missing", quote, score=0.0)
    for field, text in sources.items():
        plain = _plain(text)
        for start, end in _windows(needle, plain.text):
            score, start, end = _trimmed(needle, plain.text, start, end)
            if score > best.score:
                original = plain.starts[start], plain.ends[end - 1]
                best = _match("fuzzy", quote, field, text, *original, score)
    is_near = best.match == "fuzzy" and best.score >= FUZZY_THRESHOLD
    if is_near and _telling(needle) == _telling(_plain(best.found).text):
        return best
    return Match("missing", quote, score=best.score)


def _telling(text):
    """Numbers and negations: a quote that differs in one of them says something else."""
    return Counter(_TELLING.findall(text))


def _windows(needle, text):
    """The stretches of `text`, as long as the quote and a little longer, that share most words with it."""
    words = [(found.group(), found.start(), found.end()) for found in _WORD.finditer(text)]
    budget = Counter(found.group() for found in _WORD.finditer(needle))
    size = budget.total()
    if not words:
        return []
    shares = _word_shares([word for word, _, _ in words], budget, size)
    ranked = sorted(range(len(shares)), key=lambda index: -shares[index])
    chosen = []
    for index in ranked:
        if shares[index] * 2 < size or len(chosen) == _CANDIDATES:
            break
        if all(abs(index - other) > size // 2 for other in chosen):
            chosen.append(index)
    last = len(words) - 1
    return [
        (words[max(index - _SLACK_WORDS, 0)][1], words[min(index + size - 1 + _SLACK_WORDS, last)][2])
        for index in chosen
    ]


def _word_shares(words, budget, size):
    """For each start, how many of the next `size` words the quote has too (counted once each), in one pass."""
    inside, shared, shares = Counter(), 0, []
    for index, word in enumerate(words):
        if word in budget:
            inside[word] += 1
            shared += inside[word] <= budget[word]
        if index >= size:
            gone = words[index - size]
            if gone in budget:
                shared -= inside[gone] <= budget[gone]
                inside[gone] -= 1
        if index >= size - 1:
            shares.append(shared)
    return shares or [shared]


def _trimmed(needle, text, start, end):
    """(score, start, end) of the window cut to its first and last common stretch with the quote."""
    window = text[start:end]
    blocks = [
        block for block in SequenceMatcher(None, needle, window, autojunk=False).get_matching_blocks() if block.size
    ]
    if not blocks:
        return 0.0, start, end
    left = max(blocks[0].b - blocks[0].a, 0)
    right = min(blocks[-1].b + blocks[-1].size + len(needle) - blocks[-1].a - blocks[-1].size, len(window))
    score = SequenceMatcher(None, needle, window[left:right], autojunk=False).ratio()
    return score, start + left, start + right
