"""Samples of two variants, made in one line."""

import numpy as np

from experiments.trials.methods import Sample, Samples

A, C = [0.6, 0.7, 0.65, 0.8, 0.55, 0.9, 0.75, 0.7], [0.7, 0.75, 0.6, 0.85, 0.65, 0.95, 0.8, 0.72]


def pairs(control, treatment, **columns) -> Samples:
    """The same units in both; a column is (control's, treatment's)."""
    return _samples(control, treatment, 0, columns)


def separate(control, treatment, **columns) -> Samples:
    return _samples(control, treatment, len(control), columns)


def shares(control, treatment) -> Samples:
    """Separate units that pass or fail; each is (passes, n)."""
    return separate(*([1.0] * passes + [0.0] * (n - passes) for passes, n in (control, treatment)))


def _samples(control, treatment, offset, columns):
    first, second = ({name: np.asarray(each[place]) for name, each in columns.items()} for place in (0, 1))
    return Samples(
        Sample("v4", np.arange(len(control)), np.asarray(control, dtype=np.float64), **first),
        Sample("v5", np.arange(len(treatment)) + offset, np.asarray(treatment, dtype=np.float64), **second),
    )
