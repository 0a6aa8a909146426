"""The days that figures are about, in steps of a day or a week (UTC)."""

import datetime
from dataclasses import dataclass

MONTH, WEEKS, YEAR = PERIODS = ("month", "12w", "12m")
DAY, WEEK = STEPS = ("day", "week")
ONE_DAY, ONE_WEEK = datetime.timedelta(days=1), datetime.timedelta(days=7)
MOST_WEEKS = 12


@dataclass(frozen=True)
class Period:
    """`starts` are the first days of its steps, the oldest first. The last one goes on; `until` is the day after today.

    A period in weeks begins on a Monday, so that every step but the last one is whole.
    """

    key: str
    step: str
    starts: tuple[datetime.date, ...]
    until: datetime.date

    @property
    def first(self):
        return self.starts[0]

    @property
    def today(self):
        return self.until - ONE_DAY


def steps_of(key):
    """The steps that a period may have: a year has too many days to draw."""
    return (WEEK,) if key == YEAR else STEPS


def period_of(key, step, today):
    """The Period of one of PERIODS up to `today`, in one of `steps_of` it."""
    monday = today - ONE_DAY * today.weekday()
    first = {
        MONTH: today.replace(day=1),
        WEEKS: monday - (MOST_WEEKS - 1) * ONE_WEEK,
        YEAR: (today.replace(day=1) - 330 * ONE_DAY).replace(day=1),  # the first of eleven months ago
    }[key]
    length = ONE_DAY if step == DAY else ONE_WEEK
    if step == WEEK:
        first -= ONE_DAY * first.weekday()
    count = (today - first) // length + 1
    return Period(key, step, tuple(first + i * length for i in range(count)), today + ONE_DAY)
