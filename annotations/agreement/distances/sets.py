"""Distances between sets of options, for multiple choice."""

import numpy as np

_WORD_BITS = 63


def masi(domain):
    """1 - Jaccard x M with M = 1 equal, 2/3 one inside the other, 1/3 overlapping, 0 apart (Passonneau 2006).

    domain: V sets. Returns a function of two broadcastable arrays of positions in it. Two empty sets are equal, an
    empty set and another are 1 apart.
    """
    overlap = _Overlap(domain)

    def distance(first, second):
        shared, union, smaller = overlap.between(first, second)
        equal, inside = shared == union, shared == smaller
        monotonicity = np.where(equal, 1, np.where(inside, 2 / 3, np.where(shared > 0, 1 / 3, 0)))
        return 1 - _jaccard(shared, union) * monotonicity

    return distance


def jaccard(domain):
    """1 - size of the intersection / size of the union; arguments and empty sets as in `masi`."""
    overlap = _Overlap(domain)

    def distance(first, second):
        shared, union, _ = overlap.between(first, second)
        return 1 - _jaccard(shared, union)

    return distance


def _jaccard(shared, union):
    return np.divide(shared, union, out=np.ones(np.shape(union)), where=union > 0)


class _Overlap:
    """Sizes of intersections through bit masks, 63 options to a word."""

    def __init__(self, domain):
        options = sorted(set().union(*domain))
        self._sizes = np.array([len(chosen) for chosen in domain], dtype=np.int64)
        self._words = [
            _masks(domain, options[start : start + _WORD_BITS]) for start in range(0, len(options), _WORD_BITS)
        ]

    def between(self, first, second):
        """int arrays: options in both, in either, and in the smaller set."""
        sizes = self._sizes[first], self._sizes[second]
        shared = np.zeros(np.broadcast(*sizes).shape, dtype=np.int64)
        for words in self._words:
            shared += np.bitwise_count(words[first] & words[second])
        return shared, sizes[0] + sizes[1] - shared, np.minimum(*sizes)


def _masks(domain, options):
    bits = {option: 1 << index for index, option in enumerate(options)}
    return np.array([sum(bits.get(option, 0) for option in chosen) for chosen in domain], dtype=np.int64)
