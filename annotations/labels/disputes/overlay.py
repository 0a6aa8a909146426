"""A text with the passages of several annotators over each other: cut wherever one of them begins or ends."""

from dataclasses import dataclass

from annotations.content import hidden_characters

MOST_LANES = 8  # lines that are drawn under each other; more columns are told by the list alone


@dataclass(frozen=True)
class Mark:
    """A passage by code points. lanes: places of the columns that marked it. number: of the list, 0 where all agree."""

    start: int
    end: int
    lanes: tuple
    number: int = 0


@dataclass(frozen=True)
class Run:
    """Characters that the same passages cover. lanes: from 1. name: what hidden characters are called, else empty.

    numbers: of all disputed passages here. begins: what stands above the first character, "✓" for what all agree on.
    """

    text: str
    lanes: tuple = ()
    name: str = ""
    numbers: tuple = ()
    begins: str = ""

    @property
    def html(self):
        return hidden_characters.as_stored(self.text)

    @property
    def classes(self):
        return " ".join([f"lane-{lane}" for lane in self.lanes] + (["disputed"] if self.numbers else []))


def overlay(text, marks):
    """The Runs of a text, which joined are exactly the text; marks outside of it are cut to it."""
    inside = [mark for mark in marks if mark.start < min(mark.end, len(text))]
    cuts = sorted({0, len(text), *(mark.start for mark in inside), *(min(mark.end, len(text)) for mark in inside)})
    return [run for start, end in zip(cuts, cuts[1:], strict=False) for run in _runs(text, start, end, inside)]


def _runs(text, start, end, marks):
    over = [mark for mark in marks if mark.start <= start < mark.end]
    lanes = tuple(sorted({lane + 1 for mark in over for lane in mark.lanes if lane < MOST_LANES}))
    numbers = tuple(sorted({mark.number for mark in over if mark.number}))
    begun = sorted({mark.number for mark in over if mark.start == start})
    begins = " ".join(str(number) if number else "✓" for number in begun)
    for index, (run, name) in enumerate(hidden_characters.split(text[start:end])):
        yield Run(run, lanes=lanes, name=name, numbers=numbers, begins=begins if index == 0 else "")
