"""How labels are spread: the names of values that are words, numbers, or both."""

from collections import Counter

import pytest

from annotations.agreement.views.answer_statistics import _spread
from annotations.labels.types import registry
from annotations.models import Question

POINTS = {"points": ["Not at all", "In part", "Entirely"]}


@pytest.mark.parametrize(
    ("label_type", "config", "value", "words"),
    [
        ("pairwise", {"graded": True}, "second_much", "The second answer is much better"),
        ("pairwise", {"both_bad": True}, "both_bad", "Both are bad"),
        ("likert", POINTS, 2, "2"),
    ],
)
def test_spread_names_what_was_chosen(label_type, config, value, words):
    config = registry[label_type].clean_config(config)
    question = Question(key="q", title="Q", label_type=label_type, config=config)

    spread = _spread(question, [("human", value, 3)], Counter())

    assert spread.answers == 3
    assert f"most often {words} (100" in spread.chart.finding
