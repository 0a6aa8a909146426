"""Rates of the judge beside those of people."""

import pytest

from reviews.quality.charts.judge_rates import JudgeRates
from tests.reviews.judge_subjects import line, subject


@pytest.mark.parametrize("judge, words", [
    ((0.95, 0.93, 0.97), "more often"), ((0.5, 0.4, 0.6), "less often"), ((0.85, 0.8, 0.9), "about as often"),
])  # fmt: skip
def test_judge_is_compared_with_people_among_themselves(judge, words):
    lines = [line("agreement", *judge), line("among_people", 0.88, 0.85, 0.91)]

    assert words in JudgeRates().chart(subject({"people_agreement": lines})).finding


def test_nothing_measured_has_a_reason_in_place_of_the_drawing():
    assert JudgeRates().chart(subject()) is None and JudgeRates().missing(subject())
