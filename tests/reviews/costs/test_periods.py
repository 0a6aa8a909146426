"""Which days and weeks a period has."""

import datetime

import pytest

from reviews.costs.periods import period_of

WEDNESDAY = datetime.date(2026, 11, 25)


@pytest.mark.parametrize(
    ("key", "step", "first", "count"),
    [
        ("month", "day", "2026-11-01", 25),
        ("month", "week", "2026-10-26", 5),
        ("12w", "week", "2026-09-07", 12),
        ("12w", "day", "2026-09-07", 80),
        ("12m", "week", "2025-12-01", 52),
    ],
)
def test_steps_reach_from_the_first_day_to_today(key, step, first, count):
    period = period_of(key, step, WEDNESDAY)

    assert (period.first.isoformat(), len(period.starts)) == (first, count)
    assert period.starts[-1] <= period.today == WEDNESDAY


@pytest.mark.parametrize("day", ["2026-01-31", "2026-03-01", "2028-02-29", "2026-12-31"])
def test_a_year_begins_eleven_months_ago(day):
    today = datetime.date.fromisoformat(day)

    first = period_of("12m", "week", today).first

    inside = first + datetime.timedelta(days=6)
    months = (today.year - inside.year) * 12 + today.month - inside.month
    assert months == 11 and first.weekday() == 0
