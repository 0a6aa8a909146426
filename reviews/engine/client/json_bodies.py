"""JSON bodies of providers, read without trusting their shape."""

import json
import math

from evalhub.lib import strict_json
from reviews.engine.client.json_answer import storable
from reviews.engine.client.redaction import cleaned

MESSAGE_LENGTH = 500
CODE_LENGTH = 60


def json_object(content):
    """The JSON object in these bytes, with the characters that Postgres refuses replaced; None for anything else."""
    try:
        text = content.decode("utf-8-sig")
        found = json.loads(text, parse_constant=_refuse, parse_float=_finite)
        strict_json.check_depth(found, text)
        strict_json.check_digits(text)
        return storable(found) if isinstance(found, dict) else None
    except (ValueError, RecursionError, strict_json.BadJson):
        return None


def mapping(value):
    """The value when it is an object, else an empty one: for what may be missing without harm."""
    return value if isinstance(value, dict) else {}


def error_in(found):
    """The innermost `error` of an answer; a text, a list or a number in its place is taken as its message."""
    while isinstance(found, dict) and found.get("error"):
        found = found["error"]
    return found if isinstance(found, dict) else {"message": found}


def message_text(value, length=MESSAGE_LENGTH):
    """What a provider said, as a text for people: `cleaned`, and of bounded length."""
    text = value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
    return cleaned(text)[:length]


def code(value):
    """A provider's short word for an error."""
    return message_text(value, CODE_LENGTH)


def _refuse(name):
    raise ValueError(f"{name} is no JSON number.")


def _finite(text):
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is no 64-bit number.")
    return number
