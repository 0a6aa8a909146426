"""Bandits: how often each variant is the best one by its posterior, and what share of units it gets for it."""

from collections.abc import Sequence

import numpy as np

LEAST_UNITS = 100  # of each variant before shares change
DRAWS = 10_000


def chances_of_best(
    means: Sequence[float],
    errors: Sequence[float],
    *,
    seed: int,
    draws: int = DRAWS,
    lower_is_better: bool = False,
) -> list[float]:
    """The share of draws of normal posteriors in which each variant is the best one (Thompson 1933)."""
    return _shares(_samples(means, errors, seed, draws, lower_is_better).argmax(axis=1), len(means))


def top_two(
    means: Sequence[float],
    errors: Sequence[float],
    *,
    seed: int,
    draws: int = DRAWS,
    lower_is_better: bool = False,
    leader_share: float = 0.5,
) -> list[float]:
    """Shares that find the best variant sooner: the leader of a draw gets `leader_share`, the second the rest.

    Russo (2020). With one variant all of it.
    """
    order = np.argsort(-_samples(means, errors, seed, draws, lower_is_better), axis=1, kind="stable")
    first = _shares(order[:, 0], len(means))
    if len(means) == 1:
        return first
    second = _shares(order[:, 1], len(means))
    return [leader_share * one + (1 - leader_share) * two for one, two in zip(first, second, strict=True)]


def floored(weights: Sequence[float], floor: float) -> list[float]:
    """Every share at least `floor`, in the same order: floor + (1 - k floor) weight. ValueError where k floor > 1."""
    if not 0 <= floor * len(weights) <= 1:
        raise ValueError(f"floor is {floor}. Valid: 0 to {1 / len(weights):.3g} for {len(weights)} variants.")
    total = sum(weights)
    return [floor + (1 - len(weights) * floor) * each / total for each in weights]


def _samples(means, errors, seed, draws, lower_is_better):
    rng = np.random.default_rng(seed)
    found = rng.normal(np.asarray(means, dtype=np.float64), np.asarray(errors, dtype=np.float64), (draws, len(means)))
    return -found if lower_is_better else found


def _shares(winners, n):
    return (np.bincount(winners, minlength=n) / len(winners)).tolist()
