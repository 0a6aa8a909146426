"""Texts that were made from a stored one and know, character by character, where they came from."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

NOWHERE = -1


class Html(str):
    """A finished piece of HTML, in which every text is escaped already."""

    __slots__ = ()

    def __html__(self):
        return self


@dataclass(frozen=True)
class Piece:
    """Characters that follow each other in the stored text too: they stand for `start` to `end` of it.

    Where that is a multiple of their number, each stands for its share; else none can be had without the others.
    """

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Traced:
    """Character i of `text` stands for `starts[i]` to `ends[i]` of the stored text; NOWHERE for one that is added."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def of(cls, text: str, start: int = 0) -> "Traced":
        """A stretch of the stored text that begins at `start`."""
        return cls(text, range(start, start + len(text)), range(start + 1, start + len(text) + 1))

    @classmethod
    def joined(cls, parts: "Sequence[Traced]") -> "Traced":
        starts, ends = [], []
        for part in parts:
            starts.extend(part.starts)
            ends.extend(part.ends)
        return cls("".join(part.text for part in parts), starts, ends)

    @classmethod
    def added(cls, text: str) -> "Traced":
        """A text that stands nowhere in the stored one."""
        return cls(text, [NOWHERE] * len(text), [NOWHERE] * len(text))

    @classmethod
    def whole(cls, text: str, start: int, end: int) -> "Traced":
        """A text that stands for a stretch as one."""
        return cls(text, [start] * len(text), [end] * len(text))

    def __getitem__(self, part: slice) -> "Traced":
        return Traced(self.text[part], self.starts[part], self.ends[part])

    def sub(self, pattern: re.Pattern, new: Callable[[re.Match], str]) -> "Traced":
        """As `re.sub`; what is put in stands for all that it replaces."""
        parts, at = [], 0
        for found in pattern.finditer(self.text):
            text = new(found)
            if text == found[0]:
                continue
            stretch = self[found.start() : found.end()]
            parts += [self[at : found.start()], Traced.whole(text, stretch.starts[0], stretch.ends[-1])]
            at = found.end()
        return Traced.joined([*parts, self[at:]]) if at else self

    def pieces(self) -> Iterator[Piece]:
        """The text in Pieces, as few as there can be."""
        if isinstance(self.starts, range):
            if self.text:
                yield Piece(self.text, self.starts[0], self.ends[-1])
            return
        start = 0
        for index in (*self._breaks(), len(self.text)):
            if index > start:
                yield Piece(self.text[start:index], self.starts[start], self.ends[index - 1])
                start = index

    def _breaks(self):
        """The indexes of characters that do not belong to the piece of the one before.

        Neighbours do that stand for the same stretch, or for one after the other, as long and each alone.
        """
        outside, ends = NOWHERE - 1, self.ends
        around = [outside, *self.starts, outside]
        steps = zip(around, around[1:], around[2:], around[3:], ends, ends[1:], strict=False)
        for index, (earlier, before, at, later, before_end, end) in enumerate(steps, start=1):
            if at == before:
                goes_on = end == before_end
            else:
                goes_on = at == before_end and end - at == before_end - before and earlier != before and later != at
            if not goes_on:
                yield index

    @property
    def html(self) -> Html:
        """The text for a page; every Piece is an element with its place: `data-at`, and `data-to` if not as long."""
        return Html("".join(map(_drawn, self.pieces())))


def _drawn(piece):
    if piece.start == NOWHERE:
        return escape(piece.text)
    end = "" if piece.end - piece.start == len(piece.text) else f' data-to="{piece.end}"'
    return f'<span data-at="{piece.start}"{end}>{escape(piece.text)}</span>'


@dataclass(frozen=True)
class MarkedText:
    """A text on a page in which passages can be marked: its words, and the attributes of the element around them.

    The attributes say which text it is, where in it the shown stretch begins, and what is stored there where the page
    does not show exactly that. They are empty for words that stand nowhere.
    """

    html: Html
    attributes: Html = Html("")
    start: int = 0


def marked(field: str, shown: Traced, stored: str, html: Html | None = None) -> MarkedText:
    """The MarkedText of a stretch of a stored text; `html` where it is not shown as it is."""
    known = [index for index, start in enumerate(shown.starts) if start != NOWHERE]
    if not known:
        return MarkedText(shown.html if html is None else html)
    start, end = shown.starts[known[0]], shown.ends[known[-1]]
    source = stored[start:end]
    # A parser of HTML would make one line feed of a return and a line feed.
    kept = (
        f' data-source="{escape(source).replace(chr(13), "&#13;")}"' if html is not None or source != shown.text else ""
    )
    attributes = Html(f' data-field="{escape(field)}" data-start="{start}"{kept}')
    return MarkedText(shown.html if html is None else html, attributes, start)
