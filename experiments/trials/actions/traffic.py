"""Units of traffic: which variant each gets, and what was measured of it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from annotations.labels.reading import listed
from evalhub.lib.database import statements
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.translation import gettext as _
from experiments.trials.models import Allocation, Experiment, TrafficOutcome
from experiments.trials.models.experiment import PAUSED, RUNNING, TRAFFIC

sql = statements.of_feature(__file__)
_SHARED, _ALONE = "pg_advisory_xact_lock_shared", "pg_advisory_xact_lock"


@dataclass(frozen=True)
class Outcome:
    """`occurred_at` None: now."""

    unit: str
    metric: str
    value: float
    occurred_at: datetime | None = None


@dataclass(frozen=True)
class Shares:
    """Of new units: {id of the variant: share}, in the order of the variants; `number` 0: those of the plan."""

    number: int
    shares: dict[UUID, float]


@transaction.atomic
def allocate(*, experiment: Experiment, units: Sequence[str]) -> list[Allocation]:
    """The allocations of units, in their order; a unit keeps its variant for good. Conflict unless RUNNING."""
    _hold(experiment, _SHARED)
    _check_status(experiment, [RUNNING])
    wanted = set(units)
    known = _known(experiment, wanted)
    fresh = sorted(wanted - known.keys())
    if fresh:
        shares = current_shares(experiment)
        variants = [_variant_of(experiment.pk, unit, shares.shares) for unit in fresh]
        values = {
            "experiment": experiment.pk,
            "units": fresh,
            "variants": variants,
            "propensities": [shares.shares[variant] for variant in variants],
            "shares": shares.number,
        }
        with connection.cursor() as cursor:
            cursor.execute(sql("allocate"), values)
        known |= _known(experiment, fresh)  # of others, where they came first
    return [known[unit] for unit in units]


@transaction.atomic
def add_outcomes(*, experiment: Experiment, outcomes: Sequence[Outcome]) -> int:
    """How many of the outcomes are new: one that is there with the same value is not stored again. All or none.

    InvalidInput names the row of an unknown unit or metric, Conflict that of another value.
    """
    _hold(experiment, _SHARED)
    _check_status(experiment, [RUNNING, PAUSED])
    metrics = {each.key: each.pk for each in experiment.metrics.all()}
    found = Allocation.objects.filter(experiment=experiment, unit__in={each.unit for each in outcomes})
    allocations = dict(found.values_list("unit", "pk"))
    given: dict[tuple[int, int], Outcome] = {}
    for row, each in enumerate(outcomes):
        if each.unit not in allocations:
            words = _("Row %(row)d: the unit %(met)s has no variant. Allocate it first.")
            raise _wrong(InvalidInput, words, row, each.unit, "unknown_unit")
        if each.metric not in metrics:
            words = _("Row %(row)d: the experiment has no metric %(met)s. Valid: %(valid)s.")
            raise _wrong(InvalidInput, words, row, each.metric, "unknown_metric", valid=listed(metrics))
        _check_value(given.setdefault((allocations[each.unit], metrics[each.metric]), each).value, each, row)
    stored = _insert(experiment, given)
    known = given.keys() - stored
    if known:
        pairs = TrafficOutcome.objects.filter(allocation__in={allocation for allocation, _metric in known})
        values = {(allocation, metric): value for allocation, metric, value in pairs.values_list(*_VALUES)}
        for row, each in enumerate(outcomes):
            place = allocations[each.unit], metrics[each.metric]
            if place in known:
                _check_value(values[place], each, row)
    return len(stored)


def current_shares(experiment: Experiment) -> Shares:
    """By which new units are drawn now."""
    shares = {each.pk: each.traffic_allocation for each in experiment.variants.all()}
    newest = experiment.shares.order_by("-number").first()
    if newest is None:
        return Shares(0, shares)
    return Shares(newest.number, {pk: newest.shares[str(pk)] for pk in shares})


def hold_alone(experiment: Experiment) -> None:
    """Wait until no unit or outcome of it is being written, and keep others waiting until the transaction ends."""
    _hold(experiment, _ALONE)


_VALUES = ("allocation_id", "metric_id", "value")


def _hold(experiment, lock):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {lock}(hashtextextended(%s, 0))", [f"traffic:{experiment.pk}"])


def _check_status(experiment, valid):
    if experiment.units != TRAFFIC:
        words = _("The variants of this experiment answer cases. Only one without a dataset version takes units.")
        raise Conflict(words, code="no_traffic")
    status = Experiment.objects.values_list("status", flat=True).get(pk=experiment.pk)
    if status not in valid:
        words = _("The experiment is %(status)s. Valid: %(valid)s.") % {"status": status, "valid": listed(valid)}
        raise Conflict(words, code="experiment_not_running")


def _known(experiment, units):
    found = Allocation.objects.filter(experiment=experiment, unit__in=units)
    return {each.unit: each for each in found}


def _variant_of(experiment_id, unit, shares):
    """The variant into whose part of 0 to 1 the hash of experiment and unit falls."""
    digest = hashlib.sha256(f"{experiment_id}:{unit}".encode()).digest()
    point = int.from_bytes(digest[:7], "big") / 256**7
    known = [(variant, share) for variant, share in shares.items() if share > 0]
    ends = list(accumulate(share for _variant, share in known))
    return next((variant for (variant, _share), end in zip(known, ends, strict=True) if point < end), known[-1][0])


def _insert(experiment, given):
    values: dict[str, Any] = {
        "experiment": experiment.pk,
        "allocations": [allocation for allocation, _metric in given],
        "metrics": [metric for _allocation, metric in given],
        "values": [each.value for each in given.values()],
        "occurred": [each.occurred_at for each in given.values()],
    }
    with connection.cursor() as cursor:
        cursor.execute(sql("add_outcomes"), values)
        return set(cursor.fetchall())


def _check_value(kept, outcome, row):
    if kept != outcome.value:
        words = _("Row %(row)d: %(metric)s of %(met)s is %(kept)s already, and outcomes never change.")
        named = {"metric": outcome.metric, "kept": f"{kept:g}"}
        raise _wrong(Conflict, words, row, outcome.unit, "outcome_differs", **named)


def _wrong(error, words, row, met, code, **named):
    return error(words % {"row": row, "met": met[:80], **named}, code=code, details={"row": row})
