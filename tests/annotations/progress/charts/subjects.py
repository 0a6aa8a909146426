"""What charts of progress draw, without a database."""

import datetime
from types import SimpleNamespace

from annotations.progress.actions.forecasts import of_days
from annotations.progress.charts import TaskSubject

DAYS = [(datetime.date(2026, 5, day), n) for day, n in ((1, 0), (2, 10), (3, 14), (4, 12), (5, 0))]


def subject(*, missing=24, status="ACTIVE", due_on=None, truth=None, agreement=(), days=DAYS):
    given = sum(n for _day, n in days)
    return TaskSubject(
        task=SimpleNamespace(status=status, due_on=due_on, consensus_threshold=2 / 3),
        states=SimpleNamespace(missing=missing),
        days=days,
        given=given,
        people=2,
        forecast=of_days(days, given=given, missing=missing),
        truth=truth or {},
        agreement=agreement,
        named=lambda day, long=False: f"{day:%A %d %B}" if long else f"{day:%d %b}",
    )


def snapshot(value, *, machines=(), reason=""):
    low, high = (None, None) if value is None else (value - 0.1, value + 0.1)
    details = {"machines": list(machines)}
    return SimpleNamespace(value=value, low=low, high=high, n_items=40, reason=reason, details=details)
