"""Prompts of critics in the library, tried on what critics were asked about before."""

import pytest

from reviews.scorers.stages.prompt_kinds import registry
from tests import factories
from tests.reviews import criticism
from tests.reviews.library_world import OURS, draft, shelf

pytestmark = pytest.mark.django_db
KIND = registry["critic"]


@pytest.fixture
def request_(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    annotator = factories.make_llm_annotator(acme)
    annotation = factories.make_annotation(task.items.get(), annotator, {"verdict": "partly"})
    return criticism.make_critique(annotation).request


def test_it_is_tried_on_earlier_requests(acme, bob, request_):
    draft(bob, "score_critic")

    [item] = KIND.trial_items(acme, "score_critic", limit=20)
    version = shelf(bob, "score_critic").draft
    question = KIND.prepared(acme.pk, "score_critic", version, [item.target], model="simulated-b")[item.target]

    assert item.target == request_.pk and question.call.model == "simulated-b"
    assert question.call.messages[0]["content"].startswith(OURS)
    request_.stage.refresh_from_db()
    assert request_.stage.prompt_version == "score_critic.v1"


def test_requests_of_others_are_not_tried(rival, request_):
    assert KIND.trial_items(rival, "score_critic", limit=20) == []
