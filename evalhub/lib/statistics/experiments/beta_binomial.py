"""Posteriors of two shares: passes of each variant with a beta prior."""

from evalhub.lib.statistics.estimate import NOTHING
from evalhub.lib.statistics.experiments.independent_posteriors import Distribution, compare
from evalhub.lib.statistics.experiments.normal_posterior import Posterior

UNIFORM = (1.0, 1.0)


def difference(
    control: tuple[int, int],
    treatment: tuple[int, int],
    *,
    prior: tuple[float, float] = UNIFORM,
    alpha: float = 0.05,
) -> Posterior:
    """The Posterior of the treatment's share less the control's; each is (passes, n)."""
    if not control[1] or not treatment[1]:
        return Posterior(reason=NOTHING)
    return compare(_posterior(*control, prior), _posterior(*treatment, prior), alpha=alpha)


def interval(passes: int, n: int, *, prior: tuple[float, float] = UNIFORM, alpha: float = 0.05) -> tuple[float, float]:
    """The credible interval of one share, with equal tails."""
    from scipy.special import betaincinv

    a, b = prior[0] + passes, prior[1] + n - passes
    return float(betaincinv(a, b, alpha / 2)), float(betaincinv(a, b, 1 - alpha / 2))


def _posterior(passes, n, prior):
    from numpy import clip
    from scipy.special import betainc, betaincinv

    a, b = prior[0] + passes, prior[1] + n - passes
    return Distribution(lambda x: betainc(a, b, clip(x, 0, 1)), lambda u: betaincinv(a, b, u), a / (a + b))
