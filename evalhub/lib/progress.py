"""How far work is that goes on: only shown, so it lives in the cache and may vanish."""

from typing import Any

from django.core.cache import cache
from django.db.models import Model
from redis.exceptions import RedisError

KEPT_SECONDS = 600


def note(row: Model, progress: Any) -> None:
    """Keep what `read` gives for a row of a table."""
    try:
        cache.set(_key(row), progress, KEPT_SECONDS)
    except (RedisError, OSError):
        return


def read(row: Model) -> Any:
    """What was noted last, None when nothing is known."""
    try:
        return cache.get(_key(row))
    except (RedisError, OSError):
        return None


def _key(row):
    return f"progress:{row._meta.label_lower}:{row.pk}"
