"""Posteriors of the means of two samples of scores: normal scores with unknown mean and variance."""

import math
from dataclasses import dataclass

from evalhub.lib.statistics.estimate import NO_VARIATION, TOO_FEW
from evalhub.lib.statistics.experiments.independent_posteriors import Distribution, compare
from evalhub.lib.statistics.experiments.moments import SampleMoments
from evalhub.lib.statistics.experiments.normal_posterior import Posterior


@dataclass(frozen=True)
class NormalInverseGamma:
    """The mean has Student's t with 2 `alpha` degrees of freedom around `mu`. Kappa counts as observations of the
    prior. The default is the reference prior, whose posterior is t with n - 1 degrees of freedom."""

    mu: float = 0.0
    kappa: float = 0.0
    alpha: float = -0.5
    beta: float = 0.0

    def after(self, sample: SampleMoments) -> "NormalInverseGamma":
        kappa = self.kappa + sample.n
        return NormalInverseGamma(
            (self.kappa * self.mu + sample.n * sample.mean) / kappa,
            kappa,
            self.alpha + sample.n / 2,
            self.beta + sample.m2 / 2 + self.kappa * sample.n * (sample.mean - self.mu) ** 2 / (2 * kappa),
        )

    @property
    def scale(self) -> float:
        return math.sqrt(self.beta / (self.alpha * self.kappa))

    def of_mean(self) -> Distribution:
        from scipy.special import stdtr, stdtrit

        freedom, scale = 2 * self.alpha, self.scale
        return Distribution(
            lambda x: stdtr(freedom, (x - self.mu) / scale), lambda u: self.mu + scale * stdtrit(freedom, u), self.mu
        )


REFERENCE = NormalInverseGamma()


def difference(
    control: SampleMoments,
    treatment: SampleMoments,
    *,
    prior: NormalInverseGamma = REFERENCE,
    alpha: float = 0.05,
) -> Posterior:
    """The Posterior of the treatment's mean less the control's."""
    if min(control.n, treatment.n) < 2:
        return Posterior(reason=TOO_FEW)
    first, second = prior.after(control), prior.after(treatment)
    if not first.beta or not second.beta:
        return Posterior(reason=NO_VARIATION)
    return compare(first.of_mean(), second.of_mean(), alpha=alpha)
