"""Patterns with their values in an order of their own, so that no name of a value changes a digit of a figure.

A page knows a question's options in their declared order, a file by their texts, and neither order says anything at the
nominal level. Intervals draw from patterns in order, from a seed that is their fingerprint: both are made from this.
"""

from dataclasses import replace

import numpy as np

from annotations.agreement.patterns import Patterns

_ROUNDS = 2  # of telling values apart by the values that they meet
_NAMELESS = {"nominal", "ordinal"}  # levels at which the numbers of the domain do not matter


def canonical(patterns, level):
    """The same Patterns over the values that occur."""
    index, domain = recoded(patterns, level)
    if np.array_equal(index, np.arange(len(domain))):
        return replace(patterns, domain=domain)
    item = np.repeat(np.arange(patterns.times.size), np.diff(patterns.counts.indptr))
    repeats = patterns.counts.data
    return Patterns.from_codes(
        np.repeat(item, repeats),
        np.repeat(index[patterns.counts.indices], repeats),
        domain=domain,
        n_annotators=patterns.n_annotators,
        times=patterns.times,
    )


def recoded(patterns, level):
    """(int[V] new code of each old one, the new domain), for labels whose Patterns are to be canonical."""
    order = _value_order(patterns, level)
    index = np.full(len(patterns.domain), -1)
    index[order] = np.arange(order.size)
    if level in _NAMELESS:
        return index, tuple(np.arange(order.size, dtype=np.float64).tolist())
    values = (patterns.domain[code] for code in order)
    return index, tuple(value if isinstance(value, frozenset) else float(value) for value in values)


def _value_order(patterns, level):
    """int[v]: the codes that occur, in their order; at the nominal level the most frequent first.

    Values as frequent as each other are told apart by the patterns they are part of. Those that even so look alike
    can be exchanged without a change, but for contrived tables.
    """
    used = np.flatnonzero(patterns.distribution)
    if level != "nominal":
        return used
    # A number per value that depends on its patterns and on nothing's name.
    counts = patterns.counts
    row = np.repeat(np.arange(patterns.times.size), np.diff(counts.indptr))
    amount = counts.data.astype(np.uint64)
    keys = patterns.distribution.astype(np.uint64)
    for _round in range(_ROUNDS):
        of_pattern = _mixed(
            patterns.times.astype(np.uint64), _sums(row, _mixed(amount, keys[counts.indices]), patterns.times.size)
        )
        keys = _sums(counts.indices, _mixed(amount, of_pattern[row]), keys.size)
    return used[np.lexsort((keys[used], -patterns.distribution[used]))]


def _sums(group, numbers, size):
    found = np.zeros(size, dtype=np.uint64)
    np.add.at(found, group, numbers)
    return found


def _mixed(one, other):
    """A hash of pairs of numbers (Steele, Lea and Flood 2014, the finalizer of SplitMix64)."""
    with np.errstate(over="ignore"):
        found = one * np.uint64(0x9E3779B97F4A7C15) + other
        found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return found ^ (found >> np.uint64(31))
