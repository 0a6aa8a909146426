"""Write down how far a judge can be trusted: its tests over cases that a reference has scored too."""

from dataclasses import asdict

from django.db import transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib import reasons
from evalhub.lib.errors import InvalidInput
from evalhub.lib.ids import uuid7
from reviews.quality import judge_tests
from reviews.quality.judged_cases import fingerprint
from reviews.quality.judges import is_trusted
from reviews.quality.models import JudgeTest

METRIC = "quality"  # what judges of pairs score


@transaction.atomic
def calibrate(*, organization, grader_id, reference, cases, grading=None, simulated=False, by):
    """Measure a judge against `reference` (people, or a grader that is no language model); returns the first test.

    `cases` are `reviews.quality.judged_cases.Case`. The newest test of each kind is the one that counts, so a judge
    that fails later counts no longer.
    """
    _check(grader_id, reference)
    first = _first(
        organization=organization, judge=grader_id, reference=reference, grading=grading, created_by=by, state="running"
    )
    end(measurement=first, cases=cases, simulated=simulated)
    return first


@transaction.atomic
def order(*, organization, grader_id, reference, grading, embedder="", by):
    """A measurement that waits for a worker: the one of these two that is under way, if there is one."""
    _check(grader_id, reference)
    found = JudgeTest.objects.for_organization(organization).measurements().under_way()
    same = found.filter(judge=grader_id, reference=reference, grading=grading).first()
    return same or _first(
        organization=organization,
        judge=grader_id,
        reference=reference,
        details={"embedder": embedder},
        grading=grading,
        created_by=by,
    )


@transaction.atomic
def end(*, measurement, cases, simulated):
    """Measure and end a measurement that is ours, a row for each kind of test; returns whether it was still ours."""
    first, *others = [_fields(result) for result in judge_tests.measure(cases)]
    common = {"simulated": simulated, "data_fingerprint": fingerprint(cases)}
    details = measurement.details | first.pop("details")
    if not measurement.finish(**first, **common, details=details):
        return False
    JudgeTest.objects.bulk_create(
        JudgeTest(
            organization_id=measurement.organization_id,
            group=measurement,
            judge=measurement.judge,
            metric=measurement.metric,
            reference=measurement.reference,
            grading_id=measurement.grading_id,
            state="done",
            created_at=measurement.created_at,
            created_by_id=measurement.created_by_id,
            **fields,
            **common,
        )
        for fields in others
    )
    measurement.refresh_from_db()
    told = {"grader_id": measurement.judge, "reference": measurement.reference, "passed": measurement.has_passed}
    audit.record(
        organization=measurement.organization,
        verb="judge.calibrated",
        target=measurement,
        details=told,
        by=measurement.created_by,
    )
    return True


def _first(**fields):
    """The first test of a new measurement."""
    pk, (kind, _spec) = uuid7(), judge_tests.in_order()[0]
    return JudgeTest.objects.create(pk=pk, group_id=pk, kind=kind, metric=METRIC, **fields)


def _fields(result):
    """What a row keeps of a Result."""
    main = judge_tests.kinds[result.kind].main
    found = result.figures[main]
    others = {key: asdict(figure) for key, figure in result.figures.items() if key != main}
    return {
        "kind": result.kind,
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "n": found.n,
        "details": {"undefined": found.reason, "figures": others},
        "passed": result.passed,
        "reason": reasons.joined(result.problems),
    }


def _check(grader_id, reference):
    if not is_trusted(reference):
        text = _("The reference is %(met)s. Valid: people, or a judge that is not a language model.")
        raise InvalidInput(text % {"met": repr(reference)[:100]}, code="invalid_reference")
    if not grader_id.strip() or is_trusted(grader_id):
        text = _("The grader is %(met)s. Valid: a judge that is a language model; others need no calibration.")
        raise InvalidInput(text % {"met": repr(grader_id)[:100]}, code="invalid_grader")
