"""The ledger of calls: which answer counts, and what happens to money, however often something is written."""

from decimal import Decimal

import pytest
from django.db import transaction

from reviews.actions import ledger, preparing, requests
from reviews.limits import budgets
from reviews.models import LLMAttempt, Spending
from tests.reviews.actions.machine import make_run, saying


@pytest.fixture
def asked(bob):
    """The request of a new run that a worker has taken, and what it asks."""
    make_run(bob)
    request = requests.claim_one()
    return request, preparing.prepared([request])[request.pk]


def answered(request, question):
    """An acceptable answer to a new try, not yet written; it costs a tenth of a cent."""
    attempt = ledger.begin(request, question)
    outcome = saying()(question.call)
    return ledger.Told(attempt, question, outcome, question.read(outcome))


def test_second_acceptable_answer_is_late_even_in_the_hands_of_the_same_worker(asked):
    for _ in range(2):
        ledger.complete_many([answered(*asked)])

    assert list(LLMAttempt.objects.order_by("number").values_list("status", flat=True)) == ["ok", "late"]
    assert Spending.objects.get(run=asked[0].run).spent_usd == Decimal("0.002")


def test_cost_counts_once_when_the_write_is_repeated(asked):
    told = answered(*asked)

    for _ in range(2):
        ledger.complete_many([told])

    assert LLMAttempt.objects.get().status == "ok"
    assert Spending.objects.get(run=asked[0].run).spent_usd == Decimal("0.001")


def test_lost_try_gives_back_what_was_held_for_it(asked):
    request, question = asked
    with transaction.atomic():
        budgets.reserve(request.run, Decimal("0.5"))
        ledger.begin_many([(request, question)], reserved={request.pk: Decimal("0.5")})

    ledger.lose([request])

    assert LLMAttempt.objects.get().reserved_usd is None
    assert {row.reserved_usd for row in Spending.objects.all()} == {Decimal(0)}
