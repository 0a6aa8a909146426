"""Totals of days that are over, counted once from the ledger: made, read beside those of open days, and made anew."""

import datetime
from datetime import UTC, time

from django.db import connection, transaction
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext_lazy

from evalhub.accounts.models import Organization
from evalhub.lib.database import statements
from evalhub.lib.simulated import EXAMPLE_PRICE, EXAMPLE_PRICES
from evalhub.work.sweep import Sweep
from reviews.costs.models import DailyTotal, DailyTotalMark
from reviews.engine.models import LLMAttempt, LLMRequest
from reviews.scorers.stages.task_stages import BOTH, ONE_ORDER, SWAPPED

sql = statements.of_feature(__file__)
ONE_DAY = datetime.timedelta(days=1)
LATEST = datetime.timedelta(hours=1)  # after which a day has all that began before its end, but for calls on their way
DAYS_AT_ONCE = 31
COLUMNS = (
    "day, model, kind, task_id, simulated, calls, cost_usd, unpriced, answers_usd, answers_unpriced, latency_bins,"
    " latency_counts, done, failed, items, labels"
)
KEPT = f"SELECT {COLUMNS} FROM reviews_dailytotal WHERE organization_id = %(organization)s AND day >= %(first)s"
CHOSEN = (
    "WHERE simulated = %(simulated)s AND (%(model)s = '' OR model = %(model)s)"
    " AND (%(task)s::uuid IS NULL OR task_id = %(task)s::uuid)"
)


def rows(organization, choice):
    """The COLUMNS of each day of a Choice, open days counted now; two statements."""
    first, until = choice.period.first, choice.period.until
    mark = DailyTotalMark.objects.filter(organization=organization).first()
    values = _values(organization.pk, max(first, mark.until) if mark else first, until) | {
        "first": first,
        "last": until,
        "simulated": choice.simulated,
        "model": choice.model,
        "task": choice.task,
    }
    closed = f"{KEPT} AND day < %(last)s UNION ALL " if mark else ""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {COLUMNS} FROM ({closed}({sql('daily_totals')})) days {CHOSEN}", values)
        return cursor.fetchall()


def close_days(*, organization, now=None):
    """Count the days of an organization that are over and not counted yet; returns how many."""
    return _close(organization.pk, now or timezone.now())


DAYS = Sweep(
    "daily_totals",
    title=gettext_lazy("Totals of days"),
    rows=Organization.objects.all,
    work=lambda organization: close_days(organization=organization),
    organization="pk",
    in_steps=True,
)


def rebuild(*, organization, now=None):
    """Count all days that are over anew; returns how many."""
    with transaction.atomic():
        DailyTotalMark.objects.filter(organization=organization).delete()
        DailyTotal.objects.filter(organization=organization).delete()
    return _close(organization.pk, now or timezone.now())


def recount(organization_id, moments):
    """Count the days of these moments anew, where they were counted; for what changes an ended request."""
    with transaction.atomic():
        mark = DailyTotalMark.objects.select_for_update().filter(organization=organization_id).first()
        for day in sorted({moment.astimezone(UTC).date() for moment in moments if moment}):
            if mark and day < mark.until:
                DailyTotal.objects.filter(organization=organization_id, day=day).delete()
                _count(organization_id, day, day + ONE_DAY)


def _close(organization_id, now):
    """How many days were closed: all that are over, up to the first one with a call that is still on its way."""
    mark = DailyTotalMark.objects.filter(organization=organization_id).first()
    start = mark.until if mark else _first_day(organization_id)
    limit = _day(now - LATEST)
    if start is None or start >= limit:
        return 0
    sent = LLMAttempt.objects.filter(
        request__run__organization=organization_id,
        status="sent",
        cost_usd=None,
        started_at__lt=datetime.datetime.combine(limit, time(), UTC),
    )
    limit = min(limit, _day(sent.aggregate(at=Min("started_at"))["at"]) or limit)
    closed = 0
    while start < limit:
        until = min(limit, start + DAYS_AT_ONCE * ONE_DAY)
        if not _close_part(organization_id, mark, start, until):
            break
        mark = DailyTotalMark(organization_id=organization_id, until=until)
        closed, start = closed + (until - start).days, until
    return closed


@transaction.atomic
def _close_part(organization_id, mark, start, until):
    """Whether the days were still to be closed: another worker may have done it."""
    if mark is None:
        _mark, is_new = DailyTotalMark.objects.get_or_create(organization_id=organization_id, defaults={"until": until})
        if not is_new:
            return False
    elif not DailyTotalMark.objects.filter(organization=organization_id, until=start).update(until=until):
        return False
    _count(organization_id, start, until)
    return True


def _count(organization_id, since, until):
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO reviews_dailytotal (organization_id, {COLUMNS})"
            f" SELECT %(organization)s, {COLUMNS} FROM ({sql('daily_totals')}) days",
            _values(organization_id, since, until),
        )


def _values(organization_id, since, until):
    return {
        "organization": organization_id,
        "since": datetime.datetime.combine(since, time(), UTC),
        "until": datetime.datetime.combine(until, time(), UTC),
        "answering": [ONE_ORDER, SWAPPED, BOTH],
        "priced": list(EXAMPLE_PRICES),
        "read_prices": [read for read, _written in EXAMPLE_PRICES.values()],
        "written_prices": [written for _read, written in EXAMPLE_PRICES.values()],
        "read_usd": EXAMPLE_PRICE[0],
        "written_usd": EXAMPLE_PRICE[1],
    }


def _first_day(organization_id):
    calls = LLMAttempt.objects.filter(request__run__organization=organization_id).aggregate(at=Min("started_at"))["at"]
    ended = LLMRequest.objects.filter(run__organization=organization_id).aggregate(at=Min("finished_at"))["at"]
    return min((_day(at) for at in (calls, ended) if at), default=None)


def _day(at):
    return at and at.astimezone(UTC).date()
