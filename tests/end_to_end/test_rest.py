"""A stack that looks for missed work once in ten minutes: wake-ups and clocks alone start what is due."""

import datetime
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from django.utils import timezone

from evalhub.accounts.models import PasswordReset, User
from tests.drills.own_services import connected_to
from tests.end_to_end.stack import Stack, active_task, checked, ok, until, upload

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
BOSS = "acme:boss@acme.example"


@pytest.fixture(scope="module")
def stack(django_db_blocker):
    running = Stack({BOSS: "admin"}, django_db_blocker, EVALHUB_SWEEP_SECONDS="600")
    yield running
    running.remove()


@contextmanager
def database(stack, blocker):
    """The models read and write the stack's own rows; nobody is told of what is written."""
    found = stack.installation.environment()
    addresses = SimpleNamespace(database_url=found["DATABASE_URL"], redis_url=found["REDIS_URL"])
    with blocker.unblock(), connected_to(addresses):
        yield


def test_new_work_starts_without_a_sweep(stack):
    boss = stack.key(BOSS)
    task = active_task(boss, 2)
    model = ok(boss.post("/annotators", json={"model": "simulated-careful"}))["annotator_id"]

    ok(boss.post(f"/annotations/tasks/{task}/annotators", json={"annotator_id": model}))
    version = checked(boss, upload(boss, ["c1,Question?,Answer."]))

    assert version["validation_status"] == "VALID"
    progress = until(
        lambda: ok(boss.get(f"/annotations/tasks/{task}/annotators/{model}"))["progress"],
        lambda found: found["done"] == 2,
        "answers of the model",
    )
    assert progress["done"] == 2


def test_work_that_was_put_off_starts_when_it_is_due_and_a_lost_wake_up_when_a_worker_starts(stack, django_db_blocker):
    boss = stack.key(BOSS)
    with database(stack, django_db_blocker):
        soon = timezone.now() + datetime.timedelta(seconds=2)
        put_off = PasswordReset.objects.create(user=User.objects.get(), next_attempt_at=soon)
        checked(boss, upload(boss, ["c1,Question?,Answer."]))  # other work, after whose end somebody looks at the clock
        until(
            lambda: PasswordReset.objects.get(pk=put_off.pk), lambda row: row.state == "done", "mail that was put off"
        )
        lost = PasswordReset.objects.create(user=User.objects.get())

        stack.wait_for_restart(stack.kill("worker"))

        until(lambda: PasswordReset.objects.get(pk=lost.pk), lambda row: row.state == "done", "mail of a lost wake-up")
        assert PasswordReset.objects.get(pk=put_off.pk).attempts == 1
