"""Money that is held, spent and left."""

import datetime
from decimal import Decimal

import pytest
from django.utils import translation

from reviews.engine.limits.actions import budgets
from reviews.engine.limits.actions.budgets import Exceeded
from reviews.models import Budget, Spending
from tests.reviews.engine.limits.ledger_rows import make_attempt, make_run
from tests.statements import at_most

CENT = Decimal("0.01")
JANUARY = datetime.datetime(2026, 1, 31, 23, 59, 59, tzinfo=datetime.UTC)
FEBRUARY = datetime.datetime(2026, 2, 1, tzinfo=datetime.UTC)


def sums(run=None, month=None):
    """(spent, reserved) of a run, or of the one month there is."""
    row = Spending.objects.get(run=run, month=month) if run or month else Spending.objects.get(run=None)
    return row.spent_usd, row.reserved_usd


def make_budget(organization, amount):
    Budget.objects.create(organization=organization, monthly_usd=Decimal(amount))


def test_without_budgets_sums_are_kept_all_the_same(acme):
    run = make_run(acme)

    budgets.reserve(run, Decimal("0.30"))
    budgets.charge(run, reserved_usd=Decimal("0.30"), spent_usd=Decimal("0.10"))

    assert sums() == sums(run) == (Decimal("0.10"), 0)


def test_run_stops_before_it_would_spend_more(acme):
    run = make_run(acme, budget_usd=Decimal("0.50"))
    budgets.reserve(run, Decimal("0.30"))
    budgets.charge(run, reserved_usd=Decimal("0.30"), spent_usd=Decimal("0.20"))
    budgets.reserve(run, Decimal("0.30"))

    with pytest.raises(Exceeded) as stopped:
        budgets.reserve(run, CENT)

    found = stopped.value
    assert (found.scope, found.limit_usd) == ("run", Decimal("0.50"))
    assert (found.spent_usd, found.reserved_usd) == (Decimal("0.20"), Decimal("0.30"))
    assert str(found) == (
        "The budget of this run has no room for the most that another request may cost: $0.50, of which $0.20 "
        "spent and $0.30 reserved for running requests. "
        "Raise the budget and resume the run."
    )
    assert sums(run) == (Decimal("0.20"), Decimal("0.30"))


def test_organization_stops_all_its_runs_and_nobody_elses(acme, rival):
    make_budget(acme, "0.50")
    budgets.reserve(make_run(acme), Decimal("0.40"))

    with pytest.raises(Exceeded) as stopped:
        budgets.reserve(make_run(acme, budget_usd=Decimal(5)), Decimal("0.20"))

    assert stopped.value.scope == "organization" and "for this month" in stopped.value.message
    budgets.reserve(make_run(rival), Decimal(9))


def test_next_month_begins_with_nothing_spent(acme):
    make_budget(acme, "0.50")
    run = make_run(acme)

    budgets.reserve(run, Decimal("0.50"), at=JANUARY)
    budgets.reserve(run, Decimal("0.50"), at=FEBRUARY)

    assert sums(month=datetime.date(2026, 1, 1)) == sums(month=datetime.date(2026, 2, 1)) == (0, Decimal("0.50"))
    assert sums(run) == (0, Decimal(1))


def test_month_is_that_of_utc(acme):
    east = datetime.datetime(2026, 2, 1, 5, tzinfo=datetime.timezone(datetime.timedelta(hours=6)))

    budgets.reserve(make_run(acme), CENT, at=east)

    assert Spending.objects.get(run=None).month == datetime.date(2026, 1, 1)


def test_batch_gives_back_in_its_month_and_spends_in_that_of_its_attempts(acme):
    run = make_run(acme)
    budgets.reserve(run, Decimal("0.50"), at=JANUARY)

    budgets.charge(run, reserved_usd=Decimal("0.50"), spent_usd=Decimal("0.20"), at=FEBRUARY, reserved_at=JANUARY)

    assert sums(month=datetime.date(2026, 1, 1)) == (0, 0)
    assert sums(month=datetime.date(2026, 2, 1)) == (Decimal("0.20"), 0)


def test_unpriced_and_unknown_costs(acme):
    run = make_run(acme, budget_usd=Decimal("0.50"))
    budgets.reserve(run, None)
    budgets.charge(run, reserved_usd=None, spent_usd=Decimal("0.50"))
    with pytest.raises(Exceeded):
        budgets.reserve(run, None)
    assert sums(run) == (Decimal("0.50"), 0)

    run = make_run(acme)
    budgets.reserve(run, CENT)
    budgets.charge(run, reserved_usd=CENT, spent_usd=None)
    assert sums(run) == (0, 0)


def test_as_many_as_fit_are_held_in_order(acme):
    run = make_run(acme, budget_usd=Decimal("0.10"))
    budgets.reserve(run, CENT)

    count, exceeded = budgets.reserve_in_order(run, [CENT * 4, None, CENT * 4, CENT * 2, CENT])

    assert (count, exceeded.reserved_usd) == (3, Decimal("0.09"))
    assert sums() == sums(run) == (0, Decimal("0.09"))


def test_all_that_fit_cost_three_statements(acme):
    run = make_run(acme, budget_usd=Decimal(10))

    with at_most(3):
        assert budgets.reserve_in_order(run, [CENT] * 100) == (100, None)
    with at_most(2):
        budgets.charge(run, reserved_usd=CENT * 100, spent_usd=CENT)


def test_state_says_what_cannot_be_counted(acme, rival):
    make_budget(acme, "20")
    run = make_run(acme, budget_usd=Decimal(3))
    budgets.reserve(run, CENT * 3)
    budgets.charge(run, reserved_usd=CENT, spent_usd=CENT * 7)
    make_attempt(run, status="ok", cost_usd=CENT * 7)
    for fields in ({"status": "ok"}, {"status": "lost"}, {"status": "retryable", "error_class": "timeout"}):
        make_attempt(run, **fields)
    make_attempt(run, status="ok", started_at=JANUARY)
    for fields in ({"status": "ok", "simulated": True}, {"status": "blocked"}, {"status": "sent"}):
        make_attempt(run, **fields)
    make_attempt(make_run(rival), status="ok")

    with at_most(3):
        assert budgets.state_of_month(acme) == budgets.BudgetState(Decimal(20), CENT * 7, CENT * 2, 3)
    with at_most(2):
        assert budgets.state_of_run(run) == budgets.BudgetState(Decimal(3), CENT * 7, CENT * 2, 4)
    assert budgets.state_of_month(rival) == budgets.BudgetState(None, 0, 0, 1)


def test_words_of_an_exceeded_budget_are_translated_and_exact():
    with translation.override("en"):
        exceeded = Exceeded(
            scope="run", limit_usd=Decimal("0.0000250000"), spent_usd=Decimal(0), reserved_usd=Decimal("12.345")
        )

    assert "$0.000025, of which $0.00 spent and $12.34 reserved" in exceeded.message


def test_room_may_come_once_calls_under_way_are_settled(acme):
    run = make_run(acme, budget_usd=CENT * 10)
    budgets.reserve(run, CENT * 9)

    def refused(amount):
        with pytest.raises(Exceeded) as stopped:
            budgets.reserve(run, amount)
        return stopped.value

    assert refused(CENT * 5).may_fit_later and not refused(CENT * 11).may_fit_later
    budgets.charge(run, reserved_usd=CENT * 9, spent_usd=CENT * 6)
    assert not refused(CENT * 5).may_fit_later


def test_budget_that_is_used_up_for_good_comes_first(acme):
    make_budget(acme, "0.05")
    run = make_run(acme, budget_usd=CENT * 10)
    budgets.reserve(run, CENT * 5)

    _, exceeded = budgets.reserve_in_order(run, [CENT * 8])

    assert (exceeded.scope, exceeded.may_fit_later) == ("organization", False)
