"""The mean of few labels of people and many answers of a judge."""

from dataclasses import replace

from tests.reviews.quality.judge_tests.people.judged import labels, results_of


def test_mean_takes_the_answers_that_nobody_labelled():
    found = labels(200)
    rest = tuple(replace(each, item=each.item + 10_000, people={}) for each in labels(400).answers)

    figures, details = results_of(replace(found, answers=(*found.answers, *rest)))["ppi"]

    assert figures["corrected_mean"].n == 200 and details["worth"] > 1
