"""Majority: the value with the most votes."""

from annotations.agreement.modes import modes
from annotations.consensus.methods import registry
from annotations.consensus.votes import Tally


@registry.register("majority")
class Majority:
    """The winner has more votes than any other value, not necessarily half of them: the threshold asks for a share.

    share: votes for the winner / votes.
    """

    title = "Majority"

    def tally(self, votes, *, level):
        found = modes(votes.group, votes.code)
        return Tally(
            group=found.group,
            leader=found.leader,
            values=votes.values,
            share=found.votes / found.total,
            total=found.total,
        )

    def panel(self, votes, *, level):
        return self.tally(votes, level=level)
