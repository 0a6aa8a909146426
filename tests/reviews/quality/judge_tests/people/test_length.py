"""The correlation of a judge's verdicts with length where people say the same."""

from dataclasses import replace

from reviews.quality.judge_tests import people_kinds
from tests.reviews.quality.judge_tests.people.judged import labels


def bias(lengths, **changes):
    found = labels(120, wrong_passes=15, wrong_fails=15)
    answers = tuple(replace(each, length=lengths(place, each)) for place, each in enumerate(found.answers))
    return people_kinds["people_length"].measure(replace(found, answers=answers, **changes))["length_bias"]


def test_judge_that_passes_long_texts_is_biased_and_lengths_that_mean_nothing_are_no_bias():
    found = bias(lambda place, each: 100 + place % 7 + 200 * int(each.value))
    assert found.value > 0.5 and found.low > 0 and found.n == 120

    assert abs(bias(lambda place, each: 100 + 37 * place % 11).value) < 0.3


def test_unknown_lengths_and_values_without_order_say_why():
    assert bias(lambda place, each: None).reason == "NO_CASES"
    assert bias(lambda place, each: place, passing=None, is_ordered=False).reason == "NO_CASES"
