"""The Celery application; tasks live in `tasks.py` of each app or feature."""

import contextlib
import functools
import hashlib
import json
import os
import threading
from pathlib import Path

from celery import Celery
from celery.beat import EmbeddedService
from celery.contrib.django.task import DjangoTask
from celery.schedules import schedstate, schedule
from celery.signals import worker_init, worker_ready, worker_shutting_down
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from redis.exceptions import RedisError

from evalhub.lib import logs
from evalhub.lib.env import env_str
from evalhub.lib.processes import side_process, stopping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")
WAITING_SECONDS = 15  # a message that is lost keeps others away no longer than that
_places = {}  # {task: its places in this process}


class WakeUp(DjangoTask):
    """A message is only a wake-up: a broker that is away is logged, and the sweep finds the work.

    One that waits stands for all that are sent until a worker begins with it: 200 wishes at once are one message. Of a
    task with `most_at_once` no more run in one process; what is dropped so, the next sweep sends again.
    """

    most_at_once = None

    def __call__(self, *args, **kwargs):
        if self.most_at_once is None:
            return super().__call__(*args, **kwargs)
        places = _places.setdefault(self.name, threading.BoundedSemaphore(self.most_at_once))
        if not places.acquire(blocking=False):
            return None
        try:
            return super().__call__(*args, **kwargs)
        finally:
            places.release()

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

    def _is_news(self, args, kwargs):
        try:
            return cache.add(self._waiting_key(args, kwargs), 1, WAITING_SECONDS)
        except (RedisError, OSError):
            return True

    def _waiting_key(self, args, kwargs):
        words = json.dumps([list(args or ()), kwargs or {}], sort_keys=True, default=str)
        return f"waiting:{self.name}:{hashlib.sha256(words.encode()).hexdigest()[:24]}"


class Turn(schedule):
    """Every so many seconds, when this share of them is over: sweeps that begin together need a connection each."""

    def __init__(self, seconds, share):
        super().__init__(seconds)
        self.share = share

    def is_due(self, last_run_at):
        """Once in each turn; with the seconds to the next."""
        turn, passed = divmod(self.now().timestamp() - self.share * self.seconds, self.seconds)
        last_turn = (last_run_at.timestamp() - self.share * self.seconds) // self.seconds
        return schedstate(is_due=turn > last_turn, next=self.seconds - passed)

    def __eq__(self, other):
        return isinstance(other, Turn) and (self.seconds, self.share) == (other.seconds, other.share)

    def __reduce__(self):
        return type(self), (self.seconds, self.share)


def task_packages():
    """Every app, and every feature of an app that has a module `tasks`."""
    for config in apps.get_app_configs():
        yield config.name
        yield from sorted(f"{config.name}.{path.parent.name}" for path in Path(config.path).glob("*/tasks.py"))


app = Celery("evalhub", task_cls=WakeUp)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(task_packages)


@app.on_after_configure.connect
def take_turns(sender, **kwargs):
    """Spread the sweeps evenly."""
    entries = sender.conf.beat_schedule
    sender.conf.beat_schedule = {
        name: entry | {"schedule": Turn(entry["schedule"], number / len(entries))}
        for number, (name, entry) in enumerate(entries.items())
    }


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
    """Run beat as a thread of this worker when a file for its schedule is named: a process less on a small machine."""
    for name in app.amqp.queues.consume_from:  # seen at once, and not only at the next beat
        app.tasks["evalhub.tasks.beat"].apply_async((name,), queue=name)
    schedule = env_str("EVALHUB_BEAT_SCHEDULE", "")
    if schedule:
        EmbeddedService(app, thread=True, schedule_filename=schedule).start()


@worker_shutting_down.connect
def note_shutdown(**kwargs):
    stopping.event.set()
    side_process.stop()
