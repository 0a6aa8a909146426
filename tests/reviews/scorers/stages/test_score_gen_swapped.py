"""The form in the other order of the answers: asked first, kept in the ledger, and no annotation by itself."""

import pytest

from annotations.models import Annotation
from reviews.engine.stages import registry
from reviews.models import LLMMessage
from tests import factories
from tests.reviews.machine import play, work_once
from tests.reviews.pair_runs import LONG, SHORT, judging, likes_long, make_pair_run, shown

STAGE = registry["score_gen_swapped"]
RELATED = ("stage__annotator", "run__task", "run__annotator", "item")


@pytest.fixture
def run(bob):
    return make_pair_run(bob, rows=2)


def test_outputs_are_shown_in_the_other_order(run):
    request = run.requests.select_related(*RELATED).first()
    swapped = STAGE.prepare([request])[request.pk].call
    straight = registry["score_gen"].prepare([request])[request.pk].call

    assert (shown(swapped), shown(straight)) == ([SHORT, LONG], [LONG, SHORT])
    assert swapped.messages[1]["content"] != straight.messages[1]["content"]


def test_its_answer_is_stored_and_leads_to_the_question_in_the_other_order(run, monkeypatch):
    play(monkeypatch, judging(likes_long))

    request = work_once(run)

    assert (request.stage.kind, request.state, request.result) == ("score_gen_swapped", "done", request.item_id)
    assert not Annotation.objects.exists() and '"second"' in LLMMessage.objects.get().assistant
    follower = run.requests.get(stage__kind="score_gen_both")
    assert (follower.target, follower.item_id, follower.state) == (request.target, request.item_id, "waiting")


def test_an_item_that_is_answered_already_is_not_asked_about(run, monkeypatch):
    request = run.requests.select_related(*RELATED).first()
    annotation = factories.make_annotation(request.item, run.annotator, {"better": "first"})

    assert STAGE.given([request]) == {request.pk: {"result": annotation.item_id}}
    request.request_version = 2
    assert STAGE.given([request]) == {}
