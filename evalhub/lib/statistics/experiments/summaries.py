"""All figures of two variants from moments and histograms, which a database adds up: as quick for millions of units."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evalhub.lib.statistics.estimate import Estimate
from evalhub.lib.statistics.experiments import (
    confidence_sequence,
    effect_sizes,
    histograms,
    non_inferiority,
    normal_posterior,
    ratios,
    welch,
)
from evalhub.lib.statistics.experiments.effect_sizes import EffectSize
from evalhub.lib.statistics.experiments.histograms import Histogram
from evalhub.lib.statistics.experiments.moments import SampleMoments
from evalhub.lib.statistics.experiments.non_inferiority import Guardrail
from evalhub.lib.statistics.experiments.normal_posterior import Posterior


@dataclass(frozen=True)
class Summary:
    """One metric of one variant, or of a part of its units, such as those of an hour."""

    moments: SampleMoments
    histogram: Histogram | None = None


@dataclass(frozen=True)
class Comparison:
    """A treatment less the control. `difference` and `relative` hold for one look, `running` for any number of them.

    `quantiles` {q: Estimate}, empty without histograms; `guardrail` None without a margin.
    """

    difference: Estimate
    relative: Estimate
    running: Estimate
    posterior: Posterior
    effect_size: EffectSize
    quantiles: dict[float, Estimate]
    guardrail: Guardrail | None = None


def merged(parts: Iterable[Summary]) -> Summary:
    """The Summary of all parts together; without a histogram unless each part has one."""
    moments, bins = SampleMoments(0, 0.0, 0.0), []
    for part in parts:
        moments = moments.with_(part.moments)
        bins.append(part.histogram)
    known = [each for each in bins if each is not None]
    return Summary(moments, histograms.merged(known) if known and len(known) == len(bins) else None)


def compare(
    control: Summary,
    treatment: Summary,
    *,
    planned_n: int,
    margin: float | None = None,
    lower_is_better: bool = False,
    quantiles: Sequence[float] = (0.5, 0.95),
    alpha: float = 0.05,
) -> Comparison:
    """The Comparison of separate units. planned_n: units of both; margin: by how much a guardrail may be worse."""
    first, second = control.moments, treatment.moments
    n, sign = first.n + second.n, -1 if lower_is_better else 1
    value = second.mean - first.mean if first.n and second.n else None
    error = freedom = None
    if first.error_squared is not None and second.error_squared is not None:
        error = (first.error_squared + second.error_squared) ** 0.5
        if error:
            freedom = welch.degrees_of_freedom((first.n, first.error_squared), (second.n, second.error_squared))
    turned = None if value is None else sign * value
    limit = None
    if margin is not None:
        limit = non_inferiority.guardrail(
            value, error, freedom, margin=margin, lower_is_better=lower_is_better, alpha=alpha
        )
    differences = {}
    if control.histogram is not None and treatment.histogram is not None:
        bins = control.histogram, treatment.histogram
        differences = {q: histograms.quantile_difference(*bins, q, alpha=alpha) for q in quantiles}
    return Comparison(
        welch.difference(first, second, alpha=alpha),
        ratios.relative_difference(first, second, alpha=alpha),
        confidence_sequence.of_difference(value, error, n, planned_n=planned_n, alpha=alpha),
        normal_posterior.of_difference(turned, error, freedom=freedom, alpha=alpha),
        effect_sizes.hedges_g(first, second),
        differences,
        limit,
    )
