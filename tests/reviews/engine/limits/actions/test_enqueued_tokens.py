"""Tokens that wait in provider batches, counted from the batches themselves."""

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from reviews.engine.limits.actions.rate_limiter import reserve_batch
from reviews.models import LLMBatch
from tests.live import lock_waiters, until
from tests.reviews.engine.limits.actions.test_profiles import make_row
from tests.reviews.engine.limits.ledger_rows import MODEL, make_batch, make_run


def reserve(organization, tokens):
    return reserve_batch(organization.pk, "openai", MODEL, "", tokens)


def test_without_a_limit_every_batch_fits(acme):
    make_batch(make_run(acme), reserved_tokens=10**9)

    assert reserve(acme, 10**9) is None


def test_batches_that_wait_hold_their_tokens_and_others_do_not(acme, rival):
    make_row(acme, enqueued_batch_tokens=1000)
    run = make_run(acme)
    for number, status in enumerate(["draft", "submitting", "submitted"]):
        make_batch(run, status=status, batch_ref=f"b{number}", reserved_tokens=200)
    make_batch(run, status="ended", reserved_tokens=5000)
    make_batch(run, status="reconciled", reserved_tokens=5000)
    make_batch(run, model="openai/other", reserved_tokens=5000)
    make_batch(make_run(rival), reserved_tokens=5000)

    assert reserve(acme, 400) is None
    refusal = reserve(acme, 401)
    assert refusal.seconds == 60.0 and "batches" in str(refusal.reason)


def test_batch_larger_than_the_limit_goes_alone(acme):
    make_row(acme, enqueued_batch_tokens=1000)
    assert reserve(acme, 5000) is None

    make_batch(make_run(acme), reserved_tokens=5000)

    assert reserve(acme, 1) is not None


@pytest.mark.django_db(transaction=True)
def test_two_batches_race_for_the_last_tokens(acme, together):
    make_row(acme, enqueued_batch_tokens=1000)
    run = make_run(acme)

    def submit():
        with transaction.atomic():
            if reserve(acme, 600) is None:
                until(lambda: lock_waiters() == 2, "others that wait for the tokens")
                make_batch(run, status="draft", batch_ref="", reserved_tokens=600)

    together(submit, submit, submit)

    assert LLMBatch.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_reserving_outside_a_transaction_is_a_mistake(acme):
    with pytest.raises(TransactionManagementError):
        reserve(acme, 1)
