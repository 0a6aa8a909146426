"""What operators are told is wrong: on /healthz, on the page Operations, on Home, and under the bell."""

import datetime
import shutil
from collections import namedtuple

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotations.models import ExportJob, Notification
from annotations.queue.actions import notifications
from evalhub import queues, tasks
from evalhub.accounts.models import AuditEvent
from evalhub.work import health
from evalhub.work.models import WorkFailure
from evalhub.work.sweep import WORK_FAILED
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.services]
OPERATIONS, RESTART = reverse("reviews:operations"), reverse("reviews:operation_restart")


def fail(key="1", *, sweep="gates", attempts=5, organization=None, next_attempt_at=None):
    return WorkFailure.objects.create(
        sweep=sweep,
        key=key,
        attempts=attempts,
        organization=organization,
        reason=WORK_FAILED(kind="KeyError"),
        failed_at=timezone.now(),
        next_attempt_at=next_attempt_at,
    )


@pytest.fixture(autouse=True)
def open_connection(monkeypatch):
    """Tasks close their connection, which is that of the test."""
    monkeypatch.setattr(tasks.connection, "close", lambda: None)


def codes():
    return [each.code for each in health.problems()]


def test_sweeps_are_a_problem_after_several_failures_in_a_row(acme):
    assert codes() == []

    failure = fail("", attempts=2, next_attempt_at=timezone.now())
    assert codes() == []
    failure.attempts = 3
    failure.save()
    assert [str(each.reason) for each in health.problems()] == [
        "Gates: the last 3 rounds failed. Unexpected error (KeyError). The log of the worker has the details."
    ]


def test_rows_that_wait_for_another_try_are_no_problem_and_those_given_up_are(acme):
    fail("1", next_attempt_at=timezone.now())
    assert codes() == []

    fail("2")

    assert codes() == ["rows_given_up"]
    body = Client().get("/healthz").json()
    assert (body["problems"], body["status"]) == (["rows_given_up"], "degraded")


def test_late_work_a_full_disk_and_a_clock_that_jumped_are_problems(acme, monkeypatch, settings, tmp_path):
    settings.FILES = tmp_path
    queues.note_oldest({"exports": 601.0, "requests": 599.0})
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: namedtuple("Usage", "free")(100 * 2**20))
    now = iter([1_000.0, 1_000.0 + 60])
    monkeypatch.setattr(health.time, "time", lambda: next(now))
    monkeypatch.setattr(health, "_offset", [])
    health.note_clock()
    assert cache.get(health.CLOCK_KEY) is None
    health.note_clock()

    assert codes() == ["work_late", "disk_nearly_full", "clock_jumped"]


def test_operators_are_notified_once_a_day(acme, rival, bob, mallory):
    operator = factories.make_member(acme, "oscar", role="viewer")
    type(operator.user).objects.filter(pk=operator.user_id).update(is_staff=True)
    fail()

    tasks.note_problems()
    tasks.note_problems()

    (line,) = Notification.objects.all()
    assert (line.user_id, line.verb, line.text) == (
        operator.user_id,
        "problem",
        "1 piece of background work was given up.",
    )


def test_without_operators_the_admins_of_the_one_organization_are_notified(acme, bob, alice):
    fail()

    tasks.note_problems()

    assert [line.user_id for line in Notification.objects.all()] == [bob.user_id]


def test_old_failures_are_forgotten(acme):
    fail()
    WorkFailure.objects.update(failed_at=timezone.now() - datetime.timedelta(days=8))

    tasks.note_problems()

    assert not WorkFailure.objects.exists() and not Notification.objects.exists()


def test_members_see_what_was_given_up_of_their_own_and_admins_try_again(bob, vera, mallory, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)), with_items=False)
    expires = timezone.now() + datetime.timedelta(days=1)
    job = ExportJob.objects.create(
        organization=bob.organization,
        task=task,
        kind="annotations",
        format="JSON",
        expires_at=expires,
        state="failed",
        last_error=WORK_FAILED(kind="KeyError"),
    )
    failure = fail(str(job.pk), sweep="exports", organization=bob.organization)
    body = {"kind": "given_up", "pk": failure.pk}

    pages = {each: client_of(each).get(OPERATIONS).content.decode() for each in (bob, vera, mallory)}

    assert [str(job.pk) in page for page in pages.values()] == [True, True, False]
    assert "given up" not in pages[mallory]
    assert 'value="given_up"' in pages[bob] and 'value="given_up"' not in pages[vera]
    assert "1 piece of work was given up" in client_of(bob).get("/").content.decode()
    assert client_of(mallory).post(RESTART, body).status_code == 404
    assert client_of(vera).post(RESTART, body).status_code == 403
    client_of(bob).post(RESTART, body)
    assert ExportJob.objects.due().get() == job and not WorkFailure.objects.exists()
    assert AuditEvent.objects.filter(verb="work.restarted").exists()
    assert client_of(bob).post(RESTART, body).status_code == 404


def test_a_row_that_was_given_up_is_named_under_the_bell_and_leads_to_the_page(acme, bob, client_of):
    failure = fail(organization=acme)

    notifications.tell_given_up(failure)

    line = Notification.objects.get(user=bob.user)
    page = client_of(bob).get(reverse("annotations:notification_list")).content.decode()
    assert "Background work was given up" in page and "Gates: Unexpected error" in page and "A member" not in page
    answer = client_of(bob).get(reverse("annotations:notification_open", args=[line.pk]))
    assert answer.headers["Location"] == OPERATIONS
