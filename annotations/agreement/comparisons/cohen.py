"""Cohen's kappa of two annotators, plain or weighted by how far apart two values are."""

import numpy as np

from evalhub.lib.errors import InvalidInput

WEIGHTS = ("none", "linear", "quadratic")


def cohen_kappa(table, *, weights="none"):
    """1 - observed / expected disagreement of a V x V table: rows the first annotator's value, columns the second's.

    weights: distance between the values at places i and j: i != j, |i - j| or (i - j)^2 (Cohen 1960, 1968).
    None when the table is empty or both annotators always used one and the same value.
    """
    if weights not in WEIGHTS:
        raise InvalidInput(f"The weights are {weights!r}. Valid: {', '.join(WEIGHTS)}.")
    table = np.asarray(table, dtype=np.float64)
    total = table.sum()
    index = np.arange(len(table))
    apart = np.abs(index[:, None] - index[None, :]).astype(np.float64)
    distance = {"none": apart > 0, "linear": apart, "quadratic": apart**2}[weights]
    expected = (np.outer(table.sum(axis=1), table.sum(axis=0)) * distance).sum()
    if not expected:
        return None
    return float(1 - total * (table * distance).sum() / expected)
