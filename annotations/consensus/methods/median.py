"""Median: the middle of ordered votes."""

import numpy as np

from annotations.agreement.modes import medians
from annotations.consensus.methods import registry
from annotations.consensus.methods.majority import Majority
from annotations.consensus.votes import Tally
from evalhub.lib.errors import InvalidInput

LEVELS = ("ordinal", "interval", "ratio")


@registry.register("median")
class Median:
    """The middle vote. Between two different middle votes: a tie at the ordinal level, which has no value in between;
    their mean at the interval and ratio levels.

    share: votes equal to the median / votes, at every level, so 0 for a mean that nobody voted for.
    """

    title = "Median"

    def tally(self, votes, *, level):
        if level not in LEVELS:
            raise InvalidInput(f"The level is {level!r}. Valid for the median: {', '.join(LEVELS)}.")
        number = votes.numbers()
        found = medians(votes.group, number)
        values, leader = np.unique(found.means(), return_inverse=True)
        index = np.searchsorted(found.group, votes.group)
        equal = np.bincount(index, weights=number == values[leader][index], minlength=found.group.size)
        split = (found.lower != found.upper) & (level == "ordinal")
        return Tally(
            group=found.group,
            leader=np.where(split, -1, leader),
            values=tuple(values.tolist()),
            share=equal / found.total,
            total=found.total,
        )

    def panel(self, votes, *, level):
        """Machines vote their most frequent step of a scale, and the median of measured numbers."""
        return Majority().tally(votes, level=level) if level == "ordinal" else self.tally(votes, level=level)
