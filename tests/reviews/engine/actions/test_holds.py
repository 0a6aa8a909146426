"""A run that is held while a call of it is under way: what comes of that call does not end or shorten the hold."""

import datetime

import pytest
from django.utils import timezone

from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import BLOCKED, RETRYABLE
from reviews.models import EvaluationRun
from tests.reviews.machine import failing, make_run, saying, work_once

LATER = timezone.now() + datetime.timedelta(hours=1)


@pytest.mark.parametrize(
    "outcome",
    [
        saying(),
        failing(RETRYABLE, "rate_limited", "Slow down.", retry_after_seconds=5),
        failing(BLOCKED, "not_configured", "There is no key."),
    ],
    ids=["answer", "refusal", "no provider"],
)
def test_newer_hold_stays_when_an_older_call_comes_back(bob, model, outcome):
    run = make_run(bob)
    EvaluationRun.objects.update(held_until=timezone.now() - datetime.timedelta(seconds=1), held_reason=TEXT("Busy."))

    def held_meanwhile(call):
        EvaluationRun.objects.update(held_until=LATER, held_reason=TEXT("The account is empty."))
        return outcome(call)

    model(held_meanwhile)

    work_once(run)

    run.refresh_from_db()
    assert (run.held_until, str(run.held_reason)) == (LATER, "The account is empty.")
