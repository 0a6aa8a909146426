"""What differs between two texts line by line, with the words that differ inside of a changed line."""

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from annotations.content import word_diff

AROUND = 3  # unchanged lines that are shown before and after a change
MOST_LINES = 6_000  # a side, without what both begin and end with
MOST_PAIRS = 300_000  # of equal lines, one from each side: what one pass of the comparison looks at
LONGEST_LINE = 300  # characters; longer ones are compared as a whole
MOST_LINES_BY_WORD = 200


@dataclass(frozen=True)
class Line:
    """`kind`: same, removed or added. `pieces` are (text, whether the other line lacks it); numbers count from 1."""

    kind: str
    left: int | None
    right: int | None
    pieces: tuple


@dataclass(frozen=True)
class Hunk:
    """Changed lines and some around them; `skipped` unchanged ones lie before it."""

    skipped: int
    lines: tuple


@dataclass(frozen=True)
class LineDiff:
    """`is_comparable` is false for texts that are too long or repeat the same lines too often: no hunks then."""

    hunks: tuple
    added: int
    removed: int
    is_comparable: bool = True

    @property
    def is_same(self):
        return self.is_comparable and not self.hunks


def compare(left, right):
    """The LineDiff of two texts; under about two seconds for any two."""
    sides = left.splitlines(), right.splitlines()
    start, rest = _alike(*sides)
    cores = [side[start : len(side) - rest] for side in sides]
    if max(map(len, cores)) > MOST_LINES or _pairs(*cores) > MOST_PAIRS:
        return LineDiff((), 0, 0, is_comparable=False)
    whole = len(sides[0]), len(sides[1])
    changes = [
        (tag, a + start, b + start, c + start, d + start)
        for tag, a, b, c, d in SequenceMatcher(None, *cores, autojunk=False).get_opcodes()
        if tag != "equal"
    ]
    lines = _Writer(sides)
    hunks = [_hunk(lines, group, end, whole) for group, end in _groups(changes)]
    return LineDiff(
        tuple(hunks),
        added=sum(d - c for _tag, _a, _b, c, d in changes),
        removed=sum(b - a for _tag, a, b, _c, _d in changes),
    )


def _alike(left, right):
    """(how many lines both begin with, how many of the rest both end with)."""
    shorter = min(len(left), len(right))
    start = next((n for n in range(shorter) if left[n] != right[n]), shorter)
    most = shorter - start
    return start, next((n for n in range(most) if left[-1 - n] != right[-1 - n]), most)


def _pairs(left, right):
    counts = Counter(left)
    return sum(counts[line] for line in right)


def _groups(changes):
    """(changes that lie close together, the left line before which nothing was shown yet) one after the other."""
    group, shown = [], 0
    for change in changes:
        if group and change[1] - group[-1][2] > 2 * AROUND:
            yield group, shown
            shown, group = group[-1][2] + AROUND, []
        group.append(change)
    if group:
        yield group, shown


def _hunk(lines, group, shown, whole):
    """The Hunk of some changes; lines between them are the same on both sides."""
    first, last = group[0], group[-1]
    start = max(first[1] - AROUND, shown)
    found, at_left, at_right = [], start, first[3] - (first[1] - start)
    for _tag, a, b, c, d in group:
        found += lines.same(at_left, a, at_right)
        found += lines.changed(a, b, c, d)
        at_left, at_right = b, d
    end = min(last[2] + AROUND, whole[0])
    return Hunk(start - shown, tuple(found + lines.same(at_left, end, at_right)))


class _Writer:
    """Makes Lines of the two sides; only so many changed ones are compared word by word."""

    def __init__(self, sides):
        self.left, self.right = sides
        self.by_word = MOST_LINES_BY_WORD

    def same(self, start, end, right):
        return [
            Line("same", number + 1, right + number - start + 1, ((self.left[number], False),))
            for number in range(start, end)
        ]

    def changed(self, a, b, c, d):
        """What goes, and then what comes; lines in the same place are compared with each other."""
        gone, come = [], []
        for number, (old, new) in enumerate(zip_longest(self.left[a:b], self.right[c:d])):
            old_pieces, new_pieces = self.pieces(old, new)
            if old is not None:
                gone.append(Line("removed", a + number + 1, None, old_pieces))
            if new is not None:
                come.append(Line("added", None, c + number + 1, new_pieces))
        return gone + come

    def pieces(self, old, new):
        """The pieces of both lines; nothing is marked in lines that share no word, or have no other."""
        plain = ((old or "", False),), ((new or "", False),)
        if old is None or new is None or max(len(old), len(new)) > LONGEST_LINE or self.by_word <= 0:
            return plain
        self.by_word -= 1
        changes = word_diff.compare(old, new).changes
        if not any(change.kind == "same" and change.left.strip() for change in changes):
            return plain
        return tuple(
            tuple((text, change.kind != "same") for change in changes if (text := getattr(change, side)))
            for side in ("left", "right")
        )
