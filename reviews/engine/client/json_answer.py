"""Finds the one JSON object in what a model wrote."""

import re
from dataclasses import dataclass
from typing import Any

from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

_FENCE = re.compile(r"```[ \t]*(?:json|JSON)?[ \t]*\r?\n(.*?)\r?\n?[ \t]*```", re.DOTALL)
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class JsonAnswer:
    """`found` is json (the whole text), fenced (the only code fence in it) or empty with a `reason`."""

    value: dict | None
    found: str
    reason: str = ""


def find_object(text):
    """Read `text` as one JSON object, or else the single fenced block in it; nothing is repaired or guessed."""
    whole = _read(text.strip())
    if whole.value is not None:
        return whole
    fences = _FENCE.findall(text)
    if len(fences) > 1:
        return JsonAnswer(None, "", f"The answer holds {len(fences)} code blocks; one JSON object is expected.")
    if not fences:
        return whole
    fenced = _read(fences[0].strip())
    return JsonAnswer(fenced.value, "fenced" if fenced.value is not None else "", fenced.reason)


def storable(value: Any) -> Any:
    """The same JSON value without the characters that Postgres refuses (NUL, lone surrogates): U+FFFD instead."""
    if isinstance(value, str):
        return _LONE_SURROGATES.sub("\ufffd", value.replace("\x00", "\ufffd"))
    if isinstance(value, dict):
        return {storable(key): storable(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [storable(part) for part in value]
    return value


def _read(text):
    if not text:
        return JsonAnswer(None, "", "The answer is empty.")
    try:
        value = strict_json.loads(text)
    except InvalidInput as error:
        return JsonAnswer(None, "", f"The answer is not JSON: {error.message}")
    if not isinstance(value, dict):
        return JsonAnswer(None, "", f"The answer is JSON of type {type(value).__name__}; an object is expected.")
    return JsonAnswer(storable(value), "json")
