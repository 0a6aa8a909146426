"""Plan experiments, start, pause and conclude them."""

from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from annotations.labels.reading import listed, not_valid, numbers_between
from annotations.models import Metric
from evalhub.accounts.actions import audit
from evalhub.events.actions import outbox
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from experiments.evaluations.actions import evaluations
from experiments.evaluations.actions.case_scores import MEASURES
from experiments.evaluations.models.evaluation import AB_TEST
from experiments.evaluations.reducers import MAJORITY, MEAN
from experiments.trials.actions import bandit_shares, variants
from experiments.trials.models import Experiment, ExperimentMetric, Variant
from experiments.trials.models.experiment import (
    ARCHIVED,
    BANDIT,
    BAYESIAN,
    CONCLUDED,
    DRAFT,
    METHODS,
    PAUSED,
    RUNNING,
    SEQUENTIAL,
    TYPES,
)
from experiments.trials.models.experiment_metric import (
    CORRECTED,
    DIRECTIONS,
    GUARDRAIL,
    HIGHER,
    LOWER,
    MACHINES,
    PEOPLE,
    PRIMARY,
    SCORES,
    SECONDARY,
)
from reviews.scorers.actions import library_metrics

MOST_METRICS = 20
USUAL_PLANNED_N = 400
LOWER_IS_BETTER = MEASURES
NO_WINNER = "no_winner"


@dataclass(frozen=True)
class PlannedMetric:
    """`direction` "" is the library's for the metric, and lower for latency, cost and tokens."""

    key: str
    role: str
    direction: str = ""
    margin: float = 0.0
    scores: str = MACHINES


@dataclass(frozen=True)
class Config:
    """How an experiment is decided. `planned_n` None: as many pairs as there are cases, or USUAL_PLANNED_N units.

    A bandit is decided by its posterior, whatever the method. `allocation_policy` is as `bandit_shares.policy_of` takes
    it.
    """

    method: str = SEQUENTIAL
    significance_level: float = 0.05
    minimum_sample_size: int = 30
    planned_n: int | None = None
    minimum_days: int = 0
    maximum_duration_days: int | None = None
    prior_deviation: float | None = None
    least_effect: float = 0.0
    is_aa: bool = False
    allocation_policy: dict = field(default_factory=dict)


@transaction.atomic
def create(
    *,
    organization: Any,
    name: str,
    type: str,
    metrics: list[PlannedMetric],
    variants_given: list[dict],
    hypothesis: str = "",
    config: Config | None = None,
    dataset_version: Any = None,
    scoring: dict | None = None,
    cost_cap_usd: Any = None,
    repeats: Experiment | None = None,
    by: Any = None,
) -> Experiment:
    """A DRAFT; InvalidInput names what is wrong. With a `dataset_version` its variants answer cases, else traffic.

    `scoring` {"metrics", "judges", "sampling", "repetitions", "reducer"} is as `evaluations.create_batch` takes it;
    metrics of the plan that it does not name are added. `variants_given` is as `variants.read` takes them.
    """
    config, scoring = config or Config(), _scoring(scoring or {}, metrics)
    _check(name, type, metrics, config, dataset_version)
    if dataset_version is not None:
        judges = scoring.get("judges", [])
        evaluations.scoring_of(organization=organization, metrics=scoring["metrics"], judges=judges, by=by)
        evaluations.check_reducer(scoring.get("reducer", MEAN), scoring.get("repetitions", 1))
    usual = dataset_version.row_count if dataset_version is not None else USUAL_PLANNED_N
    experiment = Experiment.objects.create(
        organization=organization,
        name=name.strip(),
        hypothesis=hypothesis,
        type=type,
        method=BAYESIAN if type == BANDIT else config.method,
        significance_level=config.significance_level,
        minimum_sample_size=config.minimum_sample_size,
        planned_n=config.planned_n or max(usual or 1, 1),
        minimum_days=config.minimum_days,
        maximum_duration_days=config.maximum_duration_days,
        prior_deviation=config.prior_deviation,
        least_effect=config.least_effect,
        is_aa=config.is_aa,
        dataset_version=dataset_version,
        scoring=scoring,
        cost_cap_usd=cost_cap_usd,
        allocation_policy=bandit_shares.policy_of(type=type, given=config.allocation_policy, variants=variants_given),
        repeats=repeats,
        created_by=getattr(by, "user", by),
    )
    directions = _directions(organization, metrics, scoring.get("reducer", MEAN))
    ExperimentMetric.objects.bulk_create(
        ExperimentMetric(
            experiment=experiment,
            key=each.key,
            position=position,
            role=each.role,
            direction=directions[each.key],
            margin=each.margin,
            scores=each.scores,
        )
        for position, each in enumerate(metrics)
    )
    variants.add(experiment=experiment, given=variants_given)
    audit.record(organization=organization, verb="experiment.created", target=experiment, by=by)
    return experiment


@transaction.atomic
def start(*, experiment: Experiment, by: Any = None) -> Experiment:
    """Begin, or go on after a pause. On cases an evaluation of each variant is begun, all with the same scorers."""
    locked = _locked(experiment, RUNNING)
    if locked.status == DRAFT and locked.dataset_version_id is not None:
        scoring = locked.scoring
        found = list(locked.variants.select_related("system"))
        for variant in found:
            if variant.evaluation_id is not None:
                continue
            share = None if locked.cost_cap_usd is None else locked.cost_cap_usd / len(found)
            variant.evaluation = evaluations.create_batch(
                dataset_version=locked.dataset_version,
                name=f"{locked.name}: {variant.name}"[:255],
                type=AB_TEST,
                metrics=scoring["metrics"],
                judges=scoring.get("judges", []),
                sampling=scoring.get("sampling"),
                repetitions=scoring.get("repetitions", 1),
                reducer=scoring.get("reducer", MEAN),
                system=variants.described(variant),
                output_name=variant.output_name,
                cost_cap_usd=share,
                by=by,
            )
            variant.save(update_fields=["evaluation"])
    changes: dict[str, Any] = {"status": RUNNING}
    if locked.started_at is None:
        changes["started_at"] = Now()
    return _changed(locked, "experiment.started", by, **changes)


@transaction.atomic
def pause(*, experiment: Experiment, by: Any = None) -> Experiment:
    """Take no more units of traffic; evaluations that have begun go on to their end."""
    return _changed(_locked(experiment, PAUSED), "experiment.paused", by, status=PAUSED)


@transaction.atomic
def conclude(*, experiment: Experiment, winner: Variant | None, notes: str = "", look: Any = None, by: Any = None):
    """Decide it for good, with the newest look; nothing of it can change from then on."""
    locked = _locked(experiment, CONCLUDED)
    if winner is not None and winner.experiment_id != locked.pk:
        raise InvalidInput(_("The winner is not a variant of this experiment."), code="invalid_winner")
    user = getattr(by, "user", by)
    changes = {"winner": winner, "notes": notes, "concluded_at": Now(), "concluded_by": user, "conclusion": look}
    found = _changed(locked, "experiment.concluded", by, status=CONCLUDED, **changes)
    outbox.emit(
        organization=found.organization,
        type="experiment.concluded",
        object=found,
        payload={
            "experiment_id": str(found.pk),
            "name": found.name,
            "winner": winner and str(winner.pk),
            "winner_name": winner and winner.name,
            "notes": notes,
        },
    )
    return found


@transaction.atomic
def archive(*, experiment: Experiment, by: Any = None) -> Experiment:
    """Take it out of lists; a draft or a concluded one."""
    return _changed(_locked(experiment, ARCHIVED), "experiment.archived", by, status=ARCHIVED)


def _check(name, type, metrics, config, version):
    if not 0 < len(name.strip()) <= 255 or not name.isprintable():
        raise not_valid("name", name, _("one line of 1 to 255 characters"))
    if type not in TYPES:
        raise not_valid("type", type, listed(TYPES))
    if type == BANDIT and version is not None:
        raise not_valid("dataset_version_id", str(version.pk), _("none: a bandit allocates units of traffic"))
    if config.method not in METHODS:
        raise not_valid("config.method", config.method, listed(METHODS))
    if not 0.0001 <= config.significance_level <= 0.5:
        valid = numbers_between(0.0001, 0.5)
        raise not_valid("config.significance_level", config.significance_level, valid)
    _check_metrics(metrics, version)


def _check_metrics(metrics, version):
    if not 1 <= len(metrics) <= MOST_METRICS:
        raise not_valid("metrics", len(metrics), numbers_between(1, MOST_METRICS, whole=True))
    keys = [each.key for each in metrics]
    if len(set(keys)) < len(keys):
        raise not_valid("metrics", listed(keys), _("each metric once"))
    for each in metrics:
        if not each.key.strip() or len(each.key) > 200:
            raise not_valid("metric", each.key, _("a key of 1 to 200 characters"))
        if each.role not in (PRIMARY, GUARDRAIL, SECONDARY):
            raise not_valid("role", each.role, listed((PRIMARY, GUARDRAIL, SECONDARY)))
        if each.direction not in ("", *DIRECTIONS):
            raise not_valid("direction", each.direction, listed(DIRECTIONS))
        if each.scores not in SCORES or (version is None and each.scores != MACHINES):
            raise not_valid("scores", each.scores, listed(SCORES if version is not None else (MACHINES,)))
        if each.scores in (PEOPLE, CORRECTED) and each.key in MEASURES:
            raise not_valid("scores", each.scores, MACHINES)
        if each.margin < 0:
            raise not_valid("margin", each.margin, _("a number from 0"))
    if sum(each.role == PRIMARY for each in metrics) != 1:
        raise not_valid("metrics", listed(keys), _("exactly one primary metric"))


def _directions(organization, metrics, reducer):
    own = Metric.objects.for_organization(organization).filter(key__in=[each.key for each in metrics]).newest()
    kept = {metric.key: metric for metric in own}
    return {each.key: each.direction or _usual_direction(each, kept, reducer) for each in metrics}


def _usual_direction(planned, kept, reducer):
    """Of passes more is better, whatever is better of the scores."""
    key = planned.key
    if key in LOWER_IS_BETTER:
        return LOWER
    ready = library_metrics.content_of(key) if key in library_metrics.keys() else None
    metric = kept.get(key) or ready
    if metric is None or planned.scores == MACHINES and _counts_passes(reducer, metric):
        return HIGHER
    return metric.direction if metric.direction in DIRECTIONS else HIGHER


def _counts_passes(reducer, metric):
    return reducer != MEAN and not (reducer == MAJORITY and metric.pass_at is None)


def _scoring(given, metrics):
    named = [
        each.get("key") or each.get("metric") if isinstance(each, dict) else each for each in given.get("metrics", [])
    ]
    missing = [each.key for each in metrics if each.key not in named and each.key not in MEASURES]
    return {**given, "metrics": [*given.get("metrics", []), *missing]}


def _locked(experiment, status):
    found = Experiment.objects.select_for_update(of=("self",), no_key=True).select_related("organization")
    locked = found.get(pk=experiment.pk)
    locked.check_transition(status)
    return locked


def _changed(locked, verb, by, **changes):
    Experiment.objects.filter(pk=locked.pk).update(**changes)
    audit.record(organization=locked.organization, verb=verb, target=locked, by=by)
    return Experiment.objects.select_related("organization", "dataset_version", "winner").get(pk=locked.pk)
