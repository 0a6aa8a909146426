"""Sweeps at rest cost one statement, and what was missed or becomes due is found."""

import datetime
import threading

import pytest
from celery.app.task import Task
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from evalhub import celery, sweeps, tasks
from evalhub.accounts.models import PasswordReset
from evalhub.lib.leases import LeasedWork
from reviews.engine.models import EvaluationRun
from tests.factories import make_llm_annotator, make_run, make_task, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.services]
SECOND = datetime.timedelta(seconds=1)


@pytest.fixture(scope="module", autouse=True)
def known_tasks():
    celery.app.loader.import_default_modules()


@pytest.fixture
def written(monkeypatch):
    """How many rows Postgres has counted: it counts those of a transaction once that has ended."""
    rows, read = ["1"], sweeps._read
    monkeypatch.setattr(sweeps, "_read", lambda *words: (rows[0], *read(*words)[1:]))
    sweeps.forget()
    return rows


@pytest.fixture
def sent(monkeypatch):
    """What is sent, as (task, seconds to wait)."""
    found = []
    monkeypatch.setattr(
        Task, "apply_async", lambda self, *_, countdown=None, **__: found.append((self.name, countdown))
    )
    monkeypatch.setattr("evalhub.celery.WakeUp._is_news", lambda self, args, kwargs: True)
    return found


def test_at_rest_a_look_costs_one_statement_and_sends_nothing(written, sent, django_assert_num_queries):
    tasks.sweep()
    sent.clear()

    with django_assert_num_queries(1):
        tasks.sweep()

    assert sent == []


def test_each_sweep_is_sent_once_after_something_was_written(written, sent):
    tasks.sweep()
    sent.clear()
    written[0] = "2"

    tasks.sweep()
    tasks.sweep()

    assert sent == [(name, None) for name in settings.SWEEPS]


def refuse_a_place(task):
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(celery._places, task.name, threading.BoundedSemaphore(1))
        celery._places[task.name].acquire()
        task()


@pytest.mark.parametrize(
    "miss",
    [
        refuse_a_place,
        lambda task: task.on_failure(ValueError(), "id", (), {}, None),
        lambda task: celery.start_beat(),
        lambda task: cache.clear(),
    ],
    ids=["no place", "failure", "a worker starts", "empty Redis"],
)
def test_each_sweep_is_sent_again_when_work_may_have_been_missed(written, sent, miss):
    tasks.sweep()
    miss(celery.app.tasks["evalhub.events.tasks.deliver_due"])
    sent.clear()

    tasks.sweep()

    assert [name for name, _ in sent] == settings.SWEEPS


def test_each_sweep_is_sent_once_in_five_minutes_in_any_case(written, sent, monkeypatch):
    tasks.sweep()
    sent.clear()
    monkeypatch.setattr(sweeps, "ROUND_SECONDS", 0)

    tasks.sweep()

    assert [name for name, _ in sent] == settings.SWEEPS


def test_while_a_run_is_at_work_each_sweep_is_sent(written, sent):
    task = make_task(status="ACTIVE", preparation="READY")
    run = make_run(task, make_llm_annotator(task.organization))
    tasks.sweep()
    sent.clear()

    tasks.sweep()
    EvaluationRun.objects.filter(pk=run.pk).update(desired_state="pause")
    tasks.sweep()

    assert [name for name, _ in sent] == settings.SWEEPS


@pytest.mark.parametrize("look", [tasks.sweep, tasks.send_due])
@pytest.mark.parametrize("column, state", [("next_attempt_at", "waiting"), ("lease_until", "running")])
def test_what_was_put_off_is_looked_for_when_it_is_due_and_once(written, sent, look, column, state):
    tasks.sweep()
    sent.clear()
    soon = PasswordReset.objects.create(user=make_user(), state=state, **{column: timezone.now() + 3 * SECOND})
    look()
    [(later, seconds)] = sent
    PasswordReset.objects.filter(pk=soon.pk).update(**{column: timezone.now()})

    look()
    look()

    assert later == "evalhub.tasks.send_due" and 2 < seconds <= 3
    assert sent[1:] == [("evalhub.accounts.tasks.mail_due", None)]


def test_what_is_due_after_the_next_look_waits_for_it(written, sent):
    tasks.sweep()
    sent.clear()
    PasswordReset.objects.create(user=make_user(), next_attempt_at=timezone.now() + 3600 * SECOND)

    tasks.sweep()

    assert sent == []


def test_work_that_may_have_put_some_off_is_looked_at_when_it_ends(sent):
    celery.app.tasks["evalhub.accounts.tasks.mail_due"].after_return("SUCCESS", None, "id", (), {}, None)
    celery.app.tasks["evalhub.tasks.sweep"].after_return("SUCCESS", None, "id", (), {}, None)

    assert sent == [("evalhub.tasks.send_due", celery.LOOK_SECONDS)]


def test_the_clocks_of_all_work_with_a_lease_are_watched():
    rows = {rows.model for task in celery.app.tasks.values() for rows, _ in getattr(task, "due_at", ())}

    assert {model for model in apps.get_models() if issubclass(model, LeasedWork)} <= rows


@pytest.mark.django_db(transaction=True)
def test_rows_that_are_written_are_counted_and_a_vacuum_is_not():
    def rows():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_force_next_flush()")
            cursor.execute(f"SELECT {sweeps.WRITTEN}")
            return cursor.fetchone()[0]

    before = rows()
    make_user()
    after = rows()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE accounts_user")

    assert before != after == rows()
