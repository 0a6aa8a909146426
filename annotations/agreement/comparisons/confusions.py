"""Confusions: how often one annotator's value met another's on the same item."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Confusions:
    """Counts of pairs of labels over a domain of V values.

    people: int[V, V], symmetric: pairs of people, one of whom chose the row's value and the other the column's; a pair
    that agrees counts once, on the diagonal. machines: int[V, V]: the person chose the row's value, the machine the
    column's.
    """

    people: np.ndarray
    machines: np.ndarray


def confusions(labels):
    """The Confusions of Labels with a declared domain; memory grows with the labels, never with items x values."""
    people, machines = (_counts(labels, part) for part in (labels.people(), labels.machines()))
    met = np.asarray((people.T @ people).todense(), dtype=np.int64)
    own = np.asarray(people.sum(axis=0)).reshape(-1).astype(np.int64)
    agreeing = (np.diagonal(met) - own) // 2
    among = met - np.diag(np.diagonal(met)) + np.diag(agreeing)
    return Confusions(people=among, machines=np.asarray((people.T @ machines).todense(), dtype=np.int64))


def _counts(labels, part):
    """int[items, V]: how many labels of each value an item has."""
    from scipy import sparse  # here: a process that computes no agreement does without

    ones = np.ones(part.item.size, dtype=np.int64)
    return sparse.csr_array((ones, (part.item, part.code)), shape=(len(labels.item_keys), len(labels.domain)))
