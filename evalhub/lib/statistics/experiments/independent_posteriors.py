"""Two quantities with posteriors of their own: which one is larger, and by how much. Quadrature, without draws."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from evalhub.lib.statistics.experiments.normal_posterior import Posterior
from evalhub.lib.statistics.numeric import root

_PIECES, _POINTS = 200, 16
_TAIL = 1e-12


@dataclass(frozen=True)
class Distribution:
    """`cdf` and `quantile` of arrays, and the mean."""

    cdf: Callable[[np.ndarray], np.ndarray]
    quantile: Callable[[np.ndarray], np.ndarray]
    mean: float


def compare(control: Distribution, treatment: Distribution, *, alpha: float = 0.05) -> Posterior:
    """The Posterior of the treatment less the control."""
    ends = np.array([_TAIL, 1 - _TAIL])
    (low_c, high_c), (low_t, high_t) = control.quantile(ends), treatment.quantile(ends)
    points, weights = _grid(min(low_c, low_t), max(high_c, high_t), control, treatment)
    below_c, below_t = control.cdf(points), treatment.cdf(points)
    of_control = float((weights * below_c * (1 - below_t)).sum())
    of_treatment = float((weights * below_t * (1 - below_c)).sum())
    steps, shares = _quantiles_with_weights()
    at = treatment.quantile(steps)

    def above(least):
        return float((shares * control.cdf(at - least)).sum())

    bounds = [root(lambda d, q=q: above(d) - q, low_t - high_c, high_t - low_c) for q in (1 - alpha / 2, alpha / 2)]
    mean = treatment.mean - control.mean
    return Posterior(mean, None, bounds[0], bounds[1], above(0.0), of_treatment, of_control)


def _grid(low, high, *distributions):
    """Points and weights of Gauss and Legendre's rule on pieces that are narrow where either distribution is dense."""
    shares = np.linspace(0, 1, _PIECES // 2)[1:-1]
    edges = np.unique(np.concatenate([[low, high], *(each.quantile(shares) for each in distributions)]))
    return _on_pieces(edges)


@cache
def _quantiles_with_weights():
    """Of a uniform quantity, denser towards 0 and 1."""
    ends = np.geomspace(_TAIL, 0.01, 40)
    return _on_pieces(np.concatenate([[0.0], ends, np.linspace(0.01, 0.99, 60)[1:-1], 1 - ends[::-1], [1.0]]))


def _on_pieces(edges):
    points, weights = _legendre()
    halves, centres = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    return (centres[:, None] + halves[:, None] * points).ravel(), (halves[:, None] * weights).ravel()


@cache
def _legendre():
    return np.polynomial.legendre.leggauss(_POINTS)
