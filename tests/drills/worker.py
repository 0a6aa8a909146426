"""Workers of the drills: `python -m tests.drills.worker` forks them as its input says.

A line of input is a JSON object: `lives` that follow each other, each of them a list of workers that live at once, each
of them the fields of a tests.drills.nursery.Worker; and the addresses of the `services` they use, null for those of the
environment. The line of output lists how they ended: [the point, the process
id, minus the number of a signal or the exit status].
"""

import datetime
import functools
import gc
import importlib
import json
import logging
import operator
import os
import signal
import sys
import time

SECONDS = 400.0  # far more than a slow machine needs: a worker ends when nothing is left to do
ROWS_AT_ONCE = 2
# An answer over each wire, read once before the first fork: what litellm loads for it takes a second.
SMALLEST = {
    "openai/gpt-4o-mini": {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-4o-mini",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hello"}}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    },
    "anthropic/claude-haiku-4-5": {
        "id": "1",
        "type": "message",
        "role": "assistant",
        "model": "claude-haiku-4-5",
        "stop_reason": "end_turn",
        "content": [{"type": "text", "text": "Hello"}],
        "usage": {"input_tokens": 1, "output_tokens": 1},
    },
    "gemini/gemini-2.5-flash": {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "Hello"}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
    },
}
GONE = set()  # process ids of workers that died or stalled


def main():
    prepare()
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        print(json.dumps(run(**json.loads(line))), flush=True)


def prepare():
    """All that is alike in all lives, before the first fork: no thread, no connection, nothing sent."""
    gc.disable()  # what is imported stays
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")
    import django

    django.setup()
    from annotations.labels.types import registry as labels
    from evalhub.celery import app
    from reviews.engine import stages
    from reviews.engine.batches import adapters
    from reviews.engine.batches.actions import collection
    from reviews.engine.client import completion
    from reviews.engine.client.exchange import LLMCall
    from reviews.scorers import parsers

    app.conf.task_always_eager = True
    app.loader.import_default_modules()
    for registry in (labels, adapters.registry, parsers.registry, stages.registry):
        list(registry)
    for name in ("httpcore", "jsonschema", "kombu.transport.redis", "celery.app.trace"):
        importlib.import_module(name)
    collection.AT_ONCE = ROWS_AT_ONCE
    for model, answer in SMALLEST.items():
        call = LLMCall(model, ({"role": "user", "content": "Hello"},))
        completion.form_of(call)
        completion.read_answer(call, status_code=200, body=answer)
    gc.freeze()  # so that a collection in a worker copies no page of this process
    gc.enable()


def run(lives, services):
    """What all workers came to, in the order they ended."""
    ended, stalled = [], []
    for workers in lives:
        alive = {fork(worker, services): worker for worker in workers}
        while alive:
            pid, status = os.waitpid(-1, os.WUNTRACED)
            worker = alive.pop(pid)
            if status:
                GONE.add(pid)
            if os.WIFSTOPPED(status):
                stalled.append((pid, worker))
            else:
                ended.append(ending(worker, pid, status))
    for pid, worker in stalled:
        os.kill(pid, signal.SIGCONT)
        ended.append(ending(worker, pid, os.waitpid(pid, 0)[1]))
    return ended


def ending(worker, pid, status):
    return worker["point"], pid, os.waitstatus_to_exitcode(status)


def fork(worker, services):
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        begin(worker, services)
        status = 0 if work() else 1
    except BaseException:
        logging.exception("The worker has failed.")
        raise
    finally:  # whatever happens: what follows in main is the parent's
        os._exit(status)


def begin(worker, services):
    from django.conf import settings

    from tests.drills import points

    GONE.discard(os.getpid())
    signal.alarm(round(SECONDS * 1.2))
    settings.LLM_CONCURRENCY = worker["at_once"]
    settings.LEASE_SECONDS = settings.BATCH_LEASE_SECONDS = worker["lease_seconds"]
    settings.BEAT_SECONDS, settings.LLM_CALL_SECONDS = worker["beat_seconds"], worker["call_seconds"]
    if services:
        use(services)
    if worker["point"]:
        points.arm(worker["point"], worker["fate"])


def use(services):
    """Before the first connection of this process."""
    from django.conf import settings
    from django.db import connection

    from evalhub.settings import database

    connection.settings_dict.update(database(services["database"]))
    settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = services["redis"]


def work():
    """What beat and a Celery worker do, without the seconds between: the real tasks, until no run goes on.

    Whether it came to that in time. A task that fails is logged, and the next one goes on, as with Celery.
    """
    from reviews.engine.tasks import request_due

    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if is_quiet():
            return True
        request_due.delay()
        time.sleep(0.15)
    return False


def let_lost_leases_run_out():
    """The time that workers would wait for leases that nobody keeps; those that live at once wait for each other.

    They are those of earlier lives, and what this worker holds between its tasks: it took that without learning of
    it, because its database went away. A task ends only when no call of it is under way.
    """
    from django.db.models import Q
    from django.db.models.functions import Now

    from reviews.models import LLMBatch, LLMRequest

    past = Now() - datetime.timedelta(seconds=1)
    lost = functools.reduce(operator.or_, (Q(lease_owner__contains=f":{pid}:") for pid in GONE | {os.getpid()}))
    LLMRequest.objects.filter(lost, state="running", lease_until__gt=Now()).update(lease_until=past)
    LLMBatch.objects.live().filter(lost, lease_until__gt=Now()).update(lease_until=past)


def is_quiet():
    """Whether nothing is left to do; lets the time pass that retries and the next looks at batches wait for."""
    from django.db import InterfaceError, OperationalError

    from reviews.engine.models.evaluation_run import ENDED
    from reviews.models import EvaluationRun, LLMBatch, LLMRequest

    try:
        let_lost_leases_run_out()
        LLMRequest.objects.filter(state="waiting").exclude(next_attempt_at=None).update(next_attempt_at=None)
        LLMBatch.objects.live().filter(lease_until=None).update(next_poll_at=None)
        goes_on = EvaluationRun.objects.exclude(status__in=ENDED).exclude(desired_state="pause")
        return not goes_on.exists() and not LLMBatch.objects.live().exists()
    except (OperationalError, InterfaceError):
        return False


if __name__ == "__main__":
    main()
