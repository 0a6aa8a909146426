"""Labels that tests of a judge against people are made of."""

from dataclasses import replace

from reviews.quality.judged_labels import TEST, half_of
from reviews.quality.licence_rules import UNTESTED, licence_of_tests
from tests.reviews.quality.judge_tests.people.judged import labels


def test_without_tests_it_is_untested_and_half_of_a_case_never_changes():
    assert licence_of_tests({}).key == UNTESTED

    halves = [half_of(case) for case in range(1000)]
    assert halves[:6] == [half_of(case) for case in range(6)]
    assert 450 < halves.count(TEST) < 550


def test_the_same_answers_in_any_order_have_one_fingerprint():
    found = labels(30)
    turned = replace(found, answers=found.answers[::-1])

    assert found.fingerprint == turned.fingerprint != replace(found, passing=None).fingerprint
