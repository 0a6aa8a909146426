"""Clients of the served site, and workers that work while a client waits."""

import pytest
from evalhub_client import Client, server, waiting

from annotations.agreement.actions import snapshots
from annotations.agreement.tasks import agree
from annotations.exports.tasks import export_due
from annotations.models import AnnotationTask
from datasets.tasks import import_due
from evalhub.events.actions import outbox
from experiments.benchmarks.actions import supervisor
from experiments.benchmarks.tasks import advance_suite_runs
from experiments.evaluations.tasks import evaluation_due
from experiments.models import Evaluation, SuiteRun
from reviews.engine.tasks import request_due
from reviews.jobs.actions import review_runs
from reviews.jobs.tasks import jobs_due
from reviews.models import EvaluationRun
from tests.factories import make_api_key
from tests.reviews import machine

MOST_WAITS = 50


@pytest.fixture
def client_of(live_server):
    """client_of(membership) is a Client with a new key of that member."""
    clients = []

    def make(membership, *, url=None, scopes=None, **options):
        clients.append(Client(url or live_server.url, make_api_key(membership, scopes=scopes).secret, **options))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def workers(monkeypatch):
    """Nobody listens to the queues: what is due is done once whenever a client waits."""
    for task in (advance_suite_runs, agree, evaluation_due, export_due, import_due, request_due, jobs_due):
        monkeypatch.setattr(task, "delay_on_commit", lambda *args: None)
    turns = iter(range(MOST_WAITS))

    def work(seconds):
        assert next(turns, None) is not None, f"The client has waited {MOST_WAITS} times."
        work_once()

    monkeypatch.setattr(waiting, "sleep", work)


def work_once():
    import_due()
    export_due()
    for run in EvaluationRun.objects.filter(finished_at=None):
        machine.finish(run)
    review_runs.REVIEWS.round()
    Evaluation.objects.update(next_attempt_at=None)
    evaluation_due()
    SuiteRun.objects.update(next_attempt_at=None)
    for run in SuiteRun.objects.open():
        supervisor.work_next(pk=run.pk)
    outbox.queue()
    for task in AnnotationTask.objects.exclude(status="DRAFT"):
        snapshots.catch_up(task=task)


@pytest.fixture
def waits(monkeypatch):
    """The seconds that a client waits before it sends a request again, which it does at once."""
    found = []
    monkeypatch.setattr(server, "sleep", found.append)
    return found
