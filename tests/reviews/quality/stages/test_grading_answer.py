"""Graded models get the prompt and nothing else."""

import pytest

from datasets.models import TestCase
from reviews.engine.client.exchange import OK, Outcome
from reviews.engine.stages import registry
from reviews.quality.stages import plain_text
from reviews.quality.stages.grading_answer import prompt_of
from tests.reviews.engine.stages.requests import standing


def test_one_text_stands_alone_and_several_have_names_and_empty_answers_are_none():
    for content, text in [
        ({"prompt": "Two and two?"}, "Two and two?"),
        ("Two and two?", "Two and two?"),
        ({"question": "Who?", "context": "Ada wrote it."}, "question:\nWho?\n\ncontext:\nAda wrote it."),
    ]:
        assert prompt_of(TestCase(input=content)) == text, (content, text)

    for text, status in [("Four.", "ok"), ("  ", "unreadable")]:
        assert plain_text.read(Outcome(OK, text=text)).status == status, (text, status)


@pytest.mark.django_db
def test_prompt_that_is_gone_is_told():
    found = registry["grading_answer"].prepare([standing(target=0)])

    assert found[1].code == "target_missing"
