"""Home: what waits for a person, what needs attention, four trends, runs and tasks.

Those who may not read the organization's figures see their own tasks. Each list has five rows at most, the worst first,
with one thing to do about each. Entry point: `views.home`. Tables: none of its own.
"""

from dataclasses import dataclass

MOST_ROWS = 5


@dataclass(frozen=True)
class Row:
    """Something to do: `verb` is the link to where, or the button that takes an item there. `tone` colours the icon:
    caution, negative or ""."""

    icon: str
    title: str
    note: str
    verb: str
    href: str
    tone: str = ""
    takes_item: bool = False


@dataclass(frozen=True)
class Rows:
    """The first rows, and how many there are in all."""

    shown: list[Row]
    total: int

    @classmethod
    def of(cls, rows):
        return cls(rows[:MOST_ROWS], len(rows))
