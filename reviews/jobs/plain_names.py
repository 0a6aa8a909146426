"""Plain relative names: the only paths that job directories and archives may use."""

from evalhub.lib.translation import gettext
from reviews.jobs.errors import shown

MAX_DEPTH = 8
MAX_PART_BYTES = 255


class NotPlain(Exception):
    """The text is no plain relative name; says why and what is valid."""


def plain_parts(name, *, most=MAX_DEPTH):
    """The components of a relative path such as `figures/plot.json`; NotPlain for what could lead elsewhere.

    Nothing is tidied up: a name with `.`, `..`, an empty component, a backslash or a character that is not printable
    is refused, so two names are the same file only if they are the same text.
    """
    if not isinstance(name, str) or not name:
        raise _refusal(name, gettext("it is empty or not a text"))
    if name.startswith("/"):
        raise _refusal(name, gettext("it is absolute"))
    if "\\" in name or not name.isprintable():
        raise _refusal(name, gettext("it contains a backslash or a non-printable character"))
    parts = tuple(name.split("/"))
    for part in parts:
        if part in {"", ".", ".."}:
            raise _refusal(name, gettext('it contains an empty component, "." or ".."'))
        if len(part.encode()) > MAX_PART_BYTES:
            raise _refusal(name, gettext("a component has more than %(most)s bytes") % {"most": MAX_PART_BYTES})
    if len(parts) > most:
        raise _refusal(name, gettext("it is deeper than %(most)s folders") % {"most": most})
    return parts


def _refusal(name, reason):
    words = gettext("The path %(met)s cannot be used: %(reason)s. Valid: a plain relative name such as data/plot.json.")
    return NotPlain(words % {"met": shown(name), "reason": reason})
