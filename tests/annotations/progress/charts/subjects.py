"""What charts of progress draw, without a database."""

import datetime
from types import SimpleNamespace

from annotations.progress.actions.forecasts import of_days
from annotations.progress.actions.person_work import Week
from annotations.progress.charts import PersonSubject, TaskSubject
from evalhub.lib.statistics.bounded_mean import Interval

DAYS = [(datetime.date(2026, 5, day), n) for day, n in ((1, 0), (2, 10), (3, 14), (4, 12), (5, 0))]


def named(day, *, long=False):
    return f"{day:%A %d %B}" if long else f"{day:%d %b}"


def subject(*, missing=24, status="ACTIVE", due_on=None, agreement=(), days=DAYS):
    given = sum(n for _day, n in days)
    return TaskSubject(
        task=SimpleNamespace(status=status, due_on=due_on, consensus_threshold=2 / 3),
        states=SimpleNamespace(missing=missing),
        days=days,
        given=given,
        people=2,
        forecast=of_days(days, given=given, missing=missing),
        agreement=agreement,
        named=named,
    )


def snapshot(value, *, machines=(), reason=""):
    low, high = (None, None) if value is None else (value - 0.1, value + 0.1)
    details = {"machines": list(machines)}
    return SimpleNamespace(value=value, low=low, high=high, n_items=40, reason=reason, details=details)


def person(*rows):
    """A person's weeks from 4 May 2026 on, each given as (answers, share, shared items)."""
    begun = datetime.date(2026, 5, 4)
    weeks = [
        Week(
            begun + datetime.timedelta(weeks=number),
            answered,
            median_seconds=None,
            share=share,
            interval=None if share is None else Interval(share - 0.1, share + 0.1),
            n_items=n_items,
        )
        for number, (answered, share, n_items) in enumerate(rows)
    ]
    return PersonSubject(weeks, least_items=20, named=named)
