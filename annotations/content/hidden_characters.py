"""Characters that a reader cannot see: found, named, and kept from turning the text around them.

Joiners (U+200C, U+200D) and variation selectors stay as they are: Persian, Indic scripts and emoji need them.
"""

import re
from html import escape

from evalhub.lib.traced import Html, Traced

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
_TURNING = "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates: what follows may run the other way
_MARKS = "\u061c\u200e\u200f"
_BLANK = "\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb"
_TAGS = "\U000e0000-\U000e007f"  # invisible twins of ASCII; after a black flag they spell a region, elsewhere they hide

_FLAG = "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"

_LINE_END = re.compile("\r\n?")
_RETURN = re.compile("\r(?=\n|\\Z)")
_HIDDEN = re.compile(_FLAG + f"|(?P<tags>[{_TAGS}]+)|(?P<one>[{_CONTROLS}{_TURNING}{_MARKS}{_BLANK}])(?P=one)*")
_CONFUSING = re.compile(_FLAG + f"|(?P<tags>[{_TAGS}]+)|(?P<one>[{_CONTROLS}{_TURNING}])(?P=one)*")


def name(run):
    """What stands for a hidden run: `U+202E`, `U+202E ×3`, and for tag characters the ASCII they spell."""
    code = f"U+{ord(run[0]):04X}"
    if "\U000e0000" <= run[0] <= "\U000e007f":
        spelled = "".join(chr(ord(tag) - 0xE0000) for tag in run if "\U000e0020" <= tag <= "\U000e007e")
        return f"{code} {spelled}".rstrip()
    return code if len(run) == 1 else f"{code} ×{len(run)}"


def made_visible(text):
    """The text with its controls, overrides and hidden tags as names in white brackets; for text that is formatted."""
    if text.isascii() and text.isprintable():
        return text
    return _CONFUSING.sub(_visible, text)


def shown(text: Traced) -> Traced:
    """As `made_visible`, with one line feed for each line end, and every character knows what it stands for."""
    return text.sub(_LINE_END, lambda _found: "\n").sub(_CONFUSING, _visible)


def _visible(found):
    return f"⟦{name(found[0])}⟧" if found.lastgroup else found[0]


def runs_of(text, start=0, end=None):
    """The matches of hidden runs in a stretch of a text, in order."""
    matches = _HIDDEN.finditer(text, start, len(text) if end is None else end)
    return (found for found in matches if found.lastgroup)


def as_stored(text):
    """HTML of which a browser makes exactly these characters: of a return and a line feed it would make one."""
    return Html(_RETURN.sub("&#13;", escape(text)))


def split(text):
    """[(run, name)] in order; the runs joined are the text, `name` is empty for what can be seen."""
    if text.isascii() and text.isprintable():
        return [(text, "")] if text else []
    runs, at = [], 0
    for found in runs_of(text):
        if found.start() > at:
            runs.append((text[at : found.start()], ""))
        runs.append((found[0], name(found[0])))
        at = found.end()
    if at < len(text):
        runs.append((text[at:], ""))
    return runs
