"""A row that raises, planted in each sweep and block: it keeps no other organization's from being done."""

import datetime
import inspect

import pytest
from django.conf import settings
from django.db import connections
from django.utils import timezone

from annotations.queue.models import Notification
from evalhub.celery import WakeUp, app
from evalhub.events import sending
from evalhub.events.actions import webhooks
from evalhub.events.models import WebhookAttempt, WebhookDelivery
from evalhub.events.tasks import deliver_again_due, deliver_due
from evalhub.work import sweep as frame
from evalhub.work.models import WorkFailure
from evalhub.work.sweep import LeasedSweep, Sweep
from experiments.evaluations.tasks import end_when_models_have
from reviews.engine import sweeps as engine_sweeps
from reviews.engine.batches.actions import steps as batch_steps
from reviews.engine.requests.actions import calls
from reviews.engine.tasks import request_due, work_requests
from reviews.models import LLMBatch
from tests.events.actions.test_outbox import emit
from tests.planted import ENDS, LEASED_END, PLANTS
from tests.reviews import machine

pytestmark = pytest.mark.django_db
app.loader.import_default_modules()
SWEEPS = dict(frame.sweeps)
SECOND = datetime.timedelta(seconds=1)

# Tasks that are a message about one row, and the sweep that sends it again where it fails.
MESSAGES = {
    "annotations.agreement.tasks.agree": "agreement",
    "annotations.form_changes.tasks.carry": "carried_answers",
    "annotations.items.tasks.bulk_run": "bulk_operations",
    "annotations.tasks.tasks.prepare": "items",
    "reviews.quality.tasks.compare_pairs": None,  # asked for on a page that says what became of it; people ask again
}
IN_SETS = (end_when_models_have,)  # called after each look at runs: a single statement
# What calls a provider, of which there is none, is recorded instead: a step of a batch, once claimed; a test of a key.
CALLS = {"batches": (batch_steps, "drive"), "provider_keys": (SWEEPS["provider_keys"], "work")}


def own_tasks():
    return [task for name, task in sorted(app.tasks.items()) if not name.startswith(("celery.", "tests."))]


def is_message(task):
    return any(each.default is each.empty for each in inspect.signature(task.run).parameters.values())


def drivers():
    """({name of a sweep: the task that works on it}, the names of what else is called after a look at runs)."""
    found, others = {sweep.name: task for task in own_tasks() for sweep in task.sweeps}, []
    for each in (*engine_sweeps._sweeps, *engine_sweeps._slow):
        sweep = getattr(each, "__self__", None)
        if isinstance(sweep, Sweep):
            found[sweep.name] = request_due
        elif each not in IN_SETS:
            others.append(each.__name__)
    return found, others


def unframed():
    """The names of sweeps and tasks that do not say how a row that fails stops no other."""
    known, found = drivers()
    found += [name for name in frame.sweeps if name not in known]
    for task in own_tasks():
        if is_message(task):
            sweep = MESSAGES.get(task.name, "none")
            is_right = sweep is None or sweep in known and known[sweep].__module__ == task.__module__
        else:
            is_right = [bool(task.sweeps), task.in_blocks, task.in_sets].count(True) == 1
        found += [] if is_right else [task.name]
    return found


def test_each_task_says_how_a_failing_row_stops_no_other():
    scheduled = {*settings.SWEEPS, *(each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values())}

    assert scheduled <= {task.name for task in own_tasks() if not is_message(task)}
    assert unframed() == []


def test_what_does_not_say_so_is_named(monkeypatch):
    def new_due(pk=None):
        pass

    def new_row(pk):
        pass

    monkeypatch.setattr(frame, "sweeps", {**frame.sweeps})
    monkeypatch.setattr(engine_sweeps, "_slow", [new_due])
    Sweep("new_rows", title="New", rows=list, work=print)
    app.task(new_due, name="evalhub.new_due")
    app.task(new_due, name="evalhub.both_due", in_sets=True, in_blocks=True)
    app.task(new_row, name="evalhub.new_row")

    try:
        named = ["new_due", "gradings", "new_rows", "evalhub.both_due", "evalhub.new_due", "evalhub.new_row"]
        assert unframed() == named
    finally:
        for name in ("new_due", "both_due", "new_row"):
            app.tasks.pop(f"evalhub.{name}")


@pytest.fixture(autouse=True)
def world(monkeypatch, tmp_path, settings):
    """Messages about one row are worked on at once, others are not sent; files are of the test alone."""
    monkeypatch.setattr(WakeUp, "delay", lambda task, *words: task.run(*words) if words else None)
    monkeypatch.setattr(connections["default"], "close", lambda: None)  # the test's own transaction goes on
    settings.FILES, settings.JOB_INBOX, settings.JOB_ORGANIZATION = tmp_path / "files", tmp_path / "inbox", "acme"
    settings.JOB_INBOX.mkdir()


def key_of(sweep, row):
    return str(row.pk if isinstance(sweep, LeasedSweep) else sweep.key(row))


def plant_failure(monkeypatch, sweep, bad):
    """Have the work on the row of this key raise; returns the keys of rows that were done."""
    for place in CALLS.values():
        monkeypatch.setattr(*place, lambda row: None)
    place = CALLS.get(sweep.name, (sweep, "work"))
    done, work = [], getattr(*place)

    def working(row, *words):
        key = key_of(sweep, row)  # some work deletes its row
        if key == bad:
            raise ZeroDivisionError
        result = work(row, *words)
        done.append(key)
        return result

    monkeypatch.setattr(*place, working)
    return done


def let_pass(sweep, key):
    """Let the time pass that the row waits for."""
    past = timezone.now() - SECOND
    WorkFailure.objects.update(next_attempt_at=past)
    LLMBatch.objects.update(lease_until=past)
    if isinstance(sweep, LeasedSweep):
        sweep.rows().filter(pk=key).update(next_attempt_at=past)


@pytest.mark.parametrize("name", sorted(SWEEPS))
def test_planted_row(name, bob, mallory, monkeypatch):
    sweep, task = SWEEPS[name], drivers()[0][name]
    row, other = PLANTS[name](bob), PLANTS[name](mallory)
    key, is_leased = key_of(sweep, row), isinstance(sweep, LeasedSweep)
    owner = bob.organization_id if sweep.organization else None
    done = plant_failure(monkeypatch, sweep, key)

    for _ in range(1 + is_leased):  # some take one row a message
        task.run()

    assert key_of(sweep, other) in done
    failure = WorkFailure.objects.get()
    assert (failure.sweep, failure.key, failure.organization_id, failure.attempts) == (name, key, owner, 1)
    assert failure.reason.code == "work_failed"

    for _ in range(sweep.attempts - 1):
        let_pass(sweep, key)
        task.run()

    failure = WorkFailure.objects.given_up().get()
    assert (failure.sweep, failure.key, failure.attempts) == (name, key, sweep.attempts)
    told = Notification.objects.filter(verb="given_up", read_at=None).values_list("user", flat=True)
    assert list(told) == ([bob.user_id] if owner else [])
    if is_leased or sweep.give_up:
        find, state, reason, right = ENDS.get(name, LEASED_END) if is_leased else ENDS[name]
        assert find(row).values_list(state, reason).distinct().get() == (right, failure.reason)


def outcome(error=None, excerpt=""):
    return sending.Outcome(timezone.now(), 1, error, 200, excerpt)


PLANTED = {"raises": lambda: 1 / 0, "unwritable": lambda: outcome(excerpt="no table takes \0")}


@pytest.mark.parametrize("planted", PLANTED)
@pytest.mark.parametrize("task", [deliver_due, deliver_again_due], ids=lambda task: task.__name__)
def test_planted_delivery(task, planted, bob, mallory, monkeypatch):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1")
    answers, sent = dict.fromkeys(["acme", "rival"], lambda: outcome(sending.REFUSED(status=500))), []

    async def send(http, *, url, **words):
        sent.append(url.rpartition("/")[2])
        return answers[sent[-1]]()

    monkeypatch.setattr(sending, "send", send)
    for owner in (bob.organization, mallory.organization):
        fields = webhooks.EndpointFields(url=f"http://127.0.0.1:9/{owner.slug}")
        webhooks.create(organization=owner, fields=fields, by=bob.user)
        emit(owner)
    if task.name == deliver_again_due.name:
        deliver_due.run()
        WebhookDelivery.objects.update(next_attempt_at=timezone.now() - SECOND)
        sent.clear()
    answers |= {"acme": PLANTED[planted], "rival": outcome}

    task.run()

    assert sorted(sent) == ["acme", "rival"]
    assert WebhookDelivery.objects.get(organization=mallory.organization).state == "done"
    waiting = WebhookDelivery.objects.get(organization=bob.organization)
    assert (waiting.state, waiting.next_attempt_at > timezone.now()) == ("waiting", True)
    assert WebhookAttempt.objects.get(delivery=waiting, number=waiting.attempts).error.code == "work_failed"


def test_planted_request(bob, mallory, monkeypatch):
    machine.play(monkeypatch, machine.saying())
    of_acme, of_rival = (machine.make_run(member).requests.get() for member in (bob, mallory))
    prepared = calls.prepared
    monkeypatch.setattr(calls, "prepared", lambda found: 1 / 0 if of_acme in found else prepared(found))

    work_requests.run()

    of_rival.refresh_from_db()
    assert of_rival.state == "done"
    for _ in range(of_acme.run.rules.max_attempts):
        machine.make_due(of_acme.run)
        work_requests.run()
    of_acme.refresh_from_db()
    assert (of_acme.state, of_acme.error_message.code) == ("failed", "not_prepared")
