"""Runs that ask in provider batches, a simulated provider to send them to, and workers that take step after step."""

import datetime
import functools
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from evalhub import invariants
from reviews.engine.batches.actions import drafts
from reviews.engine.batches.actions import steps as batches
from reviews.engine.batches.actions.connections import connected
from reviews.engine.client.completion import complete
from reviews.engine.client.exchange import LLMCall
from reviews.engine.runs.actions import controls
from reviews.models import LLMBatch, LLMBatchItem
from tests.demo.provider.provider import running
from tests.reviews.machine import make_run

WIRES = ("openai", "anthropic", "gemini")
RULES = ("I6", "I8", "I9")
each_wire = pytest.mark.parametrize("wire", WIRES)


_LISTS = {
    "openai": ("batches", "data"),
    "anthropic": ("v1/messages/batches", "data"),
    "gemini": ("batches", "operations"),
}


class Killed(BaseException):
    """Stands for kill -9: nothing after it is done."""


@contextmanager
def serving(patch):
    """A Provider of the tests' own, where each batch ends at once unless told otherwise.

    `patch` is the MonkeyPatch that the test itself uses, if any: two would undo each other's environment.
    """
    with running(seed=3) as started:
        for name in ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE"):
            patch.delenv(f"{name}_API_KEY", raising=False)
            patch.delenv(f"{name}_API_BASE", raising=False)
        patch.setenv("EVALHUB_SIMULATED_URL", started.url)
        load_client()
        script(started)
        yield started


@functools.cache
def load_client():
    """The client's first call takes seconds, longer than a transaction may idle."""
    complete(LLMCall("simulated-careful", ({"role": "user", "content": "Hello"},)))


def script(provider, *calls, **fault):
    """The next batch has this fault, later ones none; `calls` are faults of single calls."""
    faulty = [{"seconds": 0.0, "times": 1} | fault] if fault else []
    answer = provider.post(
        "/control",
        {
            "faults": list(calls),
            "batches": [*faulty, {"seconds": 0.0, "times": None}],
            "reset_log": True,
        },
    )
    assert answer.status == 200, answer.body


def batched_run(member, *, wire="openai", model="", rows=6, critic=False, **policy):
    """A run whose requests wait for a batch."""
    run = make_run(member, rows=rows, model=model or f"{wire}/simulated-careful", critic=critic)
    return controls.set_policy(run=run, changes={"min_batch_size": 2} | policy, by=member.user)


def runs_of_wires(member):
    return {wire: batched_run(member, wire=wire) for wire in WIRES}


def formed(run, position=0):
    return drafts.form(run.stages.select_related("run").get(position=position))


def claimed(batch):
    """The batch as a worker has it that has just taken it, whoever had it before."""
    free(batch)
    return LLMBatch.objects.filter(pk=batch.pk).claim(seconds=settings.BATCH_LEASE_SECONDS)


def step(batch):
    """One step of the batch, at once; returns it as it stands then. No row may break a rule after it."""
    batches.drive(claimed(batch))
    batch.refresh_from_db()
    with connection.cursor() as cursor:
        for name in RULES:
            assert not cursor.execute(invariants.RULES[name][1]).fetchall(), name
    return batch


def free(batch):
    """Let the time pass that its worker's lease and the next look at it wait for."""
    LLMBatch.objects.filter(pk=batch.pk).update(next_poll_at=None, lease_until=None, lease_owner="")


def to_the_end(run, *, steps=40):
    """Take steps of the run's batches without waiting until none is live; returns the batches, oldest first."""
    for _ in range(steps):
        batch = run.batches.live().order_by("created_at").first()
        if batch is None:
            break
        step(batch)
    return list(run.batches.order_by("created_at"))


def at_provider(wire):
    """What the provider has of our batches, newest first, as its own list shows them."""
    path, name = _LISTS[wire]
    with connected(f"{wire}/simulated-careful") as adapter:
        return adapter.http.get(path)[name]


def wait_of(batch):
    """Seconds from now until the next look at the batch."""
    batch.refresh_from_db()
    return (batch.next_poll_at - timezone.now()).total_seconds()


def age(batch, **span):
    """Let the batch have been sent so long ago."""
    moment = timezone.now() - datetime.timedelta(**span)
    LLMBatch.objects.filter(pk=batch.pk).update(submitted_at=moment, submitting_at=moment)


def states(run):
    return sorted(run.requests.values_list("state", flat=True))


def item_statuses(batch):
    items = LLMBatchItem.objects.filter(batch=batch).order_by("number")
    return list(items.values_list("status", flat=True))
