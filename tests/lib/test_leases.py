"""Work as rows: one worker at a time holds a row, whatever dies; shown on export jobs."""

import datetime

import pytest
from django.utils import timezone

from annotations.models import ExportJob
from evalhub.lib.leases import MAX_ATTEMPTS, LeaseKeeper, LeaseLost
from evalhub.lib.reasons import TEXT, WORKER_CRASH
from tests import factories
from tests.live import until


@pytest.fixture
def make_job(db):
    task = factories.make_task(factories.make_version(rows=0))

    def make(**fields):
        kind = {"organization": task.organization, "task": task, "kind": "annotations", "format": "CSV"}
        return ExportJob.objects.create(**kind | fields)

    return make


def minutes(number):
    return timezone.now() + datetime.timedelta(minutes=number)


def test_waiting_row_is_taken_with_a_lease(make_job):
    job = make_job()

    (taken,) = ExportJob.objects.claim(seconds=60)

    assert taken.pk == job.pk
    assert (taken.state, taken.attempts) == ("running", 1)
    assert timezone.now() < taken.lease_until <= minutes(1)
    assert taken.lease_owner


def test_taken_row_is_not_taken_again(make_job):
    make_job()
    ExportJob.objects.claim(seconds=60)

    assert ExportJob.objects.claim(seconds=60) == []


@pytest.mark.parametrize(
    "fields, is_due",
    [
        ({}, True),
        ({"next_attempt_at": -1}, True),
        ({"next_attempt_at": 90}, False),
        ({"state": "running", "lease_until": -1}, True),
        ({"state": "running", "lease_until": 90}, False),
        ({"state": "failed"}, False),
        ({"state": "cancelled"}, False),
        ({"state": "done", "sha256": "0" * 64}, False),
    ],
)
def test_rows_are_due_when_their_time_has_come(make_job, fields, is_due):
    """Moments are in minutes from when the test runs, which may be long after it was collected."""
    make_job(**{name: minutes(value) if isinstance(value, int) else value for name, value in fields.items()})

    assert bool(ExportJob.objects.claim(seconds=60)) is is_due


def test_limit_and_key_narrow_what_is_taken(make_job):
    for _ in range(3):
        make_job()

    taken = ExportJob.objects.claim(seconds=60, limit=2)

    assert len(taken) == 2
    assert ExportJob.objects.claim(seconds=60, limit=9, pk=taken[0].pk) == []
    assert len(ExportJob.objects.claim(seconds=60, limit=9)) == 1


def test_narrowed_queryset_returns_what_it_took(make_job):
    job = make_job()

    assert [taken.pk for taken in ExportJob.objects.filter(state="waiting").claim(seconds=60)] == [job.pk]


def test_row_whose_workers_keep_dying_ends_as_failed(make_job):
    job = make_job()
    for _ in range(MAX_ATTEMPTS):
        assert ExportJob.objects.claim(seconds=60)
        ExportJob.objects.update(lease_until=minutes(-1))

    assert ExportJob.objects.claim(seconds=60) == []
    job.refresh_from_db()
    assert (job.state, job.last_error) == ("failed", WORKER_CRASH()) and job.finished_at is not None


def test_finish_ends_the_work_and_sets_fields(make_job):
    make_job()
    (job,) = ExportJob.objects.claim(seconds=60)

    assert job.finish(sha256="0" * 64)
    job.refresh_from_db()
    assert (job.state, job.sha256, job.lease_until) == ("done", "0" * 64, None)
    assert job.is_finished


@pytest.mark.parametrize("verb", ["finish", "extend", "retry"])
def test_worker_that_lost_its_lease_changes_nothing(make_job, verb):
    make_job()
    (job,) = ExportJob.objects.claim(seconds=60)
    ExportJob.objects.update(lease_owner="another", attempts=2)

    verbs = {
        "finish": lambda: job.finish(sha256="0" * 64),
        "extend": lambda: job.extend_lease(seconds=60),
        "retry": lambda: job.retry_later(seconds=60, error=TEXT("slow")),
    }

    assert verbs[verb]() is False
    assert ExportJob.objects.get().state == "running"


def test_retry_later_waits(make_job):
    make_job()
    (job,) = ExportJob.objects.claim(seconds=60)

    assert job.retry_later(seconds=60, error=TEXT("slow down"))

    job.refresh_from_db()
    assert (job.state, str(job.last_error)) == ("waiting", "slow down")
    assert ExportJob.objects.claim(seconds=60) == []


@pytest.mark.django_db(transaction=True)
def test_eight_workers_take_each_row_once(make_job, together):
    made = {make_job().pk for _ in range(12)}

    results = together(*[lambda: ExportJob.objects.claim(seconds=60, limit=3)] * 8)

    taken = [job.pk for jobs in results for job in jobs]
    assert len(taken) == len(set(taken))
    assert set(taken) <= made
    assert set(ExportJob.objects.values_list("attempts", flat=True)) <= {0, 1}


@pytest.mark.django_db(transaction=True)
def test_lease_is_extended_beside_the_work_until_another_has_it(make_job, settings):
    settings.BEAT_SECONDS = 0.05
    make_job()
    (job,) = ExportJob.objects.claim(seconds=60)
    ExportJob.objects.update(lease_until=minutes(-1))

    with LeaseKeeper(job) as lease:
        until(lambda: ExportJob.objects.get().lease_until > minutes(0), "longer lease")
        lease.check()
        ExportJob.objects.update(lease_owner="another")

        with pytest.raises(LeaseLost):
            until(lease.check, "lost lease")


@pytest.mark.django_db(transaction=True)
def test_work_that_hangs_is_left_to_others(make_job, settings):
    settings.BEAT_SECONDS = 0.01
    make_job()
    (job,) = ExportJob.objects.claim(seconds=60)

    with LeaseKeeper(job, longest_seconds=0) as lease:
        lease._thread.join(timeout=10)

        assert not lease._thread.is_alive() and ExportJob.objects.get().lease_until == job.lease_until
