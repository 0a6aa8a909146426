"""Tests of a judge's answers against people's: each kind's figures and what they say of the licence."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from evalhub.lib.statistics import proportions
from reviews.quality.judge_tests import ALONE, NOT_FIT, PRELABEL, people_kinds
from reviews.quality.judge_tests.people.agreement import needed
from reviews.quality.judged_labels import DEVELOPMENT, TEST, JudgedAnswer, JudgedLabels, half_of
from reviews.quality.licence_rules import UNTESTED, licence_of_tests, sentence

MONDAY = date(2026, 3, 2)
CASES = [case for case in range(2000) if half_of(case) == TEST][:400]


def labels(n=400, *, wrong_passes=0, wrong_fails=0, again=True, people=2, weeks=1):
    """n answers of the test half, every fourth a fail by people; so many passes and fails are the other way round."""
    answers = []
    for place, case in enumerate(CASES[:n]):
        said = float(place % 4 != 0)
        is_wrong = (said and place < 4 * wrong_fails) or (not said and place < 4 * wrong_passes)
        own = 1 - said if is_wrong else said
        answers.append(
            JudgedAnswer(
                item=case,
                case=case,
                value=own,
                week=MONDAY + timedelta(weeks=place % weeks),
                people={f"p{number}": said for number in range(people)},
                again=(own, own) if again else (),
            )
        )
    return JudgedLabels(tuple(answers), (0.0, 1.0), True, frozenset({1.0}))


def results_of(found):
    return {key: (kind.measure(found), kind.details(found)) for key, kind in people_kinds.items()}


def licence(found):
    return licence_of_tests(results_of(found))


def test_judge_that_agrees_may_label_alone():
    found = licence(labels())

    assert found.key == ALONE and not found.unmet
    assert "without people" in sentence(found)


def test_counts_and_rates_are_of_the_test_half():
    answers = labels(200, wrong_passes=10)
    other = next(case for case in range(2000) if half_of(case) == DEVELOPMENT)
    spoiled = replace(answers, answers=(*answers.answers, JudgedAnswer(other, other, 0.0, MONDAY, {"p0": 1.0})))

    figures, details = results_of(spoiled)["people_agreement"]

    assert details == {"values": [1.0, 0.0], "counts": [[150, 0], [10, 40]], "is_verdict": True}
    assert (figures["true_passes"].value, figures["true_fails"].value) == (1.0, 0.8)
    assert figures["agreement"].n == 200 and figures["among_people"].value == 1.0


def test_undecided_rate_may_prelabel_and_says_how_many_answers_would_do():
    found = licence(labels(80, wrong_passes=4))

    assert found.key == PRELABEL
    assert "such answers would be enough" in sentence(found)


@pytest.mark.parametrize("found", [labels(wrong_passes=60), labels(people=1), labels(20)])
def test_judge_that_errs_or_cannot_be_tested_is_not_fit(found):
    assert licence(found).key == NOT_FIT


def test_without_repetition_it_does_not_label_alone():
    found = licence(labels(again=False))

    assert found.key == PRELABEL and [rule.state for rule in found.unmet] == ["undecided"]


def test_without_tests_it_is_untested():
    assert licence_of_tests({}).key == UNTESTED


def test_split_people_count_nowhere():
    one = JudgedAnswer(CASES[0], CASES[0], 1.0, MONDAY, {"a": 1.0, "b": 0.0})
    found = JudgedLabels((one,), (0.0, 1.0), True, frozenset({1.0}))

    assert found.pairs(TEST) == [] and results_of(found)["people_agreement"][0]["agreement"].value is None


def test_without_a_pass_value_there_are_no_rates_and_equal_values_agree():
    found = replace(labels(100), passing=None)

    figures, details = results_of(found)["people_agreement"]

    assert figures["true_passes"].reason == "NO_PASS_VALUE" and figures["agreement"].value == 1.0
    assert details["values"] == [0.0, 1.0] and not details["is_verdict"]


def test_corrected_share_is_people_s_where_the_judge_is_too_kind():
    found = labels(400, wrong_passes=30)

    figures, _details = results_of(found)["corrected_rate"]

    assert figures["judge_alone"].value == pytest.approx(0.825)
    assert figures["corrected"].value == pytest.approx(0.75) == figures["people_alone"].value


def test_judge_no_better_than_chance_has_no_corrected_share():
    figures, _details = results_of(labels(400, wrong_passes=95))["corrected_rate"]

    assert (figures["corrected"].value, figures["corrected"].reason) == (None, "UNINFORMATIVE")


def test_mean_takes_the_answers_that_nobody_labelled():
    found = labels(200)
    rest = tuple(replace(each, item=each.item + 10_000, people={}) for each in labels(400).answers)

    figures, details = results_of(replace(found, answers=(*found.answers, *rest)))["ppi"]

    assert figures["corrected_mean"].n == 200 and details["worth"] > 1


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


def test_needed_answers_are_the_fewest():
    n = needed(0.79, 0.70)

    assert proportions.wilson(0.79 * n, n).low >= 0.70 > proportions.wilson(0.79 * (n - 1), n - 1).low
    assert needed(0.5, 0.70) is None


def test_half_of_a_case_never_changes():
    halves = [half_of(case) for case in range(1000)]

    assert halves[:6] == [half_of(case) for case in range(6)]
    assert 450 < halves.count(TEST) < 550


def test_the_same_answers_in_any_order_have_one_fingerprint():
    found = labels(30)
    turned = replace(found, answers=found.answers[::-1])

    assert found.fingerprint == turned.fingerprint != replace(found, passing=None).fingerprint
