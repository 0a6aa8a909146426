"""How far two models' distributions over the stages lie apart."""

import math

from evalhub.lib.errors import InvalidInput


def total_variation(left, right):
    """Half the sum of the differences: 0 to 1; None when one of them is undefined."""
    if left is None or right is None:
        return None
    _check(left, right)
    return math.fsum(abs(a - b) for a, b in zip(left, right, strict=True)) / 2


def jensen_shannon(left, right):
    """Jensen and Shannon's divergence in bits: 0 to 1 (Lin 1991); None when one of them is undefined."""
    if left is None or right is None:
        return None
    _check(left, right)
    middle = [(a + b) / 2 for a, b in zip(left, right, strict=True)]
    return max(0.0, (_relative_entropy(left, middle) + _relative_entropy(right, middle)) / 2)


def _relative_entropy(from_, to):
    return math.fsum(a * math.log2(a / b) for a, b in zip(from_, to, strict=True) if a > 0)


def _check(left, right):
    if len(left) != len(right):
        raise InvalidInput(f"The scales have {len(left)} and {len(right)} stages. Valid: the same number.")
