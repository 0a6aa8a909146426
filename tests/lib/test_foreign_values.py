"""Headers and numbers that others wrote, read without any error."""

import math
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalhub.lib.foreign_values import LARGEST, in_utc, number, seconds_to_wait, whole

ODD_DATES = (
    "Fri, 31 Dec 99999999999999999999 23:59:59 GMT",
    "Fri, 31 Dec 9999 23:59:59 -9999",
    "Mon, 01 Jan 0001 00:00:00 +2359",
    "Mon, 01 Jan 2024 00:00:00 +99999999999999999999",
    "Mon, 99 Jan 2024 25:61:61 GMT",
    "1 Jan",
    ",,, 1 1 1 1",
)
DISTANCES = st.timedeltas(timedelta(hours=-23, minutes=-59), timedelta(hours=23, minutes=59))
DATES = st.builds(
    "{}, {} {} {} {}:{}:{} {}".format,
    st.sampled_from(["Fri", "", "x"]),
    st.integers(-1, 10**25),
    st.sampled_from(["Dec", "Foo", "1"]),
    st.integers(-1, 10**25),
    *[st.integers(-1, 10**20)] * 3,
    st.sampled_from(["GMT", "+2400", "-9999", "+99999999999999999999", "", "\0"]),
)


@given(st.one_of(st.none(), st.text(), DATES, st.sampled_from(ODD_DATES), st.integers(), st.floats(), st.binary()))
def test_whatever_is_read_is_finite_or_nothing(value):
    wait, found, count = seconds_to_wait(value), number(value), whole(value)

    assert wait is None or 0 <= wait < math.inf
    assert found is None or math.isfinite(found)
    assert count is None or 0 <= count <= LARGEST


@pytest.mark.parametrize(
    "value, seconds", [("3", 3), ("0.5", 0.5), ("-2", 0), ("1e999", None), ("nan", None), ("", None)]
)
def test_seconds_to_wait_are_read(value, seconds):
    assert seconds_to_wait(value) == seconds


def test_a_date_is_the_seconds_until_then():
    later = datetime.now(UTC) + timedelta(hours=1)

    assert 3590 < (seconds_to_wait(format_datetime(later, usegmt=True)) or 0) <= 3600
    assert seconds_to_wait("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert [seconds_to_wait(each) for each in ODD_DATES[:1]] == [None]


@pytest.mark.parametrize("text, most, found", [
    ("0", 9, 0), ("9", 9, 9), ("10", 9, None), ("²", 9, None), ("-1", 9, None), (7, 9, None),
    (str(2**63), LARGEST, None), ("9" * 5000, LARGEST, None), ("0", -1, None),
])  # fmt: skip
def test_whole_numbers_are_plain_digits_up_to_a_bound(text, most, found):
    assert whole(text, most=most) == found


@given(st.datetimes(timezones=st.none() | st.timezones() | st.builds(timezone, DISTANCES)))
def test_every_moment_is_in_utc_or_outside_of_the_calendar(moment):
    found = in_utc(moment)

    assert found is None or found.utcoffset() == timedelta() and (moment.tzinfo is None or found == moment)


def test_numbers_beyond_a_float_are_none():
    assert [number(each) for each in (10**400, "1e999", "9" * 400, True, None, "1.5", 2)] == [None] * 5 + [1.5, 2.0]
