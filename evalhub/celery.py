"""The Celery application; tasks live in `tasks.py` of each app or feature."""

import contextlib
import functools
import hashlib
import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from celery import Celery
from celery.beat import EmbeddedService
from celery.concurrency.thread import TaskPool
from celery.contrib.django.task import DjangoTask
from celery.signals import worker_init, worker_ready, worker_shutting_down
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connections, transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from evalhub import sweeps
from evalhub.lib import logs
from evalhub.lib.env import env_str
from evalhub.lib.processes import side_process, stopping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")
PEOPLE = "people"  # the queue, and the process beside the worker, of what people wait for
WAITING_SECONDS = 15  # a message that is lost keeps others away no longer than that
LOOK_SECONDS = 0.5
_places = {}  # {task: its places in this process}


class WakeUp(DjangoTask):
    """A message is only a wake-up: a broker that is away is logged, and the sweep finds the work.

    One that waits stands for all that are sent until a worker begins with it: 200 wishes at once are one message. Of a
    task with `most_at_once` no more run in one process; what is dropped so, the next sweep sends again.
    """

    most_at_once = None
    is_light = False  # runs where the message arrives
    # A task without arguments says how a row that fails stops no other: by sweeps of `evalhub.work`, by nets of its own
    # around the rows of a block, or by statements over sets of rows, none of which has code of its own.
    sweeps = ()
    in_blocks = in_sets = False

    def __call__(self, *args, **kwargs):
        if self.most_at_once is None:
            return self._work(args, kwargs)
        places = _places.setdefault(self.name, threading.BoundedSemaphore(self.most_at_once))
        if not places.acquire(blocking=False):
            with contextlib.suppress(RedisError, OSError):
                sweeps.forget()
            return None
        try:
            return self._work(args, kwargs)
        finally:
            places.release()

    def _work(self, args, kwargs):
        """In the process beside this one that people's work has, if there is one and this came by their queue."""
        queue = (self.request.delivery_info or {}).get("routing_key")
        if queue == PEOPLE and side_process.is_prepared(PEOPLE) and not self.is_light:
            side_process.call("evalhub.celery:work_beside", self.name, args, kwargs, logs.request_id(), name=PEOPLE)
            return None
        return super().__call__(*args, **kwargs)

    def delay_on_commit(self, *args, **kwargs):
        transaction.on_commit(functools.partial(self.delay, *args, **kwargs), robust=True)

    def apply_async(self, args=None, kwargs=None, **options):
        """None when the same wake-up waits already."""
        if not self.app.conf.task_always_eager and not self._is_news(args, kwargs):
            return None
        headers = {"request_id": logs.request_id()} | (options.pop("headers", None) or {})
        return super().apply_async(args, kwargs, headers=headers, **options)

    def before_start(self, task_id, args, kwargs):
        """What is sent from here on may be about what this run does not see. Its lines name who has woken it."""
        logs.begin((self.request.headers or {}).get("request_id") or task_id)
        with contextlib.suppress(RedisError, OSError):
            cache.delete(self._waiting_key(args, kwargs))

    def on_failure(self, *words):
        """Have it tried again with the next sweeps."""
        with contextlib.suppress(RedisError, OSError):
            sweeps.forget()

    def after_return(self, *words):
        """Work that was put off for a few seconds is waited for; one look is enough for all that ends together."""
        if not self.app.conf.task_always_eager and self.name in settings.SWEEPS:
            with contextlib.suppress(OperationalError, RedisError, OSError):
                self.app.tasks["evalhub.tasks.send_due"].apply_async(countdown=LOOK_SECONDS)

    def _is_news(self, args, kwargs):
        try:
            return cache.add(self._waiting_key(args, kwargs), 1, WAITING_SECONDS)
        except (RedisError, OSError):
            return True

    def _waiting_key(self, args, kwargs):
        words = json.dumps([list(args or ()), kwargs or {}], sort_keys=True, default=str)
        return f"waiting:{self.name}:{hashlib.sha256(words.encode()).hexdigest()[:24]}"


def task_packages():
    """Every app, and every feature of an app that has a module `tasks`."""
    for config in apps.get_app_configs():
        yield config.name
        yield from sorted(f"{config.name}.{path.parent.name}" for path in Path(config.path).glob("*/tasks.py"))


app = Celery("evalhub", task_cls=WakeUp)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(task_packages)


def work_beside(name, args, kwargs, request_id):
    """Run a task's function here, in a thread of the process that people's work has."""
    logs.begin(request_id)
    try:
        app.tasks[name].run(*args, **kwargs)
    finally:
        connections.close_all()


class TwoGroups(TaskPool):
    """Threads of their own for what comes by the queue `people`: neither it nor models can take all of them."""

    people_threads = 6

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._others, self._people = self.executor, ThreadPoolExecutor(self.people_threads)

    def on_apply(self, target, args=None, kwargs=None, *words, **options):
        """`args` are those of a traced task, its message the third."""
        is_people = args[2]["delivery_info"]["routing_key"] == PEOPLE
        self.executor = self._people if is_people else self._others
        return super().on_apply(target, args, kwargs, *words, **options)

    def on_stop(self):
        self._people.shutdown(cancel_futures=True)
        self.executor = self._others
        super().on_stop()


@worker_init.connect
def outlive_the_broker(**kwargs):
    """Neither give back nor acknowledge a message over a connection that is gone.

    kombu 5 tries both, with an error that ends the worker. Nothing is lost: sweeps find the work in any case.
    """
    from kombu.transport.redis import QoS

    acknowledge = QoS.ack

    def ack(qos, delivery_tag):
        if not qos.channel.closed:
            acknowledge(qos, delivery_tag)

    QoS.restore_at_shutdown, QoS.ack = False, ack


@worker_ready.connect
def start_beat(**kwargs):
    """Look for what was missed; run beat as a thread where a file for its schedule is named: a process less."""
    for name in app.amqp.queues.consume_from:  # seen at once, and not only at the next beat
        app.tasks["evalhub.tasks.beat"].apply_async((name,), queue=name)
    with contextlib.suppress(RedisError, OSError):
        sweeps.forget()
    app.tasks["evalhub.tasks.sweep"].apply_async()
    schedule = env_str("EVALHUB_BEAT_SCHEDULE", "")
    if schedule:
        EmbeddedService(app, thread=True, schedule_filename=schedule).start()


@worker_shutting_down.connect
def note_shutdown(**kwargs):
    stopping.event.set()
    side_process.stop()
