"""How bandits share out new units, made anew from the outcomes."""

import math
import secrets
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy

from annotations.labels.reading import listed, not_valid, numbers_between
from evalhub.lib.statistics.experiments import off_policy, thompson
from evalhub.lib.statistics.experiments.moments import SampleMoments
from evalhub.lib.statistics.experiments.thompson import LEAST_UNITS, floored
from evalhub.lib.statistics.seeds import MOST_SEED, seed_for
from evalhub.lib.translation import gettext as _
from evalhub.work.sweep import Sweep
from experiments.trials.actions import traffic
from experiments.trials.models import Experiment, TrafficSummary, VariantShares
from experiments.trials.models.experiment import BANDIT
from experiments.trials.models.experiment_metric import LOWER, PRIMARY
from experiments.trials.policies import policies

USUAL_POLICY, USUAL_FLOOR = "thompson", 0.05
USUAL_GROWTH, LEAST_GROWTH = 0.05, 0.01  # of the outcomes between two changes, so that periods of a bandit stay few


def policy_of(*, type: str, given: dict[str, Any], variants: Sequence[Any]) -> dict[str, Any]:
    """{"policy", "floor", "growth", "seed"} of a bandit with `given` in place of what is usual; {} of other types.

    The floor keeps every chance above 0, without which means by propensities are not defined. `growth` is how many more
    outcomes there must be before shares change again, as a share of those before.
    """
    if type != BANDIT:
        if given:
            raise not_valid("config.allocation_policy", given, _("none: only a bandit has one"))
        return {}
    most = 1 / max(len(variants), 1)
    usual = {"policy": USUAL_POLICY, "floor": min(USUAL_FLOOR, most / 2), "growth": USUAL_GROWTH}
    found = usual | {"seed": secrets.randbelow(MOST_SEED)} | given
    if found["policy"] not in policies:
        raise not_valid("config.allocation_policy.policy", found["policy"], listed(policies))
    if not 0.001 <= found["floor"] <= most:
        valid = _("0.001 to %(most)s") % {"most": f"{most:.3g}"}
        raise not_valid("config.allocation_policy.floor", found["floor"], valid)
    if not LEAST_GROWTH <= found["growth"] <= 1:
        raise not_valid("config.allocation_policy.growth", found["growth"], numbers_between(LEAST_GROWTH, 1))
    return found


@transaction.atomic
def share_out(*, experiment: Experiment) -> VariantShares | None:
    """Shares by the policy from what was counted; None while a variant has too few outcomes, or little came since.

    Nobody allocates meanwhile: a period ends with the last unit that was drawn by its shares.
    """
    traffic.hold_alone(experiment)
    last = experiment.shares.order_by("-number").first()
    metric = experiment.metrics.get(role=PRIMARY)
    found = defaultdict(list)
    for row in TrafficSummary.objects.filter(experiment=experiment, metric=metric):
        found[row.variant_id].append((SampleMoments(row.n, row.mean, row.m2), row.propensity))
    variants = [each.pk for each in experiment.variants.all()]
    means = [off_policy.of_parts(found[pk]) for pk in variants]
    n = sum(each.n for each in means)
    policy, number = {"growth": USUAL_GROWTH} | experiment.allocation_policy, last.number + 1 if last else 1
    if min(each.n for each in means) < LEAST_UNITS or (last and n < last.n * (1 + policy["growth"])):
        return None
    seed = seed_for("shares", policy["seed"], number) >> 1  # fits a signed column
    known, lower = ([each.value for each in means], _errors(means)), metric.direction == LOWER
    shares = policies[policy["policy"]].shares(*known, seed=seed, lower_is_better=lower)
    chances = thompson.chances_of_best(*known, seed=seed, lower_is_better=lower)
    names = [str(pk) for pk in variants]
    return VariantShares.objects.create(
        experiment=experiment,
        number=number,
        shares=dict(zip(names, floored(shares, policy["floor"]), strict=True)),
        posteriors={
            name: {"mean": mean, "error": error, "chance": chance}
            for name, mean, error, chance in zip(names, *known, chances, strict=True)
        },
        seed=seed,
        n=n,
    )


BANDITS = Sweep(
    "bandits",
    title=gettext_lazy("Shares of bandits"),
    rows=lambda: Experiment.objects.running().filter(type=BANDIT),
    work=lambda experiment: share_out(experiment=experiment),
)


def _errors(means):
    """Where nothing varies yet, as much as in the others: a variant that only failed is not ruled out for good."""
    usual = max((each.error or 0.0) * math.sqrt(each.n) for each in means)
    return [each.error or usual / math.sqrt(each.n) for each in means]
