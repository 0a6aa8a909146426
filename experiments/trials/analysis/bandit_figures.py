"""What a bandit gained by its shares: against even ones, and against the control alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from evalhub.lib.statistics.estimate import Estimate
from evalhub.lib.statistics.experiments import off_policy, thompson
from evalhub.lib.statistics.experiments.moments import SampleMoments
from experiments.trials.analysis import gaps
from experiments.trials.analysis.plan import Plan
from experiments.trials.methods import Sample


@dataclass(frozen=True)
class BanditFigures:
    """Of the primary metric. `observed` is the plain mean of all outcomes, None without one; gains are a unit's, on the
    scale of the metric, and from means by propensity. `chances_of_best`: of the variants, the control first; None: too
    few outcomes."""

    chances_of_best: tuple[float, ...] | None
    observed: float | None
    over_even: Estimate
    over_control: Estimate


def of_samples(plan: Plan, samples: Sequence[Sample]) -> BanditFigures | None:
    """`samples` of the primary metric, the control first; None where shares stay as they are."""
    if plan.bandit_seed is None:
        return None
    means, whole = [gaps.weighted_mean(each) for each in samples], SampleMoments(0, 0.0, 0.0)
    for each in samples:
        whole = whole.with_(each.moments)
    even, control = [1 / len(means)] * len(means), [1.0, *[0.0] * (len(means) - 1)]
    if not all(each.error for each in means):
        chances_of_best = None
    else:
        values, errors = [each.value for each in means], [each.error for each in means]
        lower = plan.primary.lower_is_better
        chances_of_best = tuple(thompson.chances_of_best(values, errors, seed=plan.bandit_seed, lower_is_better=lower))
    return BanditFigures(
        chances_of_best,
        whole.mean if whole.n else None,
        off_policy.gain(means, even, alpha=plan.alpha),
        off_policy.gain(means, control, alpha=plan.alpha),
    )
