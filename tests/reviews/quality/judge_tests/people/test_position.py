"""The same winner in both orders of showing two outputs."""

from dataclasses import replace

from reviews.quality.judge_tests import people_kinds
from tests.reviews.quality.judge_tests.people.judged import labels

KIND = people_kinds["position"]


def measured(*orders):
    found = labels(len(orders))
    answers = tuple(replace(each, orders=place) for each, place in zip(found.answers, orders, strict=True))
    found = replace(found, answers=answers)
    return KIND.measure(found), KIND.details(found), answers


def test_each_way_to_answer_twice_has_its_share_and_interval():
    found, details, answers = measured(*["same"] * 60, *["first"] * 30, *["second"] * 6, *["other"] * 4, *[""] * 50)

    shares = {key: (each.value, each.n) for key, each in found.items()}
    assert shares == {"same_winner": (0.6, 100), "always_first": (0.3, 100), "always_second": (0.06, 100)}
    assert found["same_winner"].low < 0.6 < found["same_winner"].high
    assert details["flips"] == [each.item for each in answers[60:80]]


def test_judge_that_was_asked_in_one_order_says_why_there_is_nothing():
    found, details, _answers = measured("", "")

    assert {(each.value, each.reason) for each in found.values()} == {(None, "NOT_IN_BOTH_ORDERS")}
    assert details == {"flips": []} and KIND.rules(found, details) == []
