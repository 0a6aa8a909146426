"""Whether a judge says the same again."""

from reviews.quality.judge_tests import PRELABEL
from tests.reviews.quality.judge_tests.people.judged import labels, licence


def test_without_repetition_it_does_not_label_alone():
    found = licence(labels(again=False))

    assert found.key == PRELABEL and [rule.state for rule in found.unmet] == ["undecided"]
