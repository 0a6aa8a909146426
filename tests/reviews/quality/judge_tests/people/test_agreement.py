"""How a judge agrees with people: counts, rates and what they say of its licence."""

from dataclasses import replace

from evalhub.lib.statistics import proportions
from reviews.quality.judge_tests import PRELABEL
from reviews.quality.judge_tests.people.agreement import needed
from reviews.quality.judged_labels import DEVELOPMENT, TEST, JudgedAnswer, JudgedLabels, half_of
from reviews.quality.licence_rules import sentence
from tests.reviews.quality.judge_tests.people.judged import CASES, MONDAY, labels, licence, results_of


def test_counts_and_rates_are_of_the_test_half_and_undecided_rate_may_prelabel_and_says_how_many_answers_would_do():
    answers = labels(200, wrong_passes=10)
    other = next(case for case in range(2000) if half_of(case) == DEVELOPMENT)
    spoiled = replace(answers, answers=(*answers.answers, JudgedAnswer(other, other, 0.0, MONDAY, {"p0": 1.0})))
    figures, details = results_of(spoiled)["people_agreement"]
    assert details == {"values": [1.0, 0.0], "counts": [[150, 0], [10, 40]], "is_verdict": True}
    assert (figures["true_passes"].value, figures["true_fails"].value) == (1.0, 0.8)
    assert figures["agreement"].n == 200 and figures["among_people"].value == 1.0

    found = licence(labels(80, wrong_passes=4))
    assert found.key == PRELABEL
    assert "such answers would be enough" in sentence(found)


def test_split_people_count_nowhere_and_without_a_pass_value_there_are_no_rates_and_equal_values_agree():
    one = JudgedAnswer(CASES[0], CASES[0], 1.0, MONDAY, {"a": 1.0, "b": 0.0})
    found = JudgedLabels((one,), (0.0, 1.0), True, frozenset({1.0}))
    assert found.pairs(TEST) == [] and results_of(found)["people_agreement"][0]["agreement"].value is None

    found = replace(labels(100), passing=None)
    figures, details = results_of(found)["people_agreement"]
    assert figures["true_passes"].reason == "NO_PASS_VALUE" and figures["agreement"].value == 1.0
    assert details["values"] == [0.0, 1.0] and not details["is_verdict"]


def test_needed_answers_are_the_fewest():
    n = needed(0.79, 0.70)

    assert proportions.wilson(0.79 * n, n).low >= 0.70 > proportions.wilson(0.79 * (n - 1), n - 1).low
    assert needed(0.5, 0.70) is None
