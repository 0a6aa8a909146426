"""JSON inside of texts: read it where a text is a whole object or list, leave every other text alone."""

import functools
import json

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


def depth(value):
    """How many levels of objects and lists lie in each other, MAX_DEPTH + 1 at most."""
    level, found = [value], 0
    while level and found <= MAX_DEPTH:
        level = [part for part in level if isinstance(part, dict | list)]
        found += bool(level)
        level = [part for whole in level for part in (whole.values() if isinstance(whole, dict) else whole)]
    return found
