"""A text exactly as it is stored, cut into lines and marked runs: what the Source view draws."""

from dataclasses import dataclass

from annotations.content import hidden_characters

ROOM = 100_000  # for one text in one page; the rest is fetched
WEIGHT = 30  # a line, or a hidden character, takes as much of the page as this many characters


@dataclass(frozen=True)
class Highlight:
    """A quote in a text of an item: `field` as in evidence, code-point offsets, a letter and one of eight hues."""

    field: str
    start: int
    end: int
    id: object = ""
    letter: str = ""
    hue: int = 1


@dataclass(frozen=True)
class Run:
    """Characters that are drawn alike. `hue` 0: no quote; `name`: what a hidden character is called, else empty.

    `opens` are the highlights that begin here, `closes` the letters of those that end here.
    """

    text: str
    hue: int = 0
    name: str = ""
    opens: tuple = ()
    closes: str = ""

    @property
    def html(self):
        return hidden_characters.as_stored(self.text)


@dataclass(frozen=True)
class Exact:
    """The characters from `start` on; `lines` are tuples of Runs, and all runs joined are exactly these characters.

    `rest` is where the next part of the text starts, "" at its end.
    """

    field: str
    start: int
    end: int
    lines: tuple
    rest: str
    total: int
    room: int


def exact(field, text, *, start=0, highlights=(), room=ROOM):
    """The Exact of a text from `start` on, as far as it fits into `room` characters of a page.

    Lines and hidden characters take more than their length. Highlights of other texts are left out.
    """
    end, taken = _stop(text, start, room)
    inside = [
        h
        for h in highlights
        if h.field == field and 0 <= h.start < h.end <= len(text) and h.start < end and start < h.end
    ]
    return Exact(
        field=field,
        start=start,
        end=end,
        rest=str(end) if end < len(text) else "",
        total=len(text),
        room=taken,
        lines=tuple(tuple(_runs(text, first, last, inside)) for first, last in _lines(text, start, end)),
    )


def _stop(text, start, room):
    """(end, room taken) of the stretch that fits; where pieces are many it ends behind one of them."""
    end = min(len(text), start + room)
    pieces = sorted([*_feeds(text, start, end), *(run.end() for run in hidden_characters.runs_of(text, start, end))])
    for count, index in enumerate(pieces, start=1):
        if index - start + WEIGHT * count > room:
            return index, index - start + WEIGHT * count
    return end, end - start + WEIGHT * len(pieces)


def _feeds(text, start, end):
    """Behind each line feed."""
    at = text.find("\n", start, end) + 1
    while at:
        yield at
        at = text.find("\n", at, end) + 1


def _lines(text, start, end):
    """(start, end) of each line. Only a line feed ends one: the other separators that Python knows stay inside."""
    while start < end:
        feed = text.find("\n", start, end)
        stop = end if feed < 0 else feed + 1
        yield start, stop
        start = stop


def _runs(text, start, end, highlights):
    near = [h for h in highlights if h.start < end and start < h.end]
    if not near:
        return [Run(run, name=name) for run, name in hidden_characters.split(text[start:end])]
    cuts = {start, end, *(h.start for h in near), *(h.end for h in near)}
    cuts = sorted(cut for cut in cuts if start <= cut <= end)
    return [run for first, last in zip(cuts, cuts[1:], strict=False) for run in _marked(text, first, last, near)]


def _marked(text, start, end, near):
    over = sorted((h for h in near if h.start <= start and end <= h.end), key=lambda h: h.letter)
    parts = hidden_characters.split(text[start:end])
    for index, (run, name) in enumerate(parts):
        is_first, is_last = index == 0, index == len(parts) - 1
        yield Run(
            run,
            hue=over[0].hue if over else 0,
            name=name,
            opens=tuple(h for h in over if is_first and h.start == start),
            closes="".join(dict.fromkeys(h.letter for h in over if is_last and h.end == end)),
        )
