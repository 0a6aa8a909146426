"""Graded models get the prompt and nothing else."""

import pytest

from datasets.models import TestCase
from reviews.judges.exchange import OK, Outcome
from reviews.stages import plain_text, registry
from reviews.stages.grading_answer import prompt_of
from tests.reviews.stages.requests import standing


@pytest.mark.parametrize("content, text", [
    ({"prompt": "Two and two?"}, "Two and two?"),
    ("Two and two?", "Two and two?"),
    ({"question": "Who?", "context": "Ada wrote it."}, "question:\nWho?\n\ncontext:\nAda wrote it."),
])
def test_one_text_stands_alone_and_several_have_names(content, text):
    assert prompt_of(TestCase(input=content)) == text


@pytest.mark.django_db
def test_prompt_that_is_gone_is_told():
    found = registry["grading_answer"].prepare([standing(target=0)])

    assert found[1].code == "target_missing"


@pytest.mark.parametrize("text, status", [("Four.", "ok"), ("  ", "unreadable")])
def test_empty_answers_are_none(text, status):
    assert plain_text.read(Outcome(OK, text=text)).status == status
