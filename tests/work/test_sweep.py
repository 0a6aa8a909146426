"""The frame of background work: what fails is one row, however it fails."""

import datetime
import errno
import time

import pytest
from django.db import DatabaseError, IntegrityError, connection
from django.utils import timezone
from django.utils.functional import Promise

from annotations.models import ExportJob
from evalhub.accounts.models import Organization, User
from evalhub.lib.errors import Conflict
from evalhub.lib.leases import LeaseLost
from evalhub.work import sweep as frame
from evalhub.work.models import WorkFailure
from evalhub.work.sweep import MORE, LeasedSweep, Sweep, in_parts
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def named(monkeypatch):
    """Names of sweeps are free again after each test."""
    monkeypatch.setattr(frame, "sweeps", {})


def of_organizations(work, **options):
    return Sweep("test", title="Test", rows=Organization.objects.all, work=work, organization="pk", **options)


def raising(organization, problem):
    """Work that raises for this organization, and what it did for others."""
    done = []

    def work(row):
        if row == organization:
            raise problem
        done.append(row)

    return work, done


def let_pass():
    WorkFailure.objects.filter(next_attempt_at__isnull=False).update(
        next_attempt_at=timezone.now() - datetime.timedelta(seconds=1)
    )


def test_a_raising_row_is_kept_with_its_reason_and_the_others_are_done(acme, rival):
    work, done = raising(acme, ZeroDivisionError("1/0"))

    found = of_organizations(work).round()

    assert (found.done, found.failed, done) == (1, 1, [rival])
    failure = WorkFailure.objects.get()
    assert (failure.key, failure.organization_id, failure.attempts) == (str(acme.pk), acme.pk, 1)
    assert failure.reason.english == "Unexpected error (ZeroDivisionError). The log of the worker has the details."
    assert failure.next_attempt_at > timezone.now()


def test_what_a_raising_row_has_written_is_undone(acme, rival):
    def work(row):
        User.objects.create(email=f"{row.slug}@example.com")
        if row == acme:
            raise IntegrityError("broken")

    of_organizations(work).round()

    assert list(User.objects.values_list("email", flat=True)) == ["rival@example.com"]


def test_a_row_is_given_up_after_its_attempts_and_others_are_notified(acme, monkeypatch):
    ended, told = [], []
    monkeypatch.setattr(frame, "given_up", [told.append])
    work, _done = raising(acme, Conflict("The form is gone."))
    sweep = of_organizations(work, attempts=3, give_up=lambda row, reason: ended.append((row, str(reason))))

    for _ in range(5):
        sweep.round()
        let_pass()

    failure = WorkFailure.objects.get()
    assert (failure.attempts, failure.next_attempt_at, told) == (3, None, [failure])
    assert ended == [(acme, "The form is gone.")]


def test_a_row_waits_longer_after_each_failure(acme):
    work, _done = raising(acme, KeyError("x"))
    sweep, waits = of_organizations(work), []

    for _ in range(4):
        sweep.round()
        failure = WorkFailure.objects.get()
        waits.append(round((failure.next_attempt_at - failure.failed_at).total_seconds()))
        assert sweep.round().failed == 0
        let_pass()

    assert waits == list(frame.WAITS)


def test_a_row_that_succeeds_later_is_no_failure_any_more(acme):
    problems = [KeyError("x")]

    def work(row):
        if problems:
            raise problems.pop()

    sweep = of_organizations(work)
    sweep.round()
    let_pass()

    assert sweep.round().done == 1 and not WorkFailure.objects.exists()


def test_giving_up_may_fail_too(acme, rival):
    def give_up(row, reason):
        raise RuntimeError

    work, done = raising(acme, KeyError("x"))

    of_organizations(work, attempts=1, give_up=give_up).round()

    assert done == [rival] and WorkFailure.objects.given_up().count() == 1


def test_a_sweep_whose_rows_cannot_be_found_is_a_failure_of_its_own(acme):
    def refuse():
        raise Conflict("The form of acme is gone.")

    rows = [refuse]
    sweep = Sweep("test", title="Test", rows=lambda: rows[0](), work=print, organization="")

    for _ in range(3):
        assert sweep.round().done == 0
    failure = WorkFailure.objects.failing_sweeps().get()
    assert failure.attempts == 3 and "acme" not in failure.reason.english

    rows[0] = list
    sweep.round()

    assert not WorkFailure.objects.exists()


def test_organizations_take_turns_and_none_fills_a_round(acme, rival):
    for handle in "abcdef":
        factories.make_member(acme, handle)
    factories.make_member(rival, "z")
    done = []
    rows = acme.memberships.model.objects.order_by("pk")
    sweep = Sweep("test", title="Test", rows=lambda: rows, work=done.append, most=2)

    found = sweep.round()

    assert {each.organization_id for each in done} == {acme.pk, rival.pk} and not found.is_over
    assert [each.organization_id for each in sweep.due()].count(rival.pk) == 1


def test_rows_that_are_held_leave_their_places_to_others(acme, rival):
    work, done = raising(acme, KeyError("x"))
    sweep = of_organizations(work, most=1)

    for _ in range(4):
        sweep.round()

    assert rival in done


def test_rounds_go_on_while_rows_have_more(acme):
    left = [3]

    def work(row):
        left[0] -= 1
        return MORE if left[0] else None

    assert of_organizations(work).rounds().done == 3


def test_no_row_is_begun_after_the_end(acme, rival):
    done = []

    found = of_organizations(done.append).round(until=time.monotonic() - 1)

    assert done == [] and not found.is_over


def test_a_database_that_is_away_is_no_failure_of_a_row(acme, monkeypatch):
    def away(*words, **options):
        raise DatabaseError

    monkeypatch.setattr(WorkFailure, "save", away)
    work, _done = raising(acme, KeyError("x"))

    with pytest.raises(KeyError):
        of_organizations(work).round()


def test_two_workers_at_once_keep_one_failure(acme, rival, monkeypatch):
    work, done = raising(acme, KeyError("x"))
    plain = WorkFailure.save

    def late(failure, *words, **options):
        WorkFailure.objects.bulk_create(
            [
                WorkFailure(
                    sweep="test",
                    key=failure.key,
                    reason=failure.reason,
                    attempts=1,
                    failed_at=timezone.now(),
                    next_attempt_at=timezone.now(),
                )
            ]
        )
        plain(failure, *words, **options)

    monkeypatch.setattr(WorkFailure, "save", late)

    of_organizations(work).round()

    assert done == [rival]


def test_one_row_is_left_while_it_is_held(acme):
    work, _done = raising(acme, KeyError("x"))
    sweep = of_organizations(work)

    for _ in range(3):
        sweep.one(acme)

    assert WorkFailure.objects.get().attempts == 1


def exports(work, **options):
    return LeasedSweep("test", title="Test", rows=ExportJob.objects.all, work=work, **options)


def make_export(organization):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization)), with_items=False)
    expires = timezone.now() + datetime.timedelta(days=1)
    return ExportJob.objects.create(
        organization=organization, task=task, kind="annotations", format="JSON", expires_at=expires
    )


@pytest.mark.parametrize(
    ("problem", "code"), [(ZeroDivisionError(), "work_failed"), (OSError(errno.ENOSPC, "full"), "disk_full")]
)
def test_leased_work_is_tried_again_and_ends_with_its_reason(acme, problem, code):
    job = make_export(acme)

    def work(row, keeper):
        raise problem

    sweep = exports(work)
    for attempt in range(1, 6):
        assert sweep.next() == job and sweep.next() is None
        job.refresh_from_db()
        assert (job.attempts, job.state) == (attempt, "waiting" if attempt < 5 else "failed")
        ExportJob.objects.update(next_attempt_at=None)

    failure = WorkFailure.objects.get()
    assert (job.last_error.code, failure.attempts, failure.next_attempt_at) == (code, 5, None)
    assert job.finished_at is not None

    sweep.restart(failure.key)

    assert ExportJob.objects.due().get() == job


def test_leased_work_that_cannot_be_done_ends_at_once(acme):
    def work(row, keeper):
        raise Conflict("The task is gone.")

    job = make_export(acme)
    exports(work).next()

    job.refresh_from_db()
    assert (job.state, str(job.last_error), WorkFailure.objects.count()) == ("failed", "The task is gone.", 0)


def test_leased_work_that_is_lost_is_left_alone(acme):
    def work(row, keeper):
        raise LeaseLost

    job = make_export(acme)

    assert exports(work).next() == job
    assert ExportJob.objects.get().state == "running" and not WorkFailure.objects.exists()


def test_leased_work_of_all_organizations_takes_turns(acme, rival):
    for _ in range(4):
        make_export(acme)
    last = make_export(rival)
    first_two = []
    for _ in range(40):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE annotations_exportjob SET state = 'waiting', attempts = 0")
        sweep = exports(lambda row, keeper: row.finish(state="cancelled"))
        first_two.append(last in (sweep.next(), sweep.next()))
        frame.sweeps.clear()

    assert sum(first_two) > 15  # by age it would be none


def test_blocks_lose_only_what_cannot_be_written_under_one_name():
    stored, failed = [], []

    def write(rows):
        if 3 in rows or 6 in rows:
            raise ValueError
        stored.extend(rows)

    in_parts(list(range(8)), write, lambda row, problem: failed.append(row))
    assert (sorted(stored), failed) == ([0, 1, 2, 4, 5, 7], [3, 6])

    of_organizations(print)
    with pytest.raises(ValueError, match="two sweeps"):
        of_organizations(print)


def test_each_sweep_has_a_title():
    import evalhub.celery  # all tasks name theirs

    evalhub.celery.app.loader.import_default_modules()
    assert all(isinstance(each.title, Promise) for each in frame.sweeps.values())
