"""Judges against people: equal to values published for the methods, undefined with a reason."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchmarks import coverage_of_evaluations as coverage
from evalhub.lib.statistics import alt_test, effective_judges, ppi, proportions
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW
from evalhub.lib.statistics.multiple_testing import benjamini_yekutieli

# One digit for each of 50 items, "-" where there is no label.
FIRST = "1233003-0231131-32-333303-333101301100210300110223"
SECOND = "12333033012113112200333-131-1101-0112221-301110323"
THIRD = "120300-30-0-23--20-0-1323-1301-130-130210101110--3"
JUDGE = "02330033003113232200333201130101302113210301110323"
SAID = [int(each) for each in "0111000010010101011111000100000110111001"]
JUDGED = [
    0.0, 1.0, 1.0, 1.0, 0.303, 0.187, 0.542, 0.642, 1.0, 0.513, 0.321, 0.608, 0.249, 0.981,
    0.0, 0.929, 0.336, 0.989, 0.613, 0.718, 0.763, 0.616, 0.598, 0.151, 0.316, 0.798, 0.567, 0.514,
    0.377, 0.0, 0.26, 0.987, 1.0, 0.126, 1.0, 0.586, 0.718, 0.437, 0.26, 1.0,
]  # fmt: skip
# 300 scores that have the mean and the spread of the published ones, which are all that counts.
REST = [
    0.58203666667 - 0.323835064,
    0.58203666667 + 0.323835064,
] * 150


def values(digits):
    return {place: int(each) for place, each in enumerate(digits) if each != "-"}


def test_alt_test():
    people = {"first": values(FIRST), "second": values(SECOND), "third": values(THIRD)}
    found = alt_test.alt_test(people, values(JUDGE), epsilon=0.2)
    assert (found.winning_rate, found.passed) == (1.0, True)
    assert found.advantage == pytest.approx(0.914196512515)
    assert [each.n for each in found.contests] == [46, 43, 38]
    assert [each.person_share for each in found.contests] == pytest.approx([0.847826, 0.930233, 0.842105], abs=1e-6)
    assert [each.p for each in found.contests] == pytest.approx([0.00122681830, 0.000608722, 0.00056040326], abs=1e-8)

    first, judge = values(FIRST), values(JUDGE)
    few = {place: first[place] for place in list(first)[:20]}
    assert alt_test.alt_test({"first": first}, judge).reason == alt_test.NEEDS_TWO_PEOPLE
    assert alt_test.alt_test({"first": few, "second": few}, judge).reason == TOO_FEW
    assert alt_test.alt_test({"first": first, "second": first}, {}).reason == NOTHING

    same = dict.fromkeys(range(40), 1)
    people = {"first": same, "second": same}
    assert alt_test.alt_test(people, same).winning_rate == 1.0
    assert alt_test.alt_test(people, dict.fromkeys(range(40), 0)).winning_rate == 0.0

    near, far = dict.fromkeys(range(40), 4), dict.fromkeys(range(40), 1)
    people = {"first": dict.fromkeys(range(40), 5), "second": near}
    assert alt_test.alt_test(people, near, is_distance=True).passed
    assert not alt_test.alt_test(people, far, is_distance=True).passed


def test_corrected_means_listen_to_good_judges():
    found = ppi.corrected_mean(SAID, JUDGED, REST)
    assert found.weight == 1 and found.worth > 2
    assert found.estimate.value == pytest.approx(0.481911666667)
    assert (found.estimate.low, found.estimate.high) == pytest.approx((0.384327988387, 0.579495344946))

    labels = [0, 1] * 20
    found = ppi.corrected_mean(labels, [0.5] * 40, [0.9] * 100)
    assert (found.weight, found.estimate.value) == (0.0, 0.5)

    found, alone = ppi.corrected_mean(SAID * 4, JUDGED * 4, []), np.array(SAID * 4)
    assert (found.weight, found.worth, found.estimate.value) == (0.0, pytest.approx(1), pytest.approx(alone.mean()))
    half = stats.norm.ppf(0.975) * alone.std() / np.sqrt(alone.size)
    assert found.estimate.high == pytest.approx(alone.mean() + half)


@pytest.mark.parametrize("found, reason", [
    (ppi.corrected_mean([], [], [0.5]), NOTHING),
    (ppi.corrected_mean([1.0] * 40, [1.0] * 40, []), NO_VARIATION),
    (ppi.corrected_mean([1.0, 0.0], [1.0, 0.0], [1.0, 0.5]), TOO_FEW),
    (ppi.corrected_mean([1.0] * 40, [1.0] * 40, [1.0] * 40), NO_VARIATION),
])  # fmt: skip
def test_mean_that_is_not_determined_has_a_reason_and_no_interval(found, reason):
    assert (found.estimate.reason, found.estimate.low) == (reason, None)


def test_dependent_answers_and_judges_count_less():
    hits = [True] * 60 + [False] * 20
    alone, fours = proportions.wilson(60, 80), proportions.wilson_of_clusters(hits, [place // 4 for place in range(80)])
    assert proportions.wilson_of_clusters(hits, list(range(80))) == alone
    assert (fours.value, fours.n) == (0.75, 80) and fours.low < alone.low < alone.high < fours.high
    assert fours.low == pytest.approx(proportions.wilson(15, 20).low)

    assert effective_judges.effective_judges(5, 0.6) == pytest.approx(1.47058823529)
    assert effective_judges.effective_judges(5, -0.2) == 5

    assert benjamini_yekutieli([0.01, 0.04, 0.03, 0.005]) == pytest.approx(
        [0.0416667, 0.0833333, 0.0833333, 0.0416667], abs=1e-6
    )


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_no_corrected_value_is_smaller_or_out_of_order(given_values):
    found = benjamini_yekutieli(given_values)

    assert all(value <= own <= 1 for value, own in zip(given_values, found, strict=True))
    by_value = [own for _value, own in sorted(zip(given_values, found, strict=True))]
    assert by_value == sorted(by_value)


def test_order_does_not_matter_and_epsilon_does():
    order = np.random.default_rng(1).permutation(40)
    found = ppi.corrected_mean(np.array(SAID)[order], np.array(JUDGED)[order], REST)
    assert found.estimate.value == pytest.approx(0.481911666667)

    assert coverage.judges_that_pass(alt_test.EPSILON, 50, 100) <= 0.05
    assert coverage.judges_that_pass(0.0, 300, 10) == 1
