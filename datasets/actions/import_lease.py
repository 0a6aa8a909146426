"""Hold on to an import while it runs: the lease is extended, a stopping worker is noticed, progress is shown."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from django.core.cache import cache
from django.db import connection
from redis.exceptions import RedisError

from evalhub.lib import stopping

LEASE_SECONDS = 45
EXTEND_EVERY_SECONDS = 10
SHOWN_EVERY_SECONDS = 0.5
PROGRESS_KEPT_SECONDS = 600


class LeaseLost(Exception):
    """Another worker has taken the import over; nothing of this one may be kept."""


class Stopping(Exception):
    """This process has been asked to stop; the import goes back as it was."""


@dataclass(frozen=True)
class Progress:
    """`done` of `total` in `unit` ("bytes" or "rows"), good `rows` so far and `errors`; total None: not begun."""

    done: int = 0
    total: int | None = None
    unit: str = "bytes"
    rows: int = 0
    errors: int = 0


class ImportLease:
    """`keep` is called every few thousand rows. Inside a transaction of the caller's own (`is_private`) nobody else can
    see the version yet, so there is no lease to extend.
    """

    def __init__(self, version, *, is_private):
        self._version = version
        self._is_private = is_private
        self._extend_at = time.monotonic() + EXTEND_EVERY_SECONDS
        self._show_at = 0.0

    def keep(self, reader, rows):
        """Raises LeaseLost or Stopping; otherwise the work may go on."""
        now = time.monotonic()
        if now >= self._show_at:
            self._show_at = now + SHOWN_EVERY_SECONDS
            _note(self._version, Progress(reader.done, reader.total, reader.progress_unit, rows, reader.errors.count))
        if self._is_private:
            return
        if stopping.requested():
            raise Stopping
        if now >= self._extend_at:
            self._extend_at = now + EXTEND_EVERY_SECONDS
            self._extend()

    def _extend(self):
        """Through a connection of its own for a moment: the import's own transaction shows nothing until it ends."""
        with ThreadPoolExecutor(1) as pool:
            if not pool.submit(_extend, self._version).result():
                raise LeaseLost


def progress_of(version):
    """The Progress of a running import as far as known: it lives in the cache and may vanish."""
    try:
        return Progress(**cache.get(_key(version)) or {})
    except (RedisError, OSError):
        return Progress()


def _extend(version):
    try:
        return version.extend_lease(seconds=LEASE_SECONDS)
    finally:
        connection.close()


def _note(version, progress):
    try:
        cache.set(_key(version), asdict(progress), PROGRESS_KEPT_SECONDS)
    except (RedisError, OSError):
        return


def _key(version):
    return f"import-progress:{version.pk}"
