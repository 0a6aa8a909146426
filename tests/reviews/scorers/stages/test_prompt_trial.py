"""The stage of trials: it asks exactly by the text that it was begun with, of whatever kind."""

import pytest

from reviews.engine.stages import registry
from reviews.models import LLMRequest
from reviews.scorers.library.actions import trials, versions
from tests.reviews.jobs_world import make_job
from tests.reviews.methods_world import draft, published

pytestmark = pytest.mark.django_db
STAGE = registry["prompt_trial"]


def begun(member, job, kind):
    """The request of a trial of the draft, else of the version in use, about the job."""
    shelf = versions.versions_of(organization=member.organization, kind=kind, name="experiment")
    run = trials.start(
        organization=member.organization,
        version=shelf.draft or shelf.in_use,
        model="simulated-careful",
        targets=[job.item_id],
        by=member.user,
    )
    return LLMRequest.objects.select_related("stage", "run").get(run=run)


@pytest.mark.parametrize("kind, part", [("method_prompt", "prompt"), ("method_knowledge", "knowledge")])
def test_texts_of_methods_are_tried_on_result_reviews(bob, kind, part):
    job = make_job(bob)
    shipped = begun(bob, job, kind)
    draft(bob, part=part)
    tried = begun(bob, job, kind)

    before, now = (STAGE.prepare([each])[each.pk].call.messages[0]["content"] for each in (shipped, tried))

    assert "You review trials." in now and "You review trials." not in before


def test_shipped_versions_stay_and_gone_items_are_errors(bob):
    request = begun(bob, make_job(bob), "method_prompt")
    before = STAGE.prepare([request])[request.pk].call
    published(bob)
    assert STAGE.prepare([request])[request.pk].call == before

    request = begun(bob, make_job(bob), "method_prompt")
    request.target = 0
    assert STAGE.prepare([request])[request.pk].code == "target_missing"
