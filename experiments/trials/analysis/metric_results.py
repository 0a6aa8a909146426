"""What one metric says of one treatment: difference, running interval, posterior, wins, and whether a limit holds."""

from dataclasses import dataclass, replace

import numpy as np

from evalhub.lib.statistics import mcnemar, means, paired
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate
from evalhub.lib.statistics.experiments import (
    confidence_sequence,
    histograms,
    non_inferiority,
    normal_posterior,
)
from evalhub.lib.statistics.experiments.effect_sizes import EffectSize
from evalhub.lib.statistics.experiments.histograms import QuantileGap
from evalhub.lib.statistics.experiments.non_inferiority import Guardrail
from evalhub.lib.statistics.experiments.normal_posterior import Posterior
from experiments.trials.analysis import gaps
from experiments.trials.analysis.gaps import Gap
from experiments.trials.analysis.plan import CORRECTED, GUARDRAIL, MetricPlan, Plan
from experiments.trials.methods import Sample, Samples
from experiments.trials.methods.base.method import effect_size

QUANTILES = (0.5, 0.9, 0.99)
FEW_VALUES = 2  # such as pass and fail, of which no quantile says more than the mean


@dataclass(frozen=True)
class VariantFigures:
    """One metric of one variant; the mean's interval is at 1 - alpha. `units` of traffic, with an outcome or without;
    None: cases."""

    variant: str
    n: int
    mean: Estimate
    deviation: float | None
    units: int | None = None


@dataclass(frozen=True)
class MetricResult:
    """A treatment less the control. `difference` holds for one look, `running` for any number of them; `posterior` is
    turned so that more is better. wins, ties, losses count pairs, by the metric's direction. `is_share`: of passes and
    fails of the same cases. `p_corrected`: by Holm, over the treatments for the primary metric, over all of them for
    secondary ones and for guardrails. `quantiles` are of traffic with more than two values, each for one look."""

    metric: MetricPlan
    treatment: str
    gap: Gap
    difference: Estimate
    running: Estimate
    posterior: Posterior
    effect_size: EffectSize
    guardrail: Guardrail | None = None
    wins: int | None = None
    ties: int | None = None
    losses: int | None = None
    is_share: bool = False
    p_corrected: float | None = None
    quantiles: tuple[QuantileGap, ...] = ()

    @property
    def sign(self) -> int:
        """1 where a difference above 0 is a gain, else -1."""
        return -1 if self.metric.lower_is_better else 1


def of_variant(sample: Sample, plan: Plan) -> VariantFigures:
    moments = sample.moments
    if plan.is_adaptive:
        found = gaps.weighted_mean(sample).estimate(alpha=plan.alpha)
    else:
        found = means.of_moments(moments.n, moments.mean if moments.n else None, moments.m2, alpha=plan.alpha)
    return VariantFigures(sample.name, moments.n, found, moments.deviation, sample.allocated)


def estimates(metric: MetricPlan, samples: Samples, plan: Plan) -> tuple[Gap, Estimate, Estimate]:
    """(the Gap, its Estimate for one look, its Estimate for any number of looks)."""
    gap = gaps.of(samples, metric.scores, is_adaptive=plan.is_adaptive)
    return gap, _difference(metric, samples, gap, plan.alpha), _running(gap, plan)


def of_pair(metric: MetricPlan, samples: Samples, plan: Plan) -> MetricResult:
    gap, difference, running = estimates(metric, samples, plan)
    sign = -1 if metric.lower_is_better else 1
    turned = None if gap.value is None else sign * gap.value
    found = MetricResult(
        metric,
        samples.treatment.name,
        gap,
        difference=difference,
        running=running,
        posterior=normal_posterior.of_difference(
            turned, gap.error, prior_deviation=plan.prior_deviation, freedom=gap.freedom, alpha=plan.alpha
        ),
        effect_size=effect_size(samples),
        quantiles=_quantiles(samples, plan.alpha),
    )
    if metric.role == GUARDRAIL:
        limit = non_inferiority.guardrail(
            gap.value,
            gap.error,
            gap.freedom,
            margin=metric.margin,
            lower_is_better=metric.lower_is_better,
            alpha=plan.alpha,
        )
        found = replace(found, guardrail=limit)
    if samples.are_paired:
        wins, ties, losses = paired.outcomes(sign * samples.differences())
        found = replace(found, wins=wins, ties=ties, losses=losses, is_share=_are_binary(samples))
    return _without_p(found) if plan.is_adaptive else found


def _quantiles(samples, alpha):
    found = samples.control.histogram, samples.treatment.histogram
    if max(each.weights.size for each in found) <= FEW_VALUES:
        return ()
    return tuple(histograms.quantile_difference(*found, q, alpha=alpha) for q in QUANTILES)


def _without_p(result):
    """Shares that follow the outcomes leave no test its alpha; intervals of weighted means hold."""
    limit = result.guardrail
    return replace(
        result,
        difference=replace(result.difference, p=None),
        running=replace(result.running, p=None),
        guardrail=None if limit is None else replace(limit, p=None),
    )


def _difference(metric, samples, gap, alpha):
    """The Estimate for one look; passes and fails of the same cases by McNemar, all else by Student's t or normal."""
    if metric.scores != CORRECTED and samples.are_paired and _are_binary(samples):
        found = samples.differences()
        return mcnemar.share_difference(int((found > 0).sum()), int((found < 0).sum()), int(found.size), alpha=alpha)
    reason = gap.reason or _reason(gap)
    if reason or gap.value is None or not gap.error:
        return Estimate(gap.value, gap.n, gap.method, reason=reason, alpha=alpha)
    from scipy.special import ndtr, ndtri, stdtr, stdtrit

    if gap.freedom is None:
        half, p = float(ndtri(1 - alpha / 2)) * gap.error, 2 * float(ndtr(-abs(gap.value) / gap.error))
    else:
        half = float(stdtrit(gap.freedom, 1 - alpha / 2)) * gap.error
        p = 2 * float(stdtr(gap.freedom, -abs(gap.value) / gap.error))
    return Estimate(gap.value, gap.n, gap.method, gap.value - half, gap.value + half, p, alpha=alpha)


def _are_binary(samples):
    return samples.control.is_binary() and samples.treatment.is_binary()


def _running(gap, plan):
    if gap.reason:
        return Estimate(gap.value, gap.n, confidence_sequence.METHOD, reason=gap.reason, alpha=plan.alpha)
    return confidence_sequence.of_difference(gap.value, gap.error, gap.n, planned_n=plan.planned_n, alpha=plan.alpha)


def _reason(gap):
    if gap.value is None:
        return NOTHING
    return TOO_FEW if gap.error is None else "" if gap.error else NO_VARIATION


def flipped(samples: Samples) -> np.ndarray:
    """The units whose values differ."""
    one, other = samples.pairs()
    apart = ~np.isnan(one) & ~np.isnan(other) & (one != other)
    return samples.control.units[samples.shared[0]][apart]
