"""Single prompts are sent as they are."""

import pytest

from reviews.engine.client.exchange import OK, RETRYABLE, Outcome
from reviews.engine.stages import registry
from reviews.models import LLMPrompt
from tests.reviews.engine.stages.requests import standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def prompt():
    return LLMPrompt.objects.create(sha256="0" * 64, text="2 + 2?")


def test_parameters_of_the_stage_go_their_ways_and_prompt_that_is_gone_is_told(prompt):
    parameters = {"seed": 1, "max_tokens": 9, "timeout_seconds": 3.0}
    call = registry["prompt"].prepare([standing(target=prompt.pk, parameters=parameters)])[1].call
    assert (call.messages, dict(call.parameters)) == (({"role": "user", "content": "2 + 2?"},), {"seed": 1})
    assert (call.max_tokens, call.timeout_seconds) == (9, 3.0)

    assert registry["prompt"].prepare([standing(target=0)])[1].code == "target_missing"


@pytest.mark.parametrize(
    "outcome, status",
    [
        (Outcome(OK, text="Four."), "ok"),
        (Outcome(OK, text=" "), "unreadable"),
        (Outcome(RETRYABLE, error_class="timeout"), "retryable"),
    ],
)
def test_any_text_is_an_answer(prompt, outcome, status):
    assert registry["prompt"].prepare([standing(target=prompt.pk)])[1].read(outcome).status == status
