"""p-values of several tests, corrected so that few of them are small by chance."""

from collections.abc import Sequence


def holm(values: Sequence[float]) -> list[float]:
    """Holm's (1979): the chance to reject any true hypothesis stays below the level, however the tests depend."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found, least = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(values) - rank) * values[place]))
        found[place] = least
    return found


def benjamini_yekutieli(values: Sequence[float]) -> list[float]:
    """Benjamini and Yekutieli's (2001): the expected part of wrong rejections stays below the level, likewise."""
    return _stepped_up(values, sum(1 / rank for rank in range(1, len(values) + 1)))


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's (1995): as above, for tests that are independent or depend positively."""
    return _stepped_up(values, 1.0)


def _stepped_up(values, factor):
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    found, most = [0.0] * len(values), 1.0
    size = len(values) * factor
    for place, index in enumerate(order):
        most = min(most, size / (len(values) - place) * values[index])
        found[index] = most
    return found
