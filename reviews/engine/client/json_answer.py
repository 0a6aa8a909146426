"""Finds the one JSON object in what a model wrote."""

import re
from dataclasses import dataclass
from typing import Any

from evalhub.lib import reasons, strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.lib.reasons import Reason
from reviews.engine.client.reasons import CODE_BLOCKS, NO_OBJECT, NOT_JSON, NOTHING

_FENCE = re.compile(r"```[ \t]*(?:json|JSON)?[ \t]*\r?\n(.*?)\r?\n?[ \t]*```", re.DOTALL)
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class JsonAnswer:
    """`found` is json (the whole text), fenced (the only code fence in it) or empty with a `reason`."""

    value: dict | None
    found: str
    reason: Reason | None = None


def find_object(text):
    """Read `text` as one JSON object, or else the single fenced block in it; nothing is repaired or guessed."""
    whole = _read(text.strip())
    if whole.value is not None:
        return whole
    fences = _FENCE.findall(text)
    if len(fences) > 1:
        return JsonAnswer(None, "", CODE_BLOCKS(n=len(fences)))
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
        return JsonAnswer(None, "", NOTHING())
    try:
        value = strict_json.loads(text)
    except InvalidInput as error:
        return JsonAnswer(None, "", NOT_JSON(problem=reasons.of(error.message)))
    if not isinstance(value, dict):
        return JsonAnswer(None, "", NO_OBJECT(type=type(value).__name__))
    return JsonAnswer(storable(value), "json")
