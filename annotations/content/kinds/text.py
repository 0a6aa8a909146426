"""Text, formatted as Markdown: what every text is that no other kind has read."""

import re
from dataclasses import dataclass

from annotations.content import hidden_characters
from annotations.content.kinds import registry
from annotations.content.kinds.base import ContentKind, marked, offset
from evalhub.lib import markdown
from evalhub.lib.traced import MarkedText, Traced

CHARACTERS = 20_000
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*$", re.MULTILINE)


@dataclass(frozen=True)
class Formatted:
    """The characters from `start` to `end`; `rest` is where to go on, "" at the end."""

    marked: MarkedText
    start: int
    end: int
    total: int
    rest: str


@registry.register("text")
class Text(ContentKind):
    template = "annotations/content/text.html"
    order = 1000
    file_formats = {"md": "markdown", "markdown": "markdown"}

    def read(self, given):
        return given.text

    def draw(self, given, found, at=""):
        return formatted(given, Traced.of(found), at, limit=given.room, heading_shift=given.heading)


def formatted(given, source, at="", *, limit=CHARACTERS, heading_shift=3):
    """The Formatted of a Traced text from `at` on, up to a paragraph's end near `limit` characters."""
    text = source.text
    start = offset(at, len(text))
    end = _stop(text, start, limit)
    # The line that opened the code block which `end` lies in, or "".
    opening, marks = "", ""
    for found in _FENCE.finditer(text, 0, start):
        if not opening:
            opening, marks = found[0].strip(), found[1]
        elif found[0].strip() == found[1] and found[1].startswith(marks):
            opening = ""
    shown = hidden_characters.shown(source[start:end])
    parsed = Traced.joined([Traced.added(f"{opening}\n"), shown]) if opening else shown
    drawn = marked(given, shown, markdown.render(parsed, heading_shift=heading_shift))
    return Formatted(drawn, start=start, end=end, total=len(text), rest=str(end) if end < len(text) else "")


def _stop(text, start, limit):
    """After a paragraph in the second half of what may be shown, else after a line, else wherever the limit lies."""
    end = start + limit
    if len(text) <= end + limit // 10:
        return len(text)
    for mark in ("\n\n", "\n"):
        found = text.rfind(mark, start + limit // 2, end)
        if found >= 0:
            return found + len(mark)
    return end
