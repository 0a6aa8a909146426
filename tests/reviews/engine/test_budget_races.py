"""Many workers and the last dollar, on real connections."""

import threading
from decimal import Decimal

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from reviews.engine.limits.actions import budgets
from reviews.models import Budget, Spending
from tests.live import lock_waiters, until
from tests.reviews.engine.limits.ledger_rows import make_attempt, make_run

pytestmark = pytest.mark.django_db(transaction=True)
DOLLAR = Decimal(1)


def send(run):
    """Reserve for one request and note its attempt, as a worker does; False when the budget stops it."""
    try:
        with transaction.atomic():
            budgets.reserve(run, DOLLAR)
            make_attempt(run, status="sent", reserved_usd=DOLLAR)
    except budgets.Exceeded:
        return False
    return True


def test_workers_race_for_the_last_dollar(acme, together):
    run = make_run(acme, budget_usd=Decimal(3))

    sent = together(*[lambda: send(run)] * 8)

    assert sorted(sent) == [False] * 5 + [True] * 3
    assert Spending.objects.get(run=run).reserved_usd == 3


def test_runs_race_for_the_organizations_last_dollar(acme, together):
    Budget.objects.create(organization=acme, monthly_usd=Decimal(2))
    runs = [make_run(acme) for _ in range(5)]

    sent = together(*[lambda run=run: send(run) for run in runs])

    assert sum(sent) == 2
    assert Spending.objects.get(run=None).reserved_usd == 2


def test_reserving_and_settling_at_once_neither_waits_for_ever_nor_loses_a_cent(acme, together):
    runs = [make_run(acme) for _ in range(2)]

    def spend(run):
        for _ in range(10):
            with transaction.atomic():
                budgets.reserve(run, DOLLAR)
            with transaction.atomic():
                budgets.charge(run, reserved_usd=DOLLAR, spent_usd=Decimal("0.25"))

    together(*[lambda run=run: spend(run) for run in runs * 3])

    assert Spending.objects.get(run=None).spent_usd == Decimal(15)
    assert set(Spending.objects.values_list("reserved_usd", flat=True)) == {0}


def test_reservations_of_dead_workers_are_gone_and_need_a_transaction(acme):
    run = make_run(acme, budget_usd=DOLLAR)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        budgets.reserve(run, DOLLAR)
        raise ZeroDivisionError
    assert send(run)

    with pytest.raises(TransactionManagementError):
        budgets.reserve(make_run(acme), DOLLAR)


def test_counting_anew_while_workers_spend_changes_nothing(acme, together):
    run = make_run(acme)

    def work():
        for _ in range(8):
            send(run)

    corrections = together(work, work, work, *[lambda: budgets.recount(acme)] * 2)[3:]

    assert corrections == [[], []]
    assert Spending.objects.get(run=run).reserved_usd == 24


def test_correcting_a_sum_waits_for_the_worker_that_is_changing_it(acme, together):
    run = make_run(acme)
    with transaction.atomic():
        budgets.reserve(run, DOLLAR * 5)  # no attempt: the sum is wrong
    holding = threading.Event()

    def work():
        with transaction.atomic():
            budgets.reserve(run, DOLLAR)
            make_attempt(run, status="sent", reserved_usd=DOLLAR)
            holding.set()
            until(lambda: lock_waiters() == 1, "correction that waits for the sum")

    def correct():
        holding.wait(60)
        budgets.recount(acme)

    together(work, correct)

    assert set(Spending.objects.values_list("reserved_usd", flat=True)) == {DOLLAR}
