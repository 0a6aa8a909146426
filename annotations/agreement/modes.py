"""The most frequent value and the middle value of groups of labels, without a loop over groups."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Modes:
    """For each of g groups, ascending: its most frequent code, or -1 on a tie, and the votes behind it.

    group, leader, votes, total: int[g]; votes are those of the leading codes, each of them on a tie.
    """

    group: np.ndarray
    leader: np.ndarray
    votes: np.ndarray
    total: np.ndarray


@dataclass(frozen=True)
class Medians:
    """For each of g groups, ascending: the two middle values (equal when the number of votes is odd).

    group: int[g]; lower, upper: float[g]; total: int[g].
    """

    group: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    total: np.ndarray

    def means(self):
        """float[g], the mean of the middle values, without overflow."""
        return np.where(self.lower == self.upper, self.lower, self.lower / 2 + self.upper / 2)


def modes(group, code):
    """group: int[n]; code: int[n], 0 or more."""
    if not group.size:
        return Modes(group=group, leader=group, votes=group, total=group)
    span = int(code.max()) + 1
    key, votes = np.unique(group * span + code, return_counts=True)
    owner, value = np.divmod(key, span)
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    most = np.maximum.reduceat(votes, starts)
    leads = votes == np.repeat(most, np.diff(starts, append=key.size))
    leaders = np.add.reduceat(leads.astype(np.int64), starts)
    leader = np.add.reduceat(np.where(leads, value, 0), starts)
    return Modes(
        group=owner[starts],
        leader=np.where(leaders == 1, leader, -1),
        votes=most,
        total=np.add.reduceat(votes, starts),
    )


def medians(group, number):
    """group: int[n]; number: float[n]."""
    if not group.size:
        return Medians(group=group, lower=number, upper=number, total=group)
    order = np.lexsort((number, group))
    group, number = group[order], number[order]
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    total = np.diff(starts, append=group.size)
    return Medians(
        group=group[starts],
        lower=number[starts + (total - 1) // 2],
        upper=number[starts + total // 2],
        total=total,
    )
