"""The one JSON loader and the one dumper: what passes is stored exactly and can be read back by Python and Postgres.

Refused beyond RFC 8259: NaN and Infinity, numbers outside float64, integers of more than 1,000 digits, duplicate
keys, NUL, lone surrogates and nesting deeper than 64. Only UTF-8 is read.
"""

import json
import re
from collections.abc import Callable
from json.encoder import c_make_encoder, encode_basestring  # pyright: ignore[reportAttributeAccessIssue]: undocumented
from typing import Any, NamedTuple

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext, gettext_noop

MAX_DEPTH = 64
MAX_DIGITS = 1000
BOM = "\ufeff"
WHITESPACE = " \t\n\r"

_HUGE = re.compile(rf"[0-9]{{{MAX_DIGITS + 1}}}")
_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_NONZERO_DIGIT = re.compile("[1-9]")
PARSERS_WORDS = (
    gettext_noop("expecting value"),
    gettext_noop("expecting ',' delimiter"),
    gettext_noop("expecting ':' delimiter"),
    gettext_noop("expecting property name enclosed in double quotes"),
    gettext_noop("unterminated string starting at"),
    gettext_noop("invalid control character at"),
    gettext_noop("invalid \\escape"),
    gettext_noop("invalid \\uXXXX escape"),
)


class BadJson(InvalidInput):
    """JSON that is well formed but breaks one of this module's rules."""

    code = "bad_json"


class NotJson(BadJson):
    """Not JSON at all. `position` is the character where reading stopped, `problem` the parser's word for it."""

    def __init__(self, problem, position):
        text = gettext("Not valid JSON: %(problem)s at character %(place)s.")
        super().__init__(text % {"problem": problem, "place": position + 1}, details={"position": position})
        self.problem = problem
        self.position = position


class Scanned(NamedTuple):
    value: Any
    end: int


def loads(document: bytes | str, *, allow_bom: bool = False) -> Any:
    """The value of a whole document, given as bytes or text; BadJson says what is wrong and where."""
    if isinstance(document, str):
        _refuse_lone_surrogates(document)
        text = document
    else:
        try:
            text = str(document, "utf-8")
        except UnicodeDecodeError as error:
            problem = gettext("The text is not UTF-8: byte %(place)s cannot be read.") % {"place": error.start + 1}
            raise BadJson(problem) from None
    if text[:1] == BOM:
        if not allow_bom:
            raise BadJson(gettext("The text starts with a byte order mark. Valid: UTF-8 without one."))
        text = text[1:]
    value, end = _scan(text, len(text) - len(text.lstrip(WHITESPACE)))
    if end != len(text) and (rest := text[end:].lstrip(WHITESPACE)):
        raise NotJson(gettext("text after the value"), len(text) - len(rest))
    _check(value, text)
    return value


def scan(text: str, start: int = 0) -> Scanned:
    """The value that starts at `start` (no blanks before it) and where it ends; what follows is not looked at.

    Bytes that were no UTF-8 are expected as the lone surrogates that "surrogateescape" makes of them.
    """
    value, end = _scan(text, start)
    part = text[start:end]
    if not part.isascii() and _half_character(part):
        raise BadJson(gettext("The text is not UTF-8."))
    _check(value, part)
    return Scanned(value, end)


def skip(text: str, start: int = 0) -> int:
    """Where the value at `start` ends, whatever rule of this module it breaks; NotJson when it has no end."""
    try:
        return _SKIPPING.raw_decode(text, start)[1]
    except json.JSONDecodeError as error:
        raise NotJson(error.msg, error.pos) from None
    except RecursionError:
        raise NotJson(gettext("nesting far deeper than %(most)s") % {"most": MAX_DEPTH}, start) from None


def dumps(value: object, *, default: Callable[[Any], object] | None = None, most_levels: int = MAX_DEPTH) -> str:
    """Compact JSON text of plain data, Unicode as it is; BadJson for what `loads` refuses, and for what is no JSON.

    `default` gives plain data for what is not. `most_levels`: for a value that holds whole documents.
    """
    try:
        text = "".join((_encoder(default) if default else _encode)(value, 0))
    except RecursionError:
        text = gettext("The value is nested deeper than %(most)s levels.") % {"most": MAX_DEPTH}
        raise BadJson(text) from None
    except (ValueError, TypeError) as error:
        if endless := next((part for part in _parts(value) if isinstance(part, float) and part - part != 0), None):
            _constant(repr(endless))
        raise BadJson(gettext("The value cannot be written as JSON: %(problem)s.") % {"problem": error}) from None
    _refuse_lone_surrogates(text)
    if "\\u0000" in text:
        _check_texts(value)
    check_depth(value, text, most=most_levels)
    check_digits(text)
    return text


def dumps_known(value: object) -> str:
    """Compact JSON text of a value that `loads` or a reader has checked already: nothing is looked at again."""
    return "".join(_encode(value, 0))


def _scan(text, start):
    # No number of a text this short can have too many digits, and the parser is faster without the look at each.
    decoder = _LONG if len(text) > MAX_DIGITS else _SHORT
    try:
        return decoder.raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise NotJson(gettext(error.msg[:1].lower() + error.msg[1:]), error.pos) from None
    except RecursionError:
        raise _too_deep() from None


def _check(value, text):
    """What the parser lets pass: depth, NUL, lone surrogates. Looked for only where the text makes them possible."""
    check_depth(value, text)
    # One character is found faster than two, and most texts hold no escape at all.
    if "\\" in text and "\\u" in text and _SUSPECT_ESCAPE.search(text):
        _check_texts(value)


def check_digits(text: str) -> None:
    """BadJson for the text of a document that has an integer of more than MAX_DIGITS."""
    step = MAX_DIGITS // 2  # of so many digits, one such part at least holds nothing else
    if any(text[start : start + step].isdigit() for start in range(0, len(text) - step, step)):
        _LONG.decode(text)


def check_depth(value: Any, text: str, *, most: int = MAX_DEPTH) -> None:
    """BadJson for a value of this text that is nested deeper than `most`; Python's own limit is another in each
    version."""
    if len(text) <= 2 * most or text.count("[") + text.count("{") <= most:
        return
    level, depth = [value], 0
    while True:
        level = [part for part in level if isinstance(part, (dict, list, tuple))]
        if not level:
            return
        depth += 1
        if depth > most:
            raise _too_deep()
        level = [part for whole in level for part in (whole.values() if isinstance(whole, dict) else whole)]


def _too_deep():
    return BadJson(gettext("The JSON is nested deeper than %(most)s levels.") % {"most": MAX_DEPTH})


def _check_texts(value):
    for part in _parts(value):
        if isinstance(part, str):
            if "\0" in part:
                raise BadJson(gettext("A text holds a NUL character (\\u0000), which cannot be stored."))
            _refuse_lone_surrogates(part)


def _parts(value):
    """The value and all keys and values inside of it."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, dict):
            waiting.extend(part)
            waiting.extend(part.values())
        elif isinstance(part, (list, tuple)):
            waiting.extend(part)


def _refuse_lone_surrogates(text):
    if not text.isascii() and (half := _half_character(text)):
        text = gettext("A text contains half a character (%(character)s), which cannot be stored.")
        raise BadJson(text % {"character": f"\\u{ord(half):04x}"})


def _half_character(text):
    """The first surrogate that is no part of a pair, or ""."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return text[error.start]
    return ""


def _object(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):
        seen = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))
        raise BadJson(gettext("The key %(key)s occurs twice in one object.") % {"key": _shown(twice)})
    return value


def _float(text):
    value = float(text)
    if value - value != 0.0 or (value == 0.0 and _NONZERO_DIGIT.search(text.lower().partition("e")[0])):
        problem = gettext("The number %(number)s is outside the range of a 64-bit float.")
        raise BadJson(problem % {"number": _shown(text)})
    return value


def _int(text):
    if len(text) > MAX_DIGITS and _HUGE.search(text):
        raise BadJson(gettext("An integer has more than %(most)s digits.") % {"most": f"{MAX_DIGITS:,}"})
    return int(text)


def _constant(name):
    raise BadJson(gettext("%(name)s is not a JSON number. Use null for a value that is missing.") % {"name": name})


def _shown(text):
    return repr(text if len(text) <= 60 else f"{text[:60]}...")


_SHORT = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant)
_LONG = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant, parse_int=_int)
_SKIPPING = json.JSONDecoder(parse_float=len, parse_int=len, parse_constant=len, object_pairs_hook=len)


# json.dumps builds this encoder anew at every call; one that is kept saves a fifth of the time of a small document.
def _encoder(default):
    return c_make_encoder(None, default, encode_basestring, None, ":", ",", False, False, False)


_encode = _encoder(None)
