"""Whether a judge's agreement falls by the week."""

from dataclasses import replace
from datetime import timedelta

from reviews.quality.judge_tests import ALONE
from tests.reviews.quality.judge_tests.people.judged import MONDAY, labels, licence, results_of


def test_drift_is_told_from_eight_weeks_and_lowers_the_licence():
    good = labels(400, weeks=8)
    late = {MONDAY + timedelta(weeks=week) for week in range(4, 8)}
    worse = tuple(
        replace(each, value=0.0) if each.week in late and each.value and place % 6 == 3 else each
        for place, each in enumerate(good.answers)
    )
    fallen = replace(good, answers=worse)

    assert results_of(good)["drift"][0]["change"].value == 0
    assert results_of(fallen)["drift"][0]["change"].high < 0
    assert len(results_of(good)["drift"][1]["weeks"]) == 8
    assert licence(good).key == ALONE != licence(fallen).key
    assert results_of(labels(weeks=1))["drift"][0]["change"].reason == "FEW_WEEKS"
