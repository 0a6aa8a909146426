"""The Celery tasks of the annotation side: each may run twice, at once, or on nothing."""

import pytest

from annotations.agreement.tasks import agree, agree_due
from annotations.exports.actions import jobs
from annotations.exports.tasks import export_due, sweep_exports
from annotations.models import AgreementSnapshot, ExportJob
from annotations.queue.tasks import expire_leases
from annotations.tasks.tasks import prepare, prepare_due
from tests import factories
from tests.annotations.panel import answer_all, make_panel

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def inline(monkeypatch):
    """A message is worked on at once; returns what was sent."""
    sent = []

    def deliver(task):
        def delay(*args):
            sent.append((task.name.rpartition(".")[2], *args))
            task(*args)

        return delay

    for task in (prepare, agree, export_due):
        monkeypatch.setattr(task, "delay", deliver(task))
    return sent


def test_waiting_tasks_are_prepared_once(acme, inline):
    task = factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=3),
        with_items=False,
        sampling_config={"strategy": "all", "sample_size": None, "seed": 0, "filter": {}},
    )

    prepare_due()
    prepare_due()
    prepare(str(task.pk))

    task.refresh_from_db()
    assert (task.preparation, task.total_items, task.items.count()) == ("READY", 3, 3)
    assert inline == [("prepare", str(task.pk))]


def test_preparing_twice_at_once_draws_once(acme, together):
    task = factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=3),
        with_items=False,
        sampling_config={"strategy": "all", "sample_size": None, "seed": 0, "filter": {}},
    )

    results = together(*[lambda: prepare(str(task.pk))] * 3)

    assert results == [None] * 3
    assert task.items.count() == 3


def test_agreement_is_computed_where_there_is_news(acme, inline):
    task = make_panel(acme, rows=3)
    answer_all(task)

    agree_due()
    first = AgreementSnapshot.objects.get(task=task, metric="computed")
    agree_due()
    agree(str(task.pk))

    assert AgreementSnapshot.objects.get(task=task, metric="computed").pk == first.pk
    assert inline == [("agree", str(task.pk))]


def test_every_waiting_export_is_written(acme, inline):
    task = make_panel(acme, rows=2)
    for format in ("JSON", "CSV"):
        jobs.request(task=task, format=format, by=None)

    export_due()
    export_due()

    assert set(ExportJob.objects.values_list("state", "attempts")) == {("done", 1)}
    assert inline == [("export_due",)] * 2


def test_two_workers_write_two_exports(acme, together):
    for _ in range(2):
        jobs.request(task=make_panel(acme, rows=2), by=None)

    together(export_due, export_due)

    assert set(ExportJob.objects.values_list("state", "attempts")) == {("done", 1)}


def test_nothing_to_do_is_fine():
    cases = [
        prepare_due,
        expire_leases,
        agree_due,
        export_due,
        sweep_exports,
        lambda: agree("00000000-0000-7000-8000-000000000000"),
        lambda: prepare("00000000-0000-7000-8000-000000000000"),
    ]
    for work in cases:
        assert work() is None
