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
    """A text of a JSON value; `written` stands for it between quotation marks, from `start` of the JSON on."""

    __slots__ = ("start", "written")

    @property
    def traced(self):
        return Traced.of(self.written, self.start).sub(_ESCAPE, lambda found: json.loads(f'"{found[0]}"'))


_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")


@functools.lru_cache(maxsize=8)
def located(text):
    """The value of a JSON text with its texts Located, but not the keys of objects; None where it is too deep."""
    decoder = json.JSONDecoder()

    def parse_string(string, start, *_strict):
        value, end = json.decoder.scanstring(string, start)
        text = Located(value)
        text.start, text.written = start, string[start : end - 1]
        return text, end

    decoder.parse_string = parse_string
    decoder.scan_once = scanner.py_make_scanner(decoder)
    try:
        return decoder.decode(text)
    except RecursionError:
        return None


def traced(text):
    """The Traced of a text; one that is not Located stands nowhere."""
    return text.traced if isinstance(text, Located) else Traced.added(text)


def depth(value):
    """How many levels of objects and lists lie in each other, MAX_DEPTH + 1 at most."""
    level, found = [value], 0
    while level and found <= MAX_DEPTH:
        level = [part for part in level if isinstance(part, dict | list)]
        found += bool(level)
        level = [part for whole in level for part in (whole.values() if isinstance(whole, dict) else whole)]
    return found
