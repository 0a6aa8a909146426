"""Rows of the quality ledger, and judges that were measured."""

import datetime

from django.utils import timezone

from annotations.models import Annotator
from reviews.quality.actions import ledger
from reviews.quality.judge_tests import in_order
from reviews.scorers.actions import configured_models
from tests import factories
from tests.reviews.grading.world import make_observation
from tests.reviews.gradings_world import make_measurement

NOW = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
JUDGE = "llm_judge:v1:openai/judge"


def record(member, *observations):
    """Observations, or what `make_observation` takes; graded by exact match unless they say otherwise."""
    made = [
        found if not isinstance(found, dict) else make_observation(**{"grader_id": "exact_match"} | found)
        for found in observations
    ]
    return ledger.record(organization=member.organization, observations=made, by=member.user)


def set_up(member, *models):
    """Make the models known to the organization, as one that an annotator is made of is."""
    known = set(Annotator.objects.filter(organization=member.organization).values_list("model", flat=True))
    for model in models:
        if model not in known:
            factories.make_llm_annotator(member.organization, model=model)


def let_all_be_called(monkeypatch, *, but=()):
    """Every model but these has a key: tests of the router name models as they like."""
    monkeypatch.setattr(configured_models, "is_callable", lambda model: model not in but)


def make_calibration(organization, *, passed=True, **overrides):
    """A measurement of JUDGE, its first test returned."""
    fields = {"judge": JUDGE, "metric": "quality", "reference": "exact_match", "state": "done"} | overrides
    kinds = {kind: {"passed": passed} for kind, _spec in in_order()}
    return make_measurement(kinds, organization=organization, **{"created_at": timezone.now()} | fields)
