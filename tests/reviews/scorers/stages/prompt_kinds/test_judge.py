"""Prompts of judges in the library, tried on items of tasks."""

import pytest

from reviews.engine.stages import registry as stages
from reviews.models import LLMRequest
from reviews.scorers.stages.prompt_kinds import registry
from tests.reviews import machine
from tests.reviews.library_world import OURS, draft, published, shelf
from tests.statements import at_most

pytestmark = pytest.mark.django_db
KIND = registry["judge"]


def tried(member, run, version):
    [item] = run.task.items.all()
    return KIND.prepared(member.organization.pk, "questions", version, [item.pk], model="simulated-careful")[item.pk]


def test_shipped_versions_are_the_files():
    assert KIND.names() == ["g_eval", "g_eval_with_reference", "questions", "questions_with_reference"]
    assert list(KIND.shipped("questions")) == [2, 1]
    assert KIND.shipped("gone") == {}


def test_previews_and_drafts_are_what_the_run_sends(bob):
    run = machine.make_run(bob)
    request = LLMRequest.objects.select_related("stage", "run").get(run=run)
    question = tried(bob, run, shelf(bob).in_use)
    assert question.call.messages == stages["score_gen"].prepare([request])[request.pk].call.messages

    run = machine.make_run(bob)
    draft(bob)
    question = tried(bob, run, shelf(bob).draft)
    assert question.call.messages[0]["content"].startswith(OURS)


def test_first_items_of_each_of_the_newest_tasks_are_offered(bob):
    older, newer = (machine.make_run(bob, rows=7).task for _ in range(2))

    with at_most(2):
        found = [item.target for item in KIND.trial_items(bob.organization, "questions", limit=20)]

    assert found == [
        item for task in (newer, older) for item in task.items.order_by("position").values_list("pk", flat=True)[:5]
    ]


def test_items_of_others_are_not_tried(bob, mallory):
    theirs = machine.make_run(mallory)

    assert KIND.trial_items(bob.organization, "questions", limit=20) == []
    targets = list(theirs.task.items.values_list("pk", flat=True))
    version = shelf(bob).in_use
    assert KIND.prepared(bob.organization.pk, "questions", version, targets, model="simulated-careful") == {}


def test_stored_versions_lead_to_theirs(bob):
    published(bob)

    assert KIND.found("questions.v1") == ("questions", None, 1)
    assert KIND.found("questions@1") == ("questions", 1, None)
    assert KIND.found("score_critic.v1") is None and KIND.found("questions.v9") is None and KIND.found("") is None
