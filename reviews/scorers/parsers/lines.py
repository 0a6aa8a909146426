"""The lines that machines read in a model's text: found behind decoration, their numbers whole or not at all."""

import re
from dataclasses import dataclass

from evalhub.lib.translation import gettext as _
from reviews.scorers.parsers.base import Refused

# What models put before a line without meaning anything by it: bullets, headings, quotations, emphasis.
_BEFORE = r"[-*>#+\u2022_`\"'\u201c \t]*+"
_PAIRS = {"[": "]", "(": ")", "{": "}", "<": ">"}
_SPACE = "".join(filter(str.isspace, map(chr, range(0x3001))))
_AROUND = "*_`\"'\u201c\u201d\u2018\u2019" + _SPACE
# A number in full: what follows may not make another number of it.
_NUMBER = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(?=$|\s|[^\w%,\-\u2010-\u2015])(.*)", re.DOTALL | re.ASCII)
_CUT = re.compile(r"\W*\d+\.\W*")  # the answer may have ended before its decimals
_SPOILS = re.compile(r"\d|%|percent", re.IGNORECASE)


@dataclass(frozen=True)
class Line:
    """The last line with a keyword: its value without decoration and as it stands, the text before it, the lines after.

    `raw` still shows a number that was cut after its point.
    """

    value: str
    raw: str
    before: str
    after: tuple


def last(keyword, text, *, may_be_below=False):
    """The Line of the last `KEYWORD: value` at the start of a line; Refused when there is none or it is empty.

    `may_be_below`: a keyword alone has the next line that is not empty as its value.
    """
    lines = text.splitlines()
    start = re.compile(rf"{_BEFORE}{keyword}[*_`\"']*[ \t]*[:\uff1a]", re.IGNORECASE)
    found = next((number for number in range(len(lines) - 1, -1, -1) if start.match(lines[number])), None)
    if found is None:
        raise Refused(_("There is no line that begins with %(name)s:.") % {"name": keyword})
    begin = 0
    while match := start.match(lines[found], begin):  # models repeat the keyword now and then
        begin = match.end()
    value, after = lines[found][begin:], lines[found + 1 :]
    if may_be_below and not bare(value):
        below = next((number for number, line in enumerate(after) if bare(line) and not is_fence(line)), None)
        value, after = (value, after) if below is None else (after[below], after[below + 1 :])
    if not bare(value):
        raise Refused(_("%(name)s: has no value on its line.") % {"name": keyword})
    before = reasoning("\n".join(lines[:found]))
    return Line(value=bare(value), raw=value, before=before, after=tuple(after))


def reasoning(text):
    """The text without fences that stand alone."""
    return "\n".join(line for line in text.splitlines() if not is_fence(line)).strip()


def is_fence(line):
    return re.fullmatch(r"\s*(?:```|~~~)[\w-]*\s*", line) is not None


def bare(value):
    """`value` without emphasis, quotes or a pair of brackets around it, and a full stop or semicolon at its end."""
    before = None
    while value != before:
        before = value
        value = value.lstrip(_AROUND).rstrip(_AROUND + ".;")
        if len(value) > 1 and _PAIRS.get(value[0]) == value[-1] and value[-1] not in value[1:-1]:
            value = value[1:-1]
    return value


def probability(text, name):
    """A number from 0 to 1; Refused for anything else, a range, a share of a hundred or a second number included."""
    value = bare(text)
    found = _NUMBER.fullmatch(value)
    if found is None or _SPOILS.search(found.group(2)) or _CUT.fullmatch(text):
        raise Refused(
            _("%(name)s is %(met)s. Valid: one number from 0 to 1.") % {"name": name, "met": repr(value[:80])}
        )
    number = float(found.group(1))
    if not 0 <= number <= 1:
        raise Refused(_("%(name)s is %(met)s. Valid: 0 to 1.") % {"name": name, "met": found.group(1)[:80]})
    return number
