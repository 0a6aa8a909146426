"""When a task is done at the pace of its last whole days."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from evalhub.lib.statistics import completion

DAYS = 14
ONE_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class TaskForecast:
    """The day of the last answer with its 80 % interval, None beyond a year.

    `path` has (day, expected, least, most) answers in all for today and each day after.
    """

    per_day: float
    done_on: datetime.date | None
    early_on: datetime.date | None
    late_on: datetime.date | None
    path: tuple


def of_days(days: Sequence[tuple[datetime.date, int]], *, given: int, missing: int) -> TaskForecast | None:
    """From people's answers on each day, today last; None below two whole days since the first answer.

    given, missing: answers in all, and still needed. Today is the first day that is to come, with what it has so far,
    until it has as many as the others.
    """
    *whole, (today, so_far) = days[-DAYS - 1 :]
    counts = [n for _day, n in whole]
    counts = counts[next((i for i, n in enumerate(counts) if n), len(counts)) :]
    first, before = (today, so_far) if so_far * len(counts) < sum(counts) else (today + ONE_DAY, 0)
    found = completion.forecast(counts, missing + before)
    if found is None:
        return None
    path = [(today, given, given, given)]
    for i, sums in enumerate(zip(found.expected, found.least, found.most, strict=True)):
        if first + i * ONE_DAY > today:
            path.append((first + i * ONE_DAY, *(max(given, given - before + value) for value in sums)))
    done_on, early_on, late_on = (day and first + (day - 1) * ONE_DAY for day in (found.day, found.early, found.late))
    return TaskForecast(found.per_day, done_on, early_on, late_on, tuple(path))
