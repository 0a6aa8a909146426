"""Writing down how far a judge can be trusted."""

import pytest

from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import InvalidInput
from reviews.models import JudgeCalibration
from reviews.quality.actions import judge_calibrations, routing
from tests.reviews.grading.world import judged, swapped
from tests.reviews.quality_world import JUDGE, record


def calibrate(member, cases, **overrides):
    fields = {"grader_id": JUDGE, "reference": "exact_match"}
    return judge_calibrations.calibrate(
        organization=member.organization, cases=cases, **fields | overrides, by=member.user
    )


def test_fair_judge_passes_and_its_observations_count(bob):
    record(bob, {"grader_id": JUDGE})

    calibration = calibrate(bob, swapped(judged(), 0.0))

    calibration.refresh_from_db()
    assert (calibration.passed, calibration.reason, calibration.created_by) == (True, "", bob.user)
    assert calibration.measures["spearman"]["n"] == 60 and calibration.measures["cautions"] == []
    assert len(routing.window(organization=bob.organization, task_type="summary").records) == 1
    assert AuditEvent.objects.get(verb="judge.calibrated").details["passed"] is True


def test_judge_that_fails_is_kept_with_the_reason(bob):
    calibration = calibrate(bob, judged(20))

    assert not calibration.passed and "30 are needed" in calibration.reason
    assert calibration.measures["swap_consistency"] == {
        "value": None,
        "low": None,
        "high": None,
        "n": 0,
        "reason": "NO_CASES",
    }


def test_only_models_are_measured_and_not_against_models(bob):
    for overrides, words in [
        ({"reference": JUDGE}, "The reference is"),
        ({"reference": ""}, "The reference is"),
        ({"grader_id": "exact_match"}, "The grader is"),
        ({"grader_id": " "}, "The grader is"),
    ]:
        with pytest.raises(InvalidInput, match=words):
            calibrate(bob, [], **overrides)

        assert not JudgeCalibration.objects.exists(), (overrides, words)
