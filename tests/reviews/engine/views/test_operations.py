"""The page about the workers: queues, due work, what crashed them, and trying that again."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisAway

from annotations.imports.actions import jobs
from annotations.models import ImportJob
from evalhub import queues
from evalhub.accounts.models import AuditEvent
from evalhub.lib.reasons import WORKER_CRASH
from evalhub.tasks import beat
from reviews.engine.actions import operations
from reviews.models import LLMRequest
from tests import factories
from tests.annotations.imports.formats.files import upload
from tests.reviews.machine import make_run, play, saying, work_once

pytestmark = pytest.mark.usefixtures("no_broker")
URL, RESTART = reverse("reviews:operations"), reverse("reviews:operation_restart")


@pytest.fixture
def crashed(bob):
    """A request that five workers died with."""
    run = make_run(bob)
    run.requests.update(state="failed", last_error=WORKER_CRASH(), error_class="worker_crash", attempts=5)
    return run.requests.get()


def page(client, **options):
    response = client.get(URL, **options)
    assert response.status_code == 200
    return response.content.decode()


def test_due_work_is_counted_with_the_oldest(bob, client_of):
    run = make_run(bob, rows=3)
    first, second, third = run.requests.order_by("pk")
    LLMRequest.objects.filter(pk=second.pk).update(
        state="running", lease_until=timezone.now() - datetime.timedelta(minutes=1)
    )
    LLMRequest.objects.filter(pk=third.pk).update(next_attempt_at=timezone.now() + datetime.timedelta(hours=1))

    state = operations.work_of(bob.organization)[0]

    assert (state.due, state.leased, state.expired) == (1, 0, 1)
    assert state.oldest_due_at == first.created_at
    assert 'id="work-requests"' in page(client_of(bob))


def test_import_that_waits_for_its_mapping_is_not_due(bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    job = jobs.receive(task=task, kind="annotations", upload=upload("a.jsonl", "{}"), by=None)

    assert [each.due for each in operations.work_of() if each.kind == "annotations"] == [0]
    ImportJob.objects.filter(pk=job.pk).update(mapping={"item": "id"})
    assert [each.due for each in operations.work_of() if each.kind == "annotations"] == [1]


def test_silent_queue_and_missing_redis_are_told(bob, client_of, monkeypatch):
    for name in ("celery", "models", "batches"):
        beat(name)
    assert page(client_of(bob)).count("No workers") == 1

    def away():
        raise RedisAway("refused")

    monkeypatch.setattr(queues, "states", away)
    assert "Redis is unreachable" in page(client_of(bob))


def test_crashed_work_is_restarted_and_ends(bob, client_of, crashed, monkeypatch):
    play(monkeypatch, saying())
    assert "Restart" in page(client_of(bob))

    client_of(bob).post(RESTART, {"kind": "requests", "pk": crashed.pk})

    assert work_once(crashed.run).state == "done"
    assert operations.crashed(bob.organization) == ([], 0)
    assert AuditEvent.objects.filter(verb="run.retried").exists()


def test_crashed_export_is_restarted(bob, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=1))
    job = task.exports.create(
        organization=bob.organization,
        kind="annotations",
        format="CSV",
        state="failed",
        last_error=WORKER_CRASH(),
        attempts=5,
    )

    client_of(bob).post(RESTART, {"kind": "exports", "pk": job.pk})

    job.refresh_from_db()
    assert (job.state, job.attempts, job.last_error) == ("waiting", 0, None)
    assert AuditEvent.objects.filter(verb="work.restarted").exists()


def test_what_is_no_crashed_work_is_not_found(bob, client_of):
    client = client_of(bob)
    for kind in ("requests", "exports", "cases", "nothing"):
        for pk in ("", "x", "1" * 30):
            assert client.post(RESTART, {"kind": kind, "pk": pk}).status_code == 404, (kind, pk)


def test_work_of_others_is_neither_shown_nor_restarted(mallory, client_of, crashed):
    client = client_of(mallory)
    shown = page(client)

    assert "crashed its worker five times" in shown and "Restart" not in shown
    assert client.post(RESTART, {"kind": "requests", "pk": crashed.pk}).status_code == 404
    crashed.refresh_from_db()
    assert crashed.state == "failed"


def test_run_page_says_that_no_worker_calls_models(bob, client_of):
    run, client = make_run(bob), client_of(bob)
    address = reverse("reviews:run_detail", args=[run.pk])
    assert "No worker for model calls" in client.get(address).content.decode()

    beat("models")

    assert "No worker for model calls" not in client.get(address).content.decode()
