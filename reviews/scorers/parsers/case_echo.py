"""The echo of a case's reference: how an answer says which case it is about."""

import json
import re
from dataclasses import dataclass

from reviews.engine.client.json_answer import find_object
from reviews.scorers.parsers import lines

PROPERTY = "case_ref"
_LINE = re.compile(r"[-*>#+_`\"' \t]*CASE[*_`\"']*[ \t]*[:\uff1a](.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Echoed:
    """`case_ref` as it was echoed, None where there is no echo; `text` is the answer without it."""

    case_ref: str | None
    text: str


def take(text):
    """The Echoed of what a model wrote: the property of a JSON object, or else the first line `CASE: reference`."""
    found = find_object(text)
    if found.value is not None:
        rest = {name: value for name, value in found.value.items() if name != PROPERTY}
        return Echoed(found.value.get(PROPERTY), json.dumps(rest, ensure_ascii=False))
    rows = text.splitlines()
    first = next((number for number, row in enumerate(rows) if row.strip() and not lines.is_fence(row)), None)
    echo = _LINE.fullmatch(rows[first]) if first is not None else None
    if echo is None:
        return Echoed(None, text)
    return Echoed(lines.bare(echo.group(1)), "\n".join(rows[first + 1 :]))
