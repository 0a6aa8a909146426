"""Sums of money are what attempts and batches say."""

import datetime
from decimal import Decimal

from reviews.engine.limits.actions import budgets
from reviews.models import Spending
from tests.reviews.engine.limits.ledger_rows import make_attempt, make_batch, make_run

JANUARY = datetime.datetime(2026, 1, 31, 23, 59, 59, tzinfo=datetime.UTC)
FEBRUARY = datetime.datetime(2026, 2, 1, tzinfo=datetime.UTC)


def spendings():
    """{month or run: (spent, reserved)}."""
    return {row.month or row.run_id: (row.spent_usd, row.reserved_usd) for row in Spending.objects.all()}


def test_attempts_and_live_batches_are_summed_by_month_and_by_run(acme, rival):
    one, two, other = make_run(acme), make_run(acme), make_run(rival)
    make_attempt(one, cost_usd=Decimal("0.10"), started_at=JANUARY)
    make_attempt(one, cost_usd=Decimal("0.20"), started_at=FEBRUARY, reserved_usd=Decimal(9))
    make_attempt(one, status="sent", reserved_usd=Decimal("0.40"), started_at=FEBRUARY)
    make_attempt(two, status="lost", started_at=FEBRUARY)
    batch = make_batch(two, reserved_usd=Decimal(3))
    type(batch).objects.filter(pk=batch.pk).update(created_at=FEBRUARY)
    make_batch(two, status="reconciled", reserved_usd=Decimal(5))
    make_attempt(other, cost_usd=Decimal(7))

    corrections = budgets.recount(acme)

    assert spendings() == {
        datetime.date(2026, 1, 1): (Decimal("0.10"), 0),
        datetime.date(2026, 2, 1): (Decimal("0.20"), Decimal("3.40")),
        one.pk: (Decimal("0.30"), Decimal("0.40")),
        two.pk: (0, Decimal(3)),
    }
    assert len(corrections) == 4


def test_wrong_sums_are_corrected_and_said(acme):
    run = make_run(acme)
    budgets.reserve(run, Decimal(2))

    corrections = budgets.recount(acme)

    assert {(correction.before, correction.after) for correction in corrections} == {((0, 2), (0, 0))}
    assert set(spendings().values()) == {(0, 0)}
    assert budgets.recount(acme) == []
