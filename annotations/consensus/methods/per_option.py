"""Per option: each option of a multiple choice stands or falls by its own majority."""

import numpy as np

from annotations.consensus.methods import registry
from annotations.consensus.votes import Tally


@registry.register("per_option")
class PerOption:
    """The set of options that more than half of the votes contain; an option at exactly half makes a tie.

    share: the support of the least certain option, where an option's support is the share of votes that treat it as
    the consensus does, by containing it or by leaving it out.
    """

    title = "Majority per option"

    def tally(self, votes, *, level):
        options = sorted(set().union(*votes.values))
        groups, index = np.unique(votes.group, return_inverse=True)
        total = np.bincount(index, minlength=groups.size)
        from scipy import sparse  # here: a process that counts no votes does without

        contains = np.array([[option in chosen for option in options] for chosen in votes.values], dtype=np.int64)
        given = sparse.csr_array(
            (np.ones(index.size, dtype=np.int64), (index, votes.code)), shape=(groups.size, len(votes.values))
        )
        share = (given @ contains.reshape(len(votes.values), len(options))) / total[:, None]
        support = np.maximum(share, 1 - share).min(axis=1, initial=1)
        # Positions of each row's set of options among the distinct ones, and these as frozensets.
        distinct, codes = np.unique(share > 0.5, axis=0, return_inverse=True)
        codes = codes.reshape(-1)
        values = tuple(
            frozenset(option for option, taken in zip(options, row, strict=True) if taken) for row in distinct.tolist()
        )
        tied = (share == 0.5).any(axis=1)
        return Tally(group=groups, leader=np.where(tied, -1, codes), values=values, share=support, total=total)

    def panel(self, votes, *, level):
        return self.tally(votes, level=level)
