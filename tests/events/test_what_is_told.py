"""What happens in the product is written into the outbox, once, with what its type says."""

import pytest

from annotations.consensus.actions import ground_truth
from annotations.exports.actions import jobs
from annotations.exports.models import ExportJob
from datasets.actions import datasets, events
from evalhub.events.models import OutboxEvent
from evalhub.lib import leases
from evalhub.lib.reasons import TEXT
from reviews.engine.models import EvaluationRun
from reviews.engine.runs.actions.supervisor import RunState, _write
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4))


@pytest.fixture
def job(task, bob):
    jobs.request(task=task, kind="annotations", format="CSV", by=bob.user)
    (claimed,) = ExportJob.objects.claim(seconds=60)
    return ExportJob.objects.select_related("task").get(pk=claimed.pk)


def told():
    """[(type, payload)] of all events, in order."""
    return list(OutboxEvent.objects.order_by("pk").values_list("type", "payload"))


@pytest.mark.django_db(transaction=True)
def test_an_export_that_is_written(job, settings, tmp_path):
    settings.FILES = tmp_path

    jobs.EXPORTS.work(job, None)

    job.refresh_from_db()
    ((kind, payload),) = told()
    assert (kind, payload["export_id"], payload["format"]) == ("export.completed", str(job.pk), "CSV")
    assert payload["sha256"] == job.sha256 and payload["rows"] == job.rows_written


def test_an_export_that_fails_for_good_and_one_that_is_tried_again(job):
    job.retry_later(seconds=0, error=TEXT("no"))
    assert told() == []
    (job,) = ExportJob.objects.claim(seconds=60)

    job.finish(state="failed", error=TEXT("The disk is full."))

    ((kind, payload),) = told()
    assert (kind, payload["reason"]) == ("export.failed", "The disk is full.")


def test_an_export_whose_lease_was_lost_is_not_told(job):
    ExportJob.objects.filter(pk=job.pk).update(state="cancelled")

    assert not job.finish(state="done")
    assert told() == []


def test_an_export_that_crashed_its_workers(job):
    past = {"lease_until": "2026-01-01T00:00:00Z", "attempts": leases.MAX_ATTEMPTS}
    ExportJob.objects.filter(pk=job.pk).update(**past)

    assert ExportJob.objects.claim(seconds=60) == []

    ((kind, payload),) = told()
    assert kind == "export.failed" and payload["reason"].startswith("The worker crashed five times")


def test_a_version_that_is_published_unless_its_dataset_is_in_no_list(acme, bob):
    version = factories.make_version(factories.make_dataset(acme), status="DRAFT")
    hidden = factories.make_version(factories.make_dataset(acme, is_listed=False), status="DRAFT")

    datasets.set_status(version=version, status="PUBLISHED", by=bob.user)
    events.tell_published(hidden)

    ((kind, payload),) = told()
    assert kind == "dataset_version.published"
    assert (payload["version_id"], payload["version_number"], payload["cases"]) == (str(version.pk), 1, 3)


def test_ground_truth_says_how_many_items_changed_and_nothing_the_second_time(task, acme):
    people = [factories.make_annotator(factories.make_member(acme)) for _ in range(2)]
    for item in task.items.order_by("position")[:3]:
        for annotator in people:
            factories.make_annotation(item, annotator, {"verdict": "correct"})
    panel = ground_truth.reading.panel_of(task)

    for _ in range(2):
        ground_truth.refresh(task=task, panel=panel)

    assert told() == [("ground_truth.updated", {"task_id": str(task.pk), "question": "verdict", "items": 3})]


@pytest.mark.parametrize(
    "status, kinds", [("completed", ["run.completed"]), ("failed", ["run.failed"]), ("cancelled", [])]
)
def test_a_run_that_ends_is_told_once(task, acme, status, kinds):
    run = factories.make_run(task, factories.make_llm_annotator(acme))

    for _ in range(2):
        _write(EvaluationRun.objects.get(pk=run.pk), RunState(status, reason=TEXT("No answer.")), False)

    assert [kind for kind, _payload in told()] == kinds
    assert all(payload["run_id"] == str(run.pk) and payload["kind"] == "scoring" for _kind, payload in told())
