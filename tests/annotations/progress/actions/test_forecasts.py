"""When a task is done, from its last days."""

import datetime

import pytest

from annotations.progress.actions.forecasts import of_days

TODAY = datetime.date(2026, 11, 26)


def days(*counts):
    """Answers on each day, the last one today."""
    first = TODAY - datetime.timedelta(days=len(counts) - 1)
    return [(first + datetime.timedelta(days=i), n) for i, n in enumerate(counts)]


def on(day):
    return datetime.date(2026, 11, day)


@pytest.mark.parametrize("counts, missing, done", [
    ((10, 10, 10, 0), 10, on(26)),  # today is still to come
    ((10, 10, 10, 4), 26, on(28)),  # and has four of its ten
    ((10, 10, 10, 30), 20, on(28)),  # or it has had its part
    ((0, 0, 10, 10, 0), 20, on(27)),  # days before the first answer count for nothing
])  # fmt: skip
def test_today_counts_with_what_it_has(counts, missing, done):
    found = of_days(days(*counts), given=sum(counts), missing=missing)

    assert found.done_on == done and found.early_on <= done <= found.late_on
    assert (found.path[0][:2], found.path[-1][1]) == ((TODAY, sum(counts)), sum(counts) + missing)


@pytest.mark.parametrize("counts", [(0, 0, 0), (0, 0, 9), (0, 7, 9)])
def test_below_two_whole_days_there_is_none(counts):
    assert of_days(days(*counts), given=sum(counts), missing=5) is None


def test_only_the_last_two_weeks_count():
    found = of_days(days(*[100] * 20, *[2] * 14, 0), given=2028, missing=10)

    assert found.per_day == 2
