"""Identifiers are version 7 UUIDs in the order of their making."""

import uuid

import pytest

from evalhub.lib import ids
from evalhub.lib.ids import uuid7

MILLISECOND = 1_767_225_600_123
NANOSECONDS = MILLISECOND * 1_000_000


@pytest.fixture
def clock(monkeypatch):
    """clock(nanoseconds) lets identifiers be made at this moment."""
    return lambda moment: monkeypatch.setattr(ids.time, "time_ns", lambda: moment)


def test_form_is_that_of_version_seven():
    made = uuid7()

    assert made.version == 7
    assert made.variant == uuid.RFC_4122


@pytest.mark.parametrize("nanoseconds, fraction", [(0, 0), (250_000, 1024), (999_999, 4095)])
def test_first_bits_are_the_milliseconds_and_their_fraction(clock, nanoseconds, fraction):
    clock(NANOSECONDS + nanoseconds)

    made = uuid7()

    assert (made.int >> 80, made.int >> 64 & 0xFFF) == (MILLISECOND, fraction)
    assert (made.version, made.variant) == (7, uuid.RFC_4122)


@pytest.mark.parametrize("later", [500, 50_000, 999_999, 1_000_000, 10**12])
def test_later_ones_sort_later(clock, later):
    clock(NANOSECONDS)
    first = uuid7()
    clock(NANOSECONDS + later)

    assert first < uuid7()


def test_none_is_made_twice():
    assert len({uuid7() for _ in range(10_000)}) == 10_000
