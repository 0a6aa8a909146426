"""The two sums that money counts against: an organization's month in UTC, and a run."""

import datetime
from decimal import Decimal

from django.db import connection

_MONTH = """
    INSERT INTO reviews_spending AS s (organization_id, month, spent_usd, reserved_usd) VALUES (%s, %s, %s, %s)
    ON CONFLICT (organization_id, month) WHERE run_id IS NULL DO UPDATE
    SET spent_usd = s.spent_usd + excluded.spent_usd, reserved_usd = s.reserved_usd + excluded.reserved_usd
    RETURNING spent_usd, reserved_usd"""
_RUN = """
    INSERT INTO reviews_spending AS s (organization_id, run_id, spent_usd, reserved_usd) VALUES (%s, %s, %s, %s)
    ON CONFLICT (run_id) WHERE run_id IS NOT NULL DO UPDATE
    SET spent_usd = s.spent_usd + excluded.spent_usd, reserved_usd = s.reserved_usd + excluded.reserved_usd
    RETURNING spent_usd, reserved_usd"""


def add_to_month(organization_id, month, *, spent_usd=Decimal(0), reserved_usd=Decimal(0)):
    """Add to a month's sums and lock them until the transaction ends; returns (spent, reserved) as they are then."""
    return _add(_MONTH, organization_id, month, spent_usd, reserved_usd)


def add_to_run(run, *, spent_usd=Decimal(0), reserved_usd=Decimal(0)):
    """The same for a run's sums."""
    return _add(_RUN, run.organization_id, run.pk, spent_usd, reserved_usd)


def month_of(moment):
    """The first day of a moment's month in UTC."""
    return moment.astimezone(datetime.UTC).date().replace(day=1)


def span_of(moment):
    """The first moment of that month, and of the next one."""
    first = datetime.datetime.combine(month_of(moment), datetime.time(), datetime.UTC)
    return first, (first + datetime.timedelta(days=31)).replace(day=1)


def _add(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()
