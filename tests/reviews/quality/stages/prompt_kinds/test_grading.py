"""The rubric of gradings in the library: read, and not edited."""

import pytest

from reviews.quality.judges.llm_judge import RUBRIC, grader_id_of
from reviews.scorers.stages.prompt_kinds import registry

KIND = registry["grading"]


def test_it_shows_the_rubric_that_is_sent():
    assert KIND.shipped("llm_judge") == {1: RUBRIC} and not KIND.is_editable
    assert KIND.outline("llm_judge", RUBRIC).templates[0].length == len(RUBRIC)


def test_graders_lead_to_it():
    assert KIND.found(grader_id_of("openai/m")) == ("llm_judge", None, 1) and KIND.found("exact_match") is None


@pytest.mark.django_db
def test_page_offers_no_draft(bob, client_of):
    client = client_of(bob)

    page = client.get("/prompts/grading/llm_judge/").content.decode()

    assert "You compare two answers to one task" in page and "Create draft" not in page
