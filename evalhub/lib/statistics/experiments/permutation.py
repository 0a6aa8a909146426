"""The mean difference where signs of pairs, or names of units, are a coin's (Fisher 1935), with the interval of it.

The interval holds the shifts that the test does not reject. Whether a draw is at least as far from 0 as the data
changes once as the shift grows, at a point in closed form; so the bounds are quantiles of these points (for signs the
subsample means of Hartigan 1969), and cost no more draws than the p-value does.
"""

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate
from evalhub.lib.statistics.seeds import seed_for

METHOD = "permutation"
DRAWS, FEWEST_DRAWS = 20_000, 1_000
_EXACT_BELOW = 18  # pairs of which all sign flips are counted
_BLOCK_CELLS = 4_000_000
_MOST_CELLS = 200_000_000  # beyond 10,000 units there are fewer draws
_NEARLY_1 = 1 - 1e-12


def of_pairs(differences: ArrayLike, *, alpha: float = 0.05, seed: int | None = None) -> Estimate:
    """The Estimate of the mean of paired differences. Exact for few; else by draws with the seed, or one from the data.

    Differences are taken to be symmetric about their mean.
    """
    found = np.asarray(differences, dtype=np.float64)
    n = int(found.size)
    if not n:
        return Estimate(None, 0, METHOD, reason=NOTHING)
    mean = float(found.mean())
    rest = found - mean
    drawn = [(signs @ rest / n, signs.mean(axis=1)) for signs in _signs(found, seed)]
    return _estimate(mean, n, drawn, is_exact=n < _EXACT_BELOW, alpha=alpha, varies=bool(np.ptp(found)))


def of_samples(control: ArrayLike, treatment: ArrayLike, *, alpha: float = 0.05, seed: int | None = None) -> Estimate:
    """The Estimate of the difference of the means of separate samples, drawn with the seed, or one from the data.

    The treatment is taken to shift values and to leave their spread as it is.
    """
    first, second = np.asarray(control, dtype=np.float64), np.asarray(treatment, dtype=np.float64)
    n = int(first.size + second.size)
    if not first.size or not second.size:
        return Estimate(None, n, METHOD, reason=NOTHING)
    gap = float(second.mean() - first.mean())
    if n < 4:
        return Estimate(gap, n, METHOD, reason=TOO_FEW)
    # The treatment's values without the difference that was met: a draw's own difference is then what chance gives.
    both = np.concatenate([first, second - gap])
    rng = np.random.default_rng(seed_for(METHOD, first, second) if seed is None else seed)
    places = np.arange(n) >= first.size
    drawn = []
    for size in _blocks(n):
        chosen = rng.permuted(np.tile(places, (size, 1)), axis=1)
        total, kept = chosen @ both, chosen[:, first.size :].sum(axis=1)
        means = total / second.size - (both.sum() - total) / first.size
        drawn.append((means, kept / second.size - (second.size - kept) / first.size))
    return _estimate(gap, n, drawn, is_exact=False, alpha=alpha, varies=bool(np.ptp(both)))


def _signs(found, seed):
    n = int(found.size)
    if n < _EXACT_BELOW:
        yield 1.0 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
        return
    rng = np.random.default_rng(seed_for(METHOD, found) if seed is None else seed)
    for size in _blocks(n):
        yield 1.0 - 2 * rng.integers(2, size=(size, n), dtype=np.int8)


def _blocks(n):
    draws = max(FEWEST_DRAWS, min(DRAWS, _MOST_CELLS // n))
    block = max(1, min(1_000, _BLOCK_CELLS // n))
    for start in range(0, draws, block):
        yield min(block, draws - start)


def _estimate(value, n, drawn, *, is_exact, alpha, varies):
    """drawn: (chance, kept) of each draw. Its difference is chance + kept * shift where the data's own is `shift`."""
    chance, kept = (np.concatenate(each) for each in zip(*drawn, strict=True))
    far = int((np.abs(chance + kept * value) >= abs(value) * _NEARLY_1).sum())
    draws, own = (chance.size, 0) if is_exact else (chance.size + 1, 1)  # the data are a draw as well
    p = (far + own) / draws
    if not varies:
        return Estimate(value, n, METHOD, p=p, reason=NO_VARIATION)
    outside = int(alpha * draws) - own  # draws that may lie beyond a bound
    low, high = (_bound(sign * chance, kept, outside) for sign in (1, -1))
    if not np.isfinite([low, high]).all():
        return Estimate(value, n, METHOD, p=p, reason=TOO_FEW)
    return Estimate(value, n, METHOD, value - low, value + high, p, alpha=alpha)


def _bound(chance, kept, outside):
    """The greatest shift that is not rejected: beyond it at most `outside` draws are as far from 0 as the shift is.

    A draw is as far up to chance / (1 - kept) above 0, or -chance / (1 + kept) below; the data's own at any shift.
    """
    if outside < 0:
        return np.inf
    above, below = 1 - kept, 1 + kept
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.where(chance > 0, chance / above, -chance / below)
    ends[np.minimum(above, below) <= 1 - _NEARLY_1] = np.inf
    place = ends.size - 1 - outside
    return float(np.partition(ends, place)[place]) if place >= 0 else np.inf
