"""The queues of wake-ups: how many wait in each, and when a worker that takes from it gave its last sign of life."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from redis import Redis
from redis.exceptions import RedisError

HEARTBEAT_KEY = "worker-heartbeat"
HEARTBEAT_SECONDS = 45
OLDEST_KEY, OLDEST_SECONDS = "oldest-due", 60
BROKER_DATABASE = 1  # as settings.broker spells it
REDIS_SECONDS = 2.0


@dataclass(frozen=True)
class QueueState:
    """`waiting` counts messages that no worker has taken; `seen_seconds_ago` None: no worker was seen lately."""

    name: str
    waiting: int
    seen_seconds_ago: float | None

    @property
    def is_silent(self):
        return self.seen_seconds_ago is None


def note_alive(queue):
    """A worker that takes from this queue is alive."""
    cache.set(f"{HEARTBEAT_KEY}:{queue}", time.time(), HEARTBEAT_SECONDS)


def note_oldest(seconds):
    """How long the oldest due row of each kind of work has been due, as a sweep found it: {kind: seconds}."""
    cache.set(OLDEST_KEY, seconds, OLDEST_SECONDS)


def oldest_due():
    """What `note_oldest` was told last, or None when no sweep has looked for a minute."""
    return cache.get(OLDEST_KEY)


def states():
    """The QueueState of each queue; RedisError or OSError when Redis is away."""
    seen = cache.get_many([f"{HEARTBEAT_KEY}:{name}" for name in settings.QUEUES])
    now, lengths = time.time(), _lengths()
    ages = {name: seen.get(f"{HEARTBEAT_KEY}:{name}") for name in settings.QUEUES}
    return [
        QueueState(name, lengths[name], None if ages[name] is None else round(max(0.0, now - ages[name]), 1))
        for name in settings.QUEUES
    ]


def states_or_none():
    """`states`, or None while Redis is away."""
    try:
        return states()
    except (RedisError, OSError):
        return None


def _lengths():
    with Redis.from_url(
        settings.REDIS_URL,
        single_connection_client=True,
        socket_timeout=REDIS_SECONDS,
        socket_connect_timeout=REDIS_SECONDS,
    ) as broker:
        broker.execute_command("SELECT", BROKER_DATABASE)
        return {name: broker.llen(name) for name in settings.QUEUES}
