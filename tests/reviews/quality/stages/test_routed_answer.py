"""A routed prompt is answered with an output of its case; what is asked again takes its place."""

import pytest

from datasets.models import ModelOutput
from reviews.engine.runs.actions import controls, supervisor
from reviews.engine.stages import registry
from reviews.models import LLMRequest
from tests.reviews.gradings_world import make_routed_prompt
from tests.reviews.machine import play
from tests.reviews.routed_world import ask, saying, set_policy, work

pytestmark = pytest.mark.django_db


def test_answer_that_is_asked_for_again_replaces_its_output(bob, monkeypatch):
    play(monkeypatch, lambda call: saying("Four."))
    set_policy(bob)
    routed = work(ask(bob))
    first, request = routed.output, routed.request
    play(monkeypatch, lambda call: saying("4"))

    controls.ask_anew(run=routed.run, stage="prompt", by=bob.user)
    supervisor.advance(routed.run)
    work(routed)

    texts = dict(ModelOutput.objects.filter(test_case=routed.case).values_list("pk", "text"))
    assert texts == {first.pk: "4", routed.shadow_output_id: "Four."}
    assert (routed.output_id, routed.request.request_version) == (first.pk, request.request_version + 1)
    assert routed.run.requests.current().get() == routed.request and routed.shadow_run.requests.count() == 1


def test_prompt_that_is_gone_is_not_asked(bob):
    routed = make_routed_prompt(bob)
    LLMRequest.objects.filter(pk=routed.request_id).update(target=0)
    request = LLMRequest.objects.select_related("stage").get(pk=routed.request_id)

    (found,) = registry["routed_answer"].prepare([request]).values()

    assert found.code == "target_missing"
