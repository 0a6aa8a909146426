"""Strengths of systems from pairwise votes (Bradley and Terry 1952); a tie counts as half a win for each.

Fitted by minorization and maximization (Hunter 2004), with the errors of the likelihood's curvature.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

SEPARATED, NOTHING = REASONS = ("SEPARATED", "NOTHING")
_ROUNDS, _CLOSE = 10_000, 1e-12


@dataclass(frozen=True)
class Strength:
    """On the log-odds scale, 0 for the reference system: it beats the reference with odds of exp(value)."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Strengths:
    """`reason` SEPARATED: some systems never won, or never lost, against the rest, so no strengths are defined."""

    strengths: tuple[Strength, ...] = ()
    reason: str = ""


def strengths(wins: ArrayLike, *, ties: ArrayLike | None = None, reference: int = 0, alpha: float = 0.05) -> Strengths:
    """wins[i][j]: votes for i over j. ties[i][j] = ties[j][i]: votes for neither. Intervals are at 1 - alpha."""
    won = np.asarray(wins, dtype=np.float64).copy()
    if ties is not None:
        won += np.asarray(ties, dtype=np.float64) / 2
    np.fill_diagonal(won, 0)
    if won.shape[0] < 2 or not won.any():
        return Strengths(reason=NOTHING)
    if not _is_connected(won) or not _is_connected(won.T):
        return Strengths(reason=SEPARATED)
    games, totals = won + won.T, won.sum(axis=1)
    skill = np.ones(len(won))
    for _round in range(_ROUNDS):
        fresh = totals / (games / (skill[:, None] + skill[None, :])).sum(axis=1)
        fresh /= np.exp(np.log(fresh).mean())
        moved, skill = float(np.abs(np.log(fresh / skill)).max()), fresh
        if moved < _CLOSE:
            break
    values = np.log(skill / skill[reference])
    from scipy.special import ndtri

    halves = float(ndtri(1 - alpha / 2)) * _errors(games, skill, reference)
    return Strengths(
        tuple(
            Strength(float(value), None, None)
            if place == reference
            else Strength(float(value), float(value - half), float(value + half))
            for place, (value, half) in enumerate(zip(values, halves, strict=True))
        )
    )


def _is_connected(won):
    """Whether every system is reached from the first by a chain of wins."""
    reached, last = np.zeros(len(won), dtype=bool), -1
    reached[0] = True
    while reached.sum() != last:
        last = int(reached.sum())
        reached |= (won[reached] > 0).any(axis=0)
    return bool(reached.all())


def _errors(games, skill, reference):
    chances = skill[:, None] / (skill[:, None] + skill[None, :])
    curve = -games * chances * (1 - chances)
    np.fill_diagonal(curve, 0)
    np.fill_diagonal(curve, -curve.sum(axis=1))
    kept = [place for place in range(len(skill)) if place != reference]
    found = np.zeros(len(skill))
    found[kept] = np.sqrt(np.diag(np.linalg.inv(curve[np.ix_(kept, kept)])))
    return found
