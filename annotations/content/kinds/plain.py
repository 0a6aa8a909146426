"""Files that are neither Markdown nor of another kind: their text as it is, line by line."""

from dataclasses import dataclass

from annotations.content import hidden_characters
from annotations.content.kinds import registry
from annotations.content.kinds.base import ContentKind, marked, offset
from evalhub.lib.traced import MarkedText, Traced

CHARACTERS = 50_000
MARKDOWN = "markdown"


@dataclass(frozen=True)
class Plain:
    """The text from one line's start on; `rest` is where to go on, "" at the end."""

    marked: MarkedText
    end: int
    total: int
    rest: str


@registry.register("plain")
class PlainFile(ContentKind):
    """Asked after the kinds that read a format: a broken JSON file is plain, and nothing in it is formatted."""

    template = "annotations/content/plain.html"
    order = 25
    is_exact = True

    def read(self, given):
        return given.text if given.format not in ("", MARKDOWN) else None

    def draw(self, given, found, at=""):
        start = offset(at, len(found))
        end = min(len(found), start + min(given.room, CHARACTERS))
        if end < len(found):
            end = found.rfind("\n", start + 1, end) + 1 or end
        shown = hidden_characters.shown(Traced.of(found)[start:end])
        drawn = marked(given, shown)
        return Plain(drawn, end, len(found), str(end) if end < len(found) else "")
