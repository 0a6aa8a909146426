"""A metric of answers is one file: docs/adding-a-metric.md."""

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.scorers.metrics import metrics_of_answers
from tests.extensions.documents import followed
from tests.reviews.scorers.answers import found, value


@pytest.fixture(autouse=True)
def shared_words(tmp_path):
    with followed("adding-a-metric.md", "shared_words", tmp_path) as files:
        yield files


def test_it_takes_one_file_and_it_scores_with_its_parameters_and_wrong_parameters_are_named(shared_words):
    assert list(shared_words) == ["reviews/scorers/metrics/shared_words.py"]
    assert "shared_words" in metrics_of_answers

    assert value("shared_words", "It is warm today", "warm and Dry") == pytest.approx(1 / 3)
    assert value("shared_words", "It is warm today", "cold", "it is") == 1
    assert value("shared_words", "It is warm", "it was warm", ignore_case=False, shortest_word=4) == 1
    assert found("shared_words", "It is warm today").error_class == "no_reference"

    with pytest.raises(InvalidInput, match="shortest_word: is 0. Valid: a whole number from 1 to 20"):
        metrics_of_answers["shared_words"].made({"shortest_word": 0})
