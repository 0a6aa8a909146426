"""Spending counted anew from attempts and batches: what the kept sums must always equal."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import connection, transaction

from reviews.engine.limits.actions import spending
from reviews.engine.models import EvaluationRun, Spending
from reviews.engine.models.llm_batch import LIVE

# Attempts count in the month they were sent in; what a live batch holds, in the month it was made in.
_MONEY = f"""
    SELECT r.organization_id, q.run_id, date_trunc('month', t.started_at AT TIME ZONE 'UTC')::date AS month,
           coalesce(t.cost_usd, 0) AS spent,
           CASE WHEN t.status = 'sent' THEN coalesce(t.reserved_usd, 0) ELSE 0 END AS reserved
    FROM reviews_llmattempt t
    JOIN reviews_llmrequest q ON q.id = t.request_id
    JOIN reviews_evaluationrun r ON r.id = q.run_id
    UNION ALL
    SELECT r.organization_id, b.run_id, date_trunc('month', b.created_at AT TIME ZONE 'UTC')::date, 0,
           coalesce(b.reserved_usd, 0)
    FROM reviews_llmbatch b
    JOIN reviews_evaluationrun r ON r.id = b.run_id
    WHERE b.status IN {LIVE!r}"""
_SUMS = f"SELECT coalesce(sum(spent), 0), coalesce(sum(reserved), 0) FROM ({_MONEY}) money WHERE organization_id = %s"
_MONTHS = f"SELECT DISTINCT month FROM ({_MONEY}) money WHERE organization_id = %s AND spent + reserved > 0"


@dataclass(frozen=True)
class Correction:
    """A sum that was wrong: `month` or `run_id` says whose, the amounts how it was and how it is now."""

    month: object
    run_id: object
    before: tuple[Decimal, Decimal]
    after: tuple[Decimal, Decimal]


def recount(organization):
    """Set every sum of an organization to what its attempts and batches say; returns the Corrections.

    One short transaction for each month and each run: requests go on meanwhile and nothing they do is missed.
    """
    with connection.cursor() as cursor:
        cursor.execute(_MONTHS, [organization.pk])
        months = {month for (month,) in cursor.fetchall()}
    months |= set(Spending.objects.filter(organization=organization, run=None).values_list("month", flat=True))
    found = [_recount(organization, month=month) for month in sorted(months)]
    runs = EvaluationRun.objects.filter(organization=organization).order_by("pk").only("organization_id")
    found += [_recount(organization, run=run) for run in runs.iterator()]
    return [correction for correction in found if correction.before != correction.after]


@transaction.atomic
def _recount(organization, *, month=None, run=None):
    """Adding nothing locks the sum: whoever writes attempts meanwhile waits for it, or was counted."""
    if run is None:
        before = spending.add_to_month(organization.pk, month)
        rows = Spending.objects.filter(organization=organization, run=None, month=month)
        narrowed, value = "month = %s", month
    else:
        before = spending.add_to_run(run)
        rows = Spending.objects.filter(run=run)
        narrowed, value = "run_id = %s", run.pk
    with connection.cursor() as cursor:
        cursor.execute(f"{_SUMS} AND {narrowed}", [organization.pk, value])
        after = cursor.fetchone()
    if before != after:
        rows.update(spent_usd=after[0], reserved_usd=after[1])
    return Correction(month, None if run is None else run.pk, before, after)
