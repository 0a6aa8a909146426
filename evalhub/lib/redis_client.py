"""A client of Redis for what may not wait for it: no waiting between tries, and one more for a closed connection."""

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry


def connect(url: str, *, timeout_seconds: float) -> Redis:
    return Redis.from_url(
        url, socket_timeout=timeout_seconds, socket_connect_timeout=timeout_seconds, retry=Retry(NoBackoff(), 1)
    )
