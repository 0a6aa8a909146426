"""Votes and their tally, the arrays that consensus methods share."""

from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class Votes:
    """n votes in any order. group: int[n], what is voted on. code: int[n], positions in `values`, a tuple of values."""

    group: np.ndarray
    code: np.ndarray
    values: tuple

    def numbers(self):
        """float[n], the values voted for as numbers."""
        return np.asarray(self.values, dtype=np.float64)[self.code]

    def __add__(self, other):
        """Both sets of votes over the values of either."""
        values = tuple(dict.fromkeys((*self.values, *other.values)))
        indexes = {value: index for index, value in enumerate(values)}
        moved = np.array([indexes[value] for value in other.values], dtype=np.int64)
        return Votes(
            group=np.concatenate([self.group, other.group]),
            code=np.concatenate([self.code, moved[other.code]]),
            values=values,
        )


@dataclass(frozen=True)
class Tally:
    """The result for each of g groups, ascending.

    leader: int[g], position of the winning value in `values`, -1 on a tie: a tie is never broken by any order.
    share: float[g], share of the votes that are for the winner, or for each of the tied; each method says what
    counts as being for it. total: int[g], votes.
    """

    group: np.ndarray
    leader: np.ndarray
    values: tuple
    share: np.ndarray
    total: np.ndarray

    def as_votes(self):
        """One vote per group for its winner; a tie abstains."""
        clear = self.leader >= 0
        return Votes(group=self.group[clear], code=self.leader[clear], values=self.values)

    def regrouped(self, group):
        """The same results under other group numbers, int[g] in ascending order."""
        return replace(self, group=group)
