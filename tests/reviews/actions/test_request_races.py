"""Two workers and one request, on real connections: leases, take-over, and what a lost lease may still write."""

import datetime
import threading
import time

import pytest
from django.utils import timezone

from annotations.models import Annotation
from evalhub.lib import heartbeat
from reviews.actions import requests
from reviews.models import LLMAttempt, LLMRequest
from tests.reviews.actions.machine import Script, answer, make_run, outcome_of, saying

pytestmark = pytest.mark.django_db(transaction=True)


def let_the_lease_run_out():
    LLMRequest.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))


def test_two_workers_take_different_requests(bob, together):
    make_run(bob, rows=6)

    claimed = together(*[requests.claim_one] * 6)

    assert len({request.pk for request in claimed}) == 6


def test_one_request_is_taken_once(bob, together):
    make_run(bob, rows=1)

    claimed = together(*[requests.claim_one] * 4)

    assert sum(request is not None for request in claimed) == 1


def test_same_request_worked_on_twice_at_once_is_stored_once(bob, model, together):
    run = make_run(bob)
    model(saying())
    request = requests.claim_one()
    twin = LLMRequest.objects.select_related(*requests.RELATED).get(pk=request.pk)

    together(lambda: requests.work(request=request), lambda: requests.work(request=twin))

    assert Annotation.objects.count() == 1
    assert LLMRequest.objects.get(run=run).state == "done"


def test_slow_worker_that_lost_its_lease_writes_no_judgement_but_its_bill(bob, model):
    run = make_run(bob)
    taken_over = []

    def slow(call):
        if not taken_over:
            taken_over.append(True)
            let_the_lease_run_out()
            second = requests.claim_one()
            requests.work(request=second)
            return outcome_of(answer(call, value="wrong"))
        return outcome_of(answer(call, value="correct"))

    model(slow)

    requests.work(request=requests.claim_one())

    assert Annotation.objects.get().judgements.get().value == "correct"
    assert run.requests.get().state == "done"
    assert list(LLMAttempt.objects.values_list("number", "status", "prompt_tokens")) == [(1, "ok", 100), (2, "ok", 100)]


def test_worker_killed_before_it_could_write_is_followed_by_another(bob, model):
    class Killed(BaseException):
        """Stands for kill -9: nothing after the call is done."""

    def die(call):
        raise Killed

    run = make_run(bob)
    model(Script(die, saying()))
    with pytest.raises(Killed):
        requests.work(request=requests.claim_one())
    assert requests.claim_one() is None  # its lease goes on for a moment
    let_the_lease_run_out()

    requests.work(request=requests.claim_one())

    assert Annotation.objects.count() == 1
    assert run.requests.get().state == "done"
    assert list(LLMAttempt.objects.values_list("status", flat=True)) == ["lost", "ok"]


def test_lease_is_kept_while_the_model_thinks(bob, model, monkeypatch):
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.05)
    run = make_run(bob)
    leases = []

    def think(call):
        let_the_lease_run_out()
        time.sleep(0.5)
        leases.append(LLMRequest.objects.at_work().count())
        return outcome_of(answer(call))

    model(think)

    requests.work(request=requests.claim_one())

    assert leases == [1]
    assert run.requests.get().state == "done"


def test_no_beat_goes_on_after_the_work(bob, model):
    make_run(bob)
    model(saying())

    requests.work(request=requests.claim_one())

    assert not [thread for thread in threading.enumerate() if thread.name.startswith("lease of")]


def test_lease_is_short_enough_for_a_killed_worker_to_be_missed_within_a_minute():
    from django.conf import settings

    sweep = settings.CELERY_BEAT_SCHEDULE["requests"]["schedule"]

    assert heartbeat.LEASE_SECONDS + sweep < 60
    assert heartbeat.BEAT_SECONDS * 3 < heartbeat.LEASE_SECONDS
