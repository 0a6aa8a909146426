"""The share of passes, corrected by a judge's rates."""

import pytest

from tests.reviews.quality.judge_tests.people.judged import labels, results_of


def test_corrected_share_is_people_s_where_the_judge_is_too_kind():
    found = labels(400, wrong_passes=30)

    figures, _details = results_of(found)["corrected_rate"]

    assert figures["judge_alone"].value == pytest.approx(0.825)
    assert figures["corrected"].value == pytest.approx(0.75) == figures["people_alone"].value


def test_judge_no_better_than_chance_has_no_corrected_share():
    figures, _details = results_of(labels(400, wrong_passes=95))["corrected_rate"]

    assert (figures["corrected"].value, figures["corrected"].reason) == (None, "UNINFORMATIVE")
