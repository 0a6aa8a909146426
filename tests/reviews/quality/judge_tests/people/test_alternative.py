"""Whether a judge may take the place of one of several people."""

import pytest

from reviews.quality.judge_tests import ALONE, NOT_FIT
from reviews.quality.licence_rules import sentence
from tests.reviews.quality.judge_tests.people.judged import labels, licence


def test_judge_that_agrees_may_label_alone():
    found = licence(labels())

    assert found.key == ALONE and not found.unmet
    assert "without people" in sentence(found)


@pytest.mark.parametrize("found", [labels(wrong_passes=60), labels(people=1), labels(20)])
def test_judge_that_errs_or_cannot_be_tested_is_not_fit(found):
    assert licence(found).key == NOT_FIT
