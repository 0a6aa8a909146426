"""Write down how far a judge can be trusted: a calibration over cases that a reference has scored too."""

from dataclasses import asdict

from django.db import transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib.errors import InvalidInput
from reviews.quality.calibration import measure
from reviews.quality.judges import is_trusted
from reviews.quality.models import JudgeCalibration
from reviews.quality.pass_rule import verdict


@transaction.atomic
def calibrate(*, organization, grader_id, reference, cases, grading=None, simulated=False, by):
    """Measure a judge against `reference` (people, or a grader that is no language model); returns the calibration.

    `cases` are `reviews.quality.calibration.Case`. The newest calibration of a grader is the one that counts, so a
    judge that fails later counts no longer.
    """
    _check(grader_id, reference)
    calibration = JudgeCalibration.objects.create(
        organization=organization,
        grader_id=grader_id,
        reference=reference,
        grading=grading,
        simulated=simulated,
        state="done",
        created_by=by,
        **_figures(grader_id, cases),
    )
    _note(calibration, by)
    return calibration


@transaction.atomic
def order(*, organization, grader_id, reference, grading, tool="", by):
    """A calibration that waits for a worker: the one of these two that is under way, if there is one."""
    _check(grader_id, reference)
    found = JudgeCalibration.objects.for_organization(organization).under_way()
    same = found.filter(grader_id=grader_id, reference=reference, grading=grading).first()
    return same or JudgeCalibration.objects.create(
        organization=organization,
        grader_id=grader_id,
        reference=reference,
        tool=tool,
        grading=grading,
        created_by=by,
    )


@transaction.atomic
def end(*, calibration, cases, simulated):
    """Measure a claimed calibration and end it; returns whether it was still ours."""
    figures = _figures(calibration.grader_id, cases)
    is_ours = calibration.finish(simulated=simulated, **figures)
    if is_ours:
        calibration.refresh_from_db()
        _note(calibration, calibration.created_by)
    return is_ours


def _check(grader_id, reference):
    if not is_trusted(reference):
        text = _("The reference is %(met)s. Valid: people, or a judge that is not a language model.")
        raise InvalidInput(text % {"met": repr(reference)[:100]}, code="invalid_reference")
    if not grader_id.strip() or is_trusted(grader_id):
        text = _("The grader is %(met)s. Valid: a judge that is a language model; others need no calibration.")
        raise InvalidInput(text % {"met": repr(grader_id)[:100]}, code="invalid_grader")


def _figures(grader_id, cases):
    """What a calibration keeps of its cases."""
    measures = measure(cases)
    found = verdict(measures)
    return {
        "measures": asdict(measures) | {"cautions": list(found.cautions)},
        "passed": found.passed,
        "reason": found.reason,
    }


def _note(calibration, by):
    details = {"grader_id": calibration.grader_id, "reference": calibration.reference, "passed": calibration.passed}
    audit.record(
        organization=calibration.organization, verb="judge.calibrated", target=calibration, details=details, by=by
    )
