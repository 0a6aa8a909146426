"""The ledger of calls: which answer counts, and what happens to money, however often something is written."""

from decimal import Decimal

import pytest
from django.db import transaction

from reviews.engine.limits.actions import budgets
from reviews.engine.requests.actions import attempts, calls, due_requests
from reviews.models import LLMAttempt, Spending
from tests.reviews.machine import make_run, saying


@pytest.fixture
def asked(bob):
    """The request of a new run that a worker has taken, and what it asks."""
    make_run(bob)
    request = due_requests.claim_one()
    return request, calls.prepared([request])[request.pk]


def answered(request, question):
    """An acceptable answer to a new try, not yet written; it costs a tenth of a cent."""
    attempt = attempts.begin(request, question)
    outcome = saying()(question.call)
    return attempts.AttemptResult(attempt, question, outcome, question.read(outcome))


def test_second_acceptable_answer_is_late_even_in_the_hands_of_the_same_worker(asked):
    for _ in range(2):
        attempts.complete_many([answered(*asked)])

    assert list(LLMAttempt.objects.order_by("number").values_list("status", flat=True)) == ["ok", "late"]
    assert Spending.objects.get(run=asked[0].run).spent_usd == Decimal("0.002")


def test_cost_counts_once_when_the_write_is_repeated(asked):
    told = answered(*asked)

    for _ in range(2):
        attempts.complete_many([told])

    assert LLMAttempt.objects.get().status == "ok"
    assert Spending.objects.get(run=asked[0].run).spent_usd == Decimal("0.001")


def test_lost_try_gives_back_what_was_held_for_it(asked):
    request, question = asked
    with transaction.atomic():
        budgets.reserve(request.run, Decimal("0.5"))
        attempts.begin_many([(request, question)], reserved={request.pk: Decimal("0.5")})

    attempts.lose([request])

    assert LLMAttempt.objects.get().reserved_usd is None
    assert {row.reserved_usd for row in Spending.objects.all()} == {Decimal(0)}


def test_only_tries_that_were_left_behind_are_lost(asked, django_assert_num_queries):
    with django_assert_num_queries(4):  # a savepoint among them
        attempts.begin_many([asked])
    with django_assert_num_queries(6):  # the try before was sent and never answered: it is lost
        attempts.begin_many([asked])

    assert list(LLMAttempt.objects.order_by("number").values_list("number", "status")) == [(1, "lost"), (2, "sent")]
