"""GET /healthz: what each part that is away does to the answer."""

import time

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from redis.exceptions import ConnectionError as RedisAway

from evalhub import queues, views
from evalhub.tasks import beat

QUEUES = ("celery", "models", "batches", "people")


def state():
    response = Client().get("/healthz")
    assert response["Cache-Control"] == "no-store"
    return response.status_code, response.json()


def test_all_well_after_a_beat_of_each_queue(db):
    for name in QUEUES:
        beat(name)
    queues.note_oldest({"requests": 3.5})

    status, body = state()

    assert (status, body["status"]) == (200, "ok")
    assert (body["database"], body["broker"], body["worker"]) == ("ok", "ok", "ok")
    assert body["worker_seen_seconds_ago"] < 30
    assert set(body["queues"]) == set(QUEUES)
    assert all(each["worker_seen_seconds_ago"] < 30 and each["waiting"] >= 0 for each in body["queues"].values())
    assert body["oldest_due_seconds"] == {"requests": 3.5}


def test_queue_that_no_worker_takes_from_is_told(db):
    for name in QUEUES[:3]:
        beat(name)

    status, body = state()

    assert (status, body["status"], body["worker"]) == (200, "degraded", "silent")
    assert body["queues"]["people"]["worker_seen_seconds_ago"] is None


def test_silent_worker_is_told(db):
    status, body = state()

    assert (status, body["broker"], body["worker"], body["status"]) == (200, "ok", "silent", "degraded")


def test_clock_that_went_back_gives_no_negative_age(db):
    cache.set(f"{queues.HEARTBEAT_KEY}:celery", time.time() + 100, 30)

    assert state()[1]["worker_seen_seconds_ago"] == 0


def test_labelling_goes_on_without_the_broker(db, monkeypatch):
    def away(*args, **kwargs):
        raise RedisAway("refused")

    monkeypatch.setattr(queues, "states", away)

    assert state() == (200, {"database": "ok", "broker": "unavailable", "worker": "unknown", "status": "degraded"})


@pytest.mark.parametrize("method", ["get", "head"])
def test_without_the_database_nothing_goes(db, monkeypatch, method):
    def away():
        raise OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patch:
        patch.setattr(views.connection, "cursor", away)
        response = getattr(Client(), method)("/healthz")

    assert response.status_code == 503
    if method == "get":
        assert response.json()["status"] == "unavailable"
