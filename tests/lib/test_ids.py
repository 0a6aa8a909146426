"""Identifiers are version 7 UUIDs in the order of their making."""

import time
import uuid

from evalhub.lib.ids import uuid7


def test_form_is_that_of_version_seven():
    made = uuid7()

    assert made.version == 7
    assert made.variant == uuid.RFC_4122


def test_first_bits_are_the_milliseconds():
    before = time.time_ns() // 1_000_000
    made = uuid7()
    after = time.time_ns() // 1_000_000

    assert before <= made.int >> 80 <= after


def test_later_ones_sort_later():
    first = uuid7()
    time.sleep(0.002)

    assert first < uuid7()


def test_none_is_made_twice():
    assert len({uuid7() for _ in range(10_000)}) == 10_000
