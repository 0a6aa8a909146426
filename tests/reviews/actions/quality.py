"""Rows of the quality ledger, and judges that were measured."""

import datetime

from reviews.actions import quality_ledger
from reviews.models import JudgeCalibration
from tests.reviews.grading.world import make_observation

NOW = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
JUDGE = "llm_judge:v1:openai/judge"


def record(member, *observations, answers=None):
    """Observations, or what `make_observation` takes; graded by exact match unless they say otherwise."""
    made = [found if not isinstance(found, dict) else make_observation(**{"grader_id": "exact_match"} | found)
            for found in observations]
    return quality_ledger.record(organization=member.organization, observations=made, answers=answers, by=member.user)


def make_calibration(organization, **overrides):
    fields = {"grader_id": JUDGE, "reference": "exact_match", "passed": True, "state": "done"}
    return JudgeCalibration.objects.create(organization=organization, **fields | overrides)
