"""What differs between two texts: word by word while that is quick, else by sentence, and not at all far above."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

CHARACTERS = 200_000  # a side
PAIRS = 300_000  # of equal pieces, one from each side: what one pass of the comparison looks at
VERSION = 1  # of what `steps` returns; raised when the pieces change
KINDS = {"equal": "same", "delete": "removed", "insert": "added", "replace": "replaced"}


class Pieces(NamedTuple):
    """How a text is cut, and how many pieces a side may have."""

    pattern: re.Pattern
    most: int


PIECES = {
    "word": Pieces(re.compile(r"^\s+|\S+\s*"), 1_500),
    "sentence": Pieces(re.compile(r".+?(?:[.!?…。！？](?=\s)|\n|$)\s*", re.DOTALL), 1_500),
}


@dataclass(frozen=True)
class Change:
    """A run of both texts. `kind`: same, removed (only on the left), added (only on the right), replaced."""

    kind: str
    left: str
    right: str


@dataclass(frozen=True)
class Diff:
    """The Changes in order; all `left` joined are the left text, all `right` the right one.

    `level`: word, sentence, or none, when the texts are too long or too repetitive to compare in time; `reason` is
    then long or repetitive, and `changes` is empty.
    """

    level: str
    changes: tuple
    reason: str = ""

    @property
    def is_same(self):
        """Whether the texts say the same words; blanks do not count."""
        return self.level != "none" and all(change.left.split() == change.right.split() for change in self.changes)


def compare(left, right):
    """The Diff of two texts."""
    return apply(steps(left, right), left, right)


def steps(left, right):
    """What differs, as plain data without the texts themselves, to be kept: {level, reason, changes}.

    `changes` are [kind, first and last piece on the left, first and last piece on the right]. Under about half a
    second for any two texts.
    """
    reason = "long"
    for level in PIECES if max(len(left), len(right)) <= CHARACTERS else ():
        sides = _pieces(level, left), _pieces(level, right)
        if max(map(len, sides)) > PIECES[level].most:
            reason = "long"
        elif _pairs(*sides) > PAIRS:
            reason = "repetitive"
        else:
            matcher = SequenceMatcher(None, *([piece.strip() for piece in side] for side in sides), autojunk=False)
            changes = [[KINDS[tag], *indexes] for tag, *indexes in matcher.get_opcodes()]
            return {"level": level, "reason": "", "changes": changes}
    return {"level": "none", "reason": reason, "changes": []}


def apply(steps, left, right):
    """The Diff that `steps` of the same two texts describe."""
    level = steps["level"]
    if level == "none":
        return Diff(level, (), steps["reason"])
    sides = _pieces(level, left), _pieces(level, right)
    return Diff(
        level,
        tuple(
            change
            for kind, a, b, c, d in steps["changes"]
            for change in _without_blanks(Change(kind, "".join(sides[0][a:b]), "".join(sides[1][c:d])))
        ),
    )


def digest(left, right):
    """The name under which the Diff of two texts may be kept: equal texts have equal names."""
    found = hashlib.sha256(f"{VERSION}:{len(left)}:".encode())
    for text in (left, right):
        found.update(text.encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def _pieces(level, text):
    return [piece for piece in PIECES[level].pattern.findall(text) if piece]


def _without_blanks(change):
    """The change, and the blanks that both of its sides end with as a change of its own: they are the same."""
    words = change.left.rstrip(), change.right.rstrip()
    blanks = change.left[len(words[0]) :], change.right[len(words[1]) :]
    if change.kind != "replaced" or not all((*words, *blanks)):
        return [change]
    return [Change("replaced", *words), Change("same", *blanks)]


def _pairs(left, right):
    counts = Counter(piece.strip() for piece in left)
    return sum(counts[piece.strip()] for piece in right)
