"""JSON inside of texts: read it where a text is a whole object or list, leave every other text alone."""

import functools
import json
import re
from json import scanner

from evalhub.lib.traced import Traced

LONGEST = 1_100_000  # characters; about the largest cell that a data set may hold
MAX_DEPTH = 64


def parsed(value):
    """The object or list that `value` is or that its text holds, None for everything else. Never raises."""
    if not isinstance(value, str):
        return value if isinstance(value, dict | list) else None
    if value.lstrip()[:1] not in ("{", "[") or value.rstrip()[-1:] not in ("}", "]") or len(value) > LONGEST:
        return None
    return _read(value)


@functools.lru_cache(maxsize=8)
def _read(text):
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) and depth(value) <= MAX_DEPTH else None


class Located(str):
    """A text of a JSON value; `written` is what stands for it between quotation marks."""

    __slots__ = ("written",)

    @property
    def traced(self):
        return self.written.sub(_ESCAPE, lambda found: json.loads(f'"{found[0]}"'))


class Indented(str):
    """A JSON `value` on several lines, its Located texts where they stand."""

    __slots__ = ("value",)

    @property
    def traced(self):
        found = _indented(self.value, "\n")
        return found if found.text == self else Traced.added(self)


_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")


@functools.lru_cache(maxsize=8)
def located(text):
    """The value of a JSON text with its texts Located, but not the keys of objects; None where it is too deep."""
    try:
        return _decoded(Traced.of(text))
    except RecursionError:
        return None


def loads(text):
    """As `json.loads`; the texts in a Located text are Located too."""
    return _decoded(text.traced) if isinstance(text, Located) else json.loads(text)


def _decoded(source):
    decoder = json.JSONDecoder()

    def parse_string(string, start, *_strict):
        value, end = json.decoder.scanstring(string, start)
        text = Located(value)
        text.written = source[start : end - 1]
        return text, end

    decoder.parse_string = parse_string
    decoder.scan_once = scanner.py_make_scanner(decoder)
    return decoder.decode(source.text)


def indented(value):
    """A value as JSON on several lines, for readers."""
    text = Indented(json.dumps(value, ensure_ascii=False, indent=2))
    text.value = value
    return text


def _indented(value, line):
    """As `json.dumps` with an indent of two, as Traced; `line` begins the line that closes the value."""
    if isinstance(value, dict | list) and value:
        brackets = "{}" if isinstance(value, dict) else "[]"
        names = (
            [f"{json.dumps(name, ensure_ascii=False)}: " for name in value]
            if isinstance(value, dict)
            else [""] * len(value)
        )
        parts = [Traced.added(brackets[0])]
        for number, (name, part) in enumerate(
            zip(names, value.values() if isinstance(value, dict) else value, strict=True)
        ):
            parts += [Traced.added(f"{',' if number else ''}{line}  {name}"), _indented(part, f"{line}  ")]
        return Traced.joined([*parts, Traced.added(line + brackets[1])])
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, Located) and value.written.text == text[1:-1]:
        return Traced.joined([Traced.added('"'), value.written, Traced.added('"')])
    return Traced.added(text)


def traced(text):
    """The Traced of a text; one that is neither Located nor Indented stands nowhere."""
    return text.traced if isinstance(text, Located | Indented) else Traced.added(text)


def depth(value):
    """How many levels of objects and lists lie in each other, MAX_DEPTH + 1 at most."""
    level, found = [value], 0
    while level and found <= MAX_DEPTH:
        level = [part for part in level if isinstance(part, dict | list)]
        found += bool(level)
        level = [part for whole in level for part in (whole.values() if isinstance(whole, dict) else whole)]
    return found
