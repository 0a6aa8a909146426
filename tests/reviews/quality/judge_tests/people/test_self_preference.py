"""Preference for outputs of the judge's own model family, against what people prefer."""

from dataclasses import replace

import pytest

from reviews.quality.judge_tests import people_kinds
from tests.reviews.quality.judge_tests.people.judged import labels

KIND = people_kinds["self_preference"]
FIRST, TIE, SECOND = 0.0, 1.0, 2.0
WINNERS = {FIRST: "first", SECOND: "second"}


def preference(*rows):
    """Of (own place, judge's value, people's values)."""
    found = labels(len(rows))
    answers = tuple(
        replace(each, own=own, value=value, people=dict(enumerate(people)))
        for each, (own, value, people) in zip(found.answers, rows, strict=True)
    )
    whole = replace(found, answers=answers, winners=WINNERS, passing=None, domain=(FIRST, TIE, SECOND))
    return KIND.measure(whole)["preference"]


def test_judge_that_favours_its_family_does_so_in_either_place():
    loyal = [("first", FIRST, [FIRST])] * 54 + [("second", FIRST, [SECOND])] * 6  # people: own; judge: 54 of 60
    stubborn = [("first", SECOND, [SECOND])] * 20 + [("second", SECOND, [FIRST])] * 40  # people: other; judge: 20 of 60

    found = preference(*loyal, *stubborn)

    assert found.value == pytest.approx(54 / 60 - 20 / 60) and found.low > 0.3 and found.n == 120


def test_ties_and_pairs_of_one_family_or_split_people_count_nowhere():
    fair = [("first", FIRST, [FIRST])] * 60 + [("first", SECOND, [SECOND])] * 60
    left_out = [("", FIRST, [FIRST]), ("first", FIRST, [TIE]), ("first", FIRST, [FIRST, SECOND])]

    found = preference(*fair, *left_out * 10)

    assert (found.value, found.n) == (0, 120)


def test_few_pairs_of_a_side_say_why_there_is_no_value():
    found = preference(*[("first", FIRST, [FIRST])] * 100, *[("first", SECOND, [SECOND])] * 49)

    assert (found.value, found.reason, found.n) == (None, "TOO_FEW_PAIRS", 149)
