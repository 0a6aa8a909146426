"""Buckets of requests in Redis: how many a key and its organization may still send, taken by one script."""

import functools
import logging
import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from redis import RedisError, TimeoutError
from redis.exceptions import NoScriptError

from evalhub.lib.redis_client import connect

logger = logging.getLogger(__name__)

PREFIX = "evalhub:{requests}:"  # braces: one slot of a cluster, so that one script may touch all keys
TIMEOUT_SECONDS = 0.25
LOOK_AGAIN_SECONDS = 5.0
WINDOW_SECONDS = 60

# A bucket is kept as the moment at which it is full again: what is missing flows back evenly within the window. All of
# them give one request, or none does. Answers the seconds to wait, then for each bucket what is left and when it is
# full, as one text: the client takes long to read a list.
_SCRIPT = """
local clock, window = redis.call('TIME'), tonumber(ARGV[#KEYS + 1])
local now, wait = tonumber(clock[1]) + tonumber(clock[2]) / 1000000, 0
local full, most = {}, {}
for k, key in ipairs(KEYS) do
  most[k] = tonumber(ARGV[k])
  full[k] = math.max(tonumber(redis.call('GET', key) or now), now)
  wait = math.max(wait, full[k] + window / most[k] - now - window)
end
local answer = {string.format('%.6f', wait > 0.000001 and wait or 0)}
for k, key in ipairs(KEYS) do
  if wait <= 0.000001 then
    full[k] = full[k] + window / most[k]
    redis.call('SET', key, string.format('%.6f', full[k]), 'PX', math.max(math.ceil((full[k] - now) * 1000), 1))
  end
  local missing = (full[k] - now) * most[k] / window
  table.insert(answer, string.format('%.6f', math.max(most[k] - missing, 0)))
  table.insert(answer, string.format('%.6f', full[k] - now))
end
return table.concat(answer, ' ')
"""


@dataclass(frozen=True)
class Bucket:
    """`per_minute` requests at once at the most, which flow back evenly within a minute."""

    key: str
    per_minute: int


@dataclass(frozen=True)
class Allowance:
    """What is left in the bucket that has least; `wait_seconds` above 0: the request is one too many."""

    per_minute: int
    remaining: int
    full_in_seconds: int
    wait_seconds: float


def take(buckets: Sequence[Bucket]) -> Allowance | None:
    """Take a request from all of the buckets, or from none; None while Redis is away, or without buckets.

    One round trip. While Redis is away nobody is refused, which the log says once.
    """
    if not buckets or time.monotonic() < _away["until"]:
        return None
    try:
        arguments = [*(bucket.per_minute for bucket in buckets), WINDOW_SECONDS]
        answer = _run([PREFIX + bucket.key for bucket in buckets], arguments)
    except (RedisError, OSError) as error:
        if not _away["until"]:
            logger.warning("Redis cannot be used (%s): requests of keys are not limited.", type(error).__name__)
        _away["until"] = time.monotonic() + LOOK_AGAIN_SECONDS
        return None
    if _away["until"]:
        logger.warning("Redis is back: requests of keys are limited again.")
        _away["until"] = 0.0
    wait, *parts = map(float, answer.split())
    left = zip(buckets, parts[::2], parts[1::2], strict=True)
    bucket, remaining, full_in = min(left, key=lambda each: each[1])
    # Levels are kept to a microsecond: what is a whole number but for that is that number.
    return Allowance(bucket.per_minute, math.floor(remaining + 0.001), math.ceil(full_in - 0.001), wait)


def _run(keys, arguments):
    """What the script answers, on a connection of the thread's own: to take one out of a pool takes longer than that.

    What is wrong with it, and a server that does not know the script yet, the client sees to.
    """
    script = _script(settings.REDIS_URL)
    if getattr(_own, "script", None) is not script:
        _own.script, _own.connection = script, script.registered_client.connection_pool.make_connection()
    connection = _own.connection
    try:
        connection.send_command("EVALSHA", script.sha, len(keys), *keys, *arguments)
        return connection.read_response()
    except NoScriptError:
        return script(keys=keys, args=arguments)
    except (RedisError, OSError) as error:
        connection.disconnect()
        if isinstance(error, TimeoutError):
            raise
        return script(keys=keys, args=arguments)


_own = threading.local()


@functools.cache
def _script(url):
    return connect(url, timeout_seconds=TIMEOUT_SECONDS).register_script(_SCRIPT)


_away = {"until": 0.0}  # of this process, by its monotonic clock; 0: not away
