"""What graders are called, and which names are known."""

import pytest

from reviews.quality.graders import is_known, title_of


@pytest.mark.parametrize(
    "grader_id, title",
    [
        ("people", "People"),
        ("exact_match", "Exact match"),
        ("embedding_similarity:lexical", "Embedding similarity (lexical)"),
        ("", "Not named"),
        ("somebody", "somebody"),
        ("llm_judge:v1:a/b~swapped", "Language model with a rubric (v1:a/b), swapped order"),
    ],
)
def test_title_of_a_grader(grader_id, title):
    assert title_of(grader_id) == title


def test_known_graders():
    for grader_id, known in [
        ("people", True),
        ("exact_match", True),
        ("llm_judge:v1:a/b", True),
        ("llm_judge:v1:a/b~swapped", False),
        ("", False),
        ("somebody", False),
    ]:
        assert is_known(grader_id) is known, (grader_id, known)
