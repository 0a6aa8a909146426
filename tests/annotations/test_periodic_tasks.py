"""The Celery tasks of the annotation side: each may run twice, at once, or on nothing."""

import pytest

from annotations import tasks
from annotations.actions import exports
from annotations.models import AgreementSnapshot, ExportJob
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

    for task in (tasks.prepare, tasks.agree, tasks.export_due):
        monkeypatch.setattr(task, "delay", deliver(task))
    return sent


def test_waiting_tasks_are_prepared_once(acme, inline):
    task = factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=3),
        with_items=False,
        sampling_config={"strategy": "all", "sample_size": None, "seed": 0, "filter": {}},
    )

    tasks.prepare_due()
    tasks.prepare_due()
    tasks.prepare(str(task.pk))

    task.refresh_from_db()
    assert (task.preparation, task.total_items, task.items.count()) == ("READY", 3, 3)
    assert inline == [("prepare", str(task.pk))]


def test_preparing_twice_at_once_draws_once(acme, together):
    task = factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=3),
        with_items=False,
        sampling_config={"strategy": "all", "sample_size": None, "seed": 0, "filter": {}},
    )

    results = together(*[lambda: tasks.prepare(str(task.pk))] * 3)

    assert results == [None] * 3
    assert task.items.count() == 3


def test_agreement_is_computed_where_there_is_news(acme, inline):
    task = make_panel(acme, rows=3)
    answer_all(task)

    tasks.agree_due()
    first = AgreementSnapshot.objects.get(task=task, metric="computed")
    tasks.agree_due()
    tasks.agree(str(task.pk))

    assert AgreementSnapshot.objects.get(task=task, metric="computed").pk == first.pk
    assert inline == [("agree", str(task.pk))]


def test_every_waiting_export_is_written(acme, inline):
    task = make_panel(acme, rows=2)
    for format in ("JSON", "CSV"):
        exports.request(task=task, format=format, by=None)

    tasks.export_due()
    tasks.export_due()

    assert set(ExportJob.objects.values_list("state", "attempts")) == {("done", 1)}
    assert inline == [("export_due",)] * 2


def test_two_workers_write_two_exports(acme, together):
    for _ in range(2):
        exports.request(task=make_panel(acme, rows=2), by=None)

    together(tasks.export_due, tasks.export_due)

    assert set(ExportJob.objects.values_list("state", "attempts")) == {("done", 1)}


def test_nothing_to_do_is_fine():
    cases = [
        tasks.prepare_due,
        tasks.expire_leases,
        tasks.agree_due,
        tasks.export_due,
        tasks.sweep_exports,
        lambda: tasks.agree("00000000-0000-7000-8000-000000000000"),
        lambda: tasks.prepare("00000000-0000-7000-8000-000000000000"),
    ]
    for work in cases:
        assert work() is None
