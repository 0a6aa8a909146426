"""How the verdict would change under another prior, other scores or another threshold; nothing of it is stored."""

from dataclasses import dataclass, replace

import numpy as np

from experiments.trials.actions import looks
from experiments.trials.analysis import figures
from experiments.trials.analysis.figures import Figures
from experiments.trials.analysis.plan import BAYESIAN, CORRECTED, MACHINES, PEOPLE
from experiments.trials.models import Experiment

FLAT, SCEPTICAL, MACHINES_ALONE, PEOPLE_ALONE, MUST_EXCEED = (
    "flat_prior",
    "sceptical_prior",
    "machines_alone",
    "people_alone",
    "must_exceed",
)
SCEPTICAL_SHARE = 0.25  # of the deviation that the prior has


@dataclass(frozen=True)
class Change:
    """`kind` "" is the plan as it is. `amount`: the deviation of a prior, or the gain that must be exceeded."""

    kind: str
    method: str
    figures: Figures
    amount: float | None = None


def changes(experiment: Experiment) -> list[Change]:
    """The plan as it is and what else might have been decided, all of the data as they are now."""
    plan, data, checks = looks.read(experiment)

    def computed(kind, changed=plan, samples=data, amount=None):
        return Change(kind, changed.method, figures.compute(changed, samples, checks), amount)

    found = [computed("")]
    gap = found[0].figures.of(plan.primary.key, found[0].figures.verdict.treatment)[0].gap
    if not gap.is_defined:
        return found
    found.append(computed(FLAT, replace(plan, method=BAYESIAN, prior_deviation=None)))
    narrow = SCEPTICAL_SHARE * plan.prior_deviation if plan.prior_deviation else gap.error
    found.append(computed(SCEPTICAL, replace(plan, method=BAYESIAN, prior_deviation=narrow), amount=narrow))
    if plan.primary.scores == CORRECTED:
        for kind, scores, chosen in ((MACHINES_ALONE, MACHINES, _machines), (PEOPLE_ALONE, PEOPLE, _people)):
            samples = data | {plan.primary.key: [chosen(each) for each in data[plan.primary.key]]}
            found.append(computed(kind, _with_scores(plan, scores), samples))
    for share in () if plan.is_aa else (1 / 3, 2 / 3):
        least = float(f"{share * abs(gap.value):.1g}")
        if least != plan.least_effect and least not in [each.amount for each in found if each.kind == MUST_EXCEED]:
            found.append(computed(MUST_EXCEED, replace(plan, least_effect=least), amount=least))
    return found


def _with_scores(plan, scores):
    metrics = tuple(replace(each, scores=scores) if each is plan.primary else each for each in plan.metrics)
    return replace(plan, metrics=metrics)


def _machines(sample):
    known = ~np.isnan(sample.machine_values)
    return replace(sample, units=sample.units[known], values=sample.machine_values[known], machine_values=None)


def _people(sample):
    known = sample.known
    return replace(sample, units=sample.units[known], values=sample.values[known], machine_values=None)
