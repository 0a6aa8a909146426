"""Wake-ups: many wishes are one message, and no kind of work takes all places of a process."""

import threading

import pytest
from celery import shared_task
from celery.app.task import Task
from django.conf import settings
from django.core.cache import cache
from redis.exceptions import ConnectionError as RedisAway

from evalhub.celery import app
from evalhub.lib import logs

CONTROL = {
    "reviews.engine.tasks.request_due",
    "reviews.jobs.tasks.jobs_due",
    "evalhub.tasks.beat",
    "evalhub.tasks.sweep",
}


@pytest.fixture
def sent(monkeypatch):
    """What would have been published: (task, args)."""
    found = []
    monkeypatch.setattr(Task, "apply_async", lambda self, args=None, kwargs=None, **_: found.append((self.name, args)))
    return found


@shared_task
def look(number=0):
    """Nothing to do."""


@pytest.mark.services
def test_wake_up_that_waits_stands_for_all_until_a_worker_begins(sent):
    for _ in range(200):
        look.delay()
    assert sent == [(look.name, ())]

    look.before_start("id", [], {})
    look.delay()

    assert len(sent) == 2


@pytest.mark.services
def test_other_words_are_another_wake_up(sent):
    for number in (1, 2, 1):
        look.delay(number)

    assert [args for _, args in sent] == [(1,), (2,)]


def test_without_redis_each_is_sent(sent, monkeypatch):
    def away(*words, **options):
        raise RedisAway("refused")

    for name in ("add", "delete"):
        monkeypatch.setattr(cache, name, away, raising=False)

    look.before_start("id", [], {})
    look.delay()
    look.delay()

    assert len(sent) == 2


def test_no_more_run_at_once_than_a_task_allows():
    began, release, count = threading.Event(), threading.Event(), []

    @app.task(name="only_one", most_at_once=1)
    def only_one():
        count.append(1)
        began.set()
        release.wait(30)

    thread = threading.Thread(target=only_one)
    thread.start()
    assert began.wait(30)
    only_one()
    release.set()
    thread.join()
    only_one()

    assert len(count) == 2


def test_each_task_goes_to_its_queue():
    app.loader.import_default_modules()
    router = app.amqp.Router()
    names = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} | {
        *settings.SWEEPS,
        "reviews.engine.tasks.work_requests",
        "reviews.engine.tasks.batch_due",
        "annotations.agreement.tasks.agree",
    }

    queues = {name: router.route({}, name)["queue"].name for name in names}

    assert {name for name, queue in queues.items() if queue == "celery"} == CONTROL
    assert (
        queues["reviews.engine.tasks.work_requests"] == "models"
        and queues["reviews.engine.tasks.batch_due"] == "batches"
    )
    assert {
        queues[f"{room}.tasks.{name}"]
        for room, name in (
            ("datasets", "import_due"),
            ("annotations.exports", "export_due"),
            ("annotations.agreement", "agree"),
        )
    } == {"people"}
    assert set(queues.values()) == set(settings.QUEUES) == set(app.amqp.queues)


def test_lines_of_a_task_name_the_request_that_woke_it(monkeypatch):
    published = []
    monkeypatch.setattr(Task, "apply_async", lambda self, args=None, kwargs=None, **options: published.append(options))
    logs.begin("request-number-1")
    look.delay()
    logs.begin("something-else")

    look.push_request(headers=published[0]["headers"])
    look.before_start("the-id-of-the-task", [], {})
    look.pop_request()

    assert logs.request_id() == "request-number-1"


def test_lines_of_a_sweep_have_an_id_of_their_own():
    look.push_request(headers=None)
    look.before_start("the-id-of-the-task", [], {})
    look.pop_request()

    assert logs.request_id() == "the-id-of-the-task"
