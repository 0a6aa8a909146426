"""Hold on to an import while it runs: the lease is extended, a stopping worker is noticed, progress is shown."""

import threading
import time
from dataclasses import asdict, dataclass

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from redis.exceptions import RedisError

from evalhub.lib.database.errors import LOST
from evalhub.lib.processes import stopping

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
    """While it is entered, a thread extends the lease, through a connection that it takes for a moment each time: the
    import's own transaction shows nothing before it ends, and a long run of bad rows returns to nobody.

    Inside a transaction of the caller's own (`is_private`) nobody else sees the version yet: there is no lease to keep.
    """

    def __init__(self, version, *, is_private):
        self._version = version
        self._is_private = is_private
        self._show_at = 0.0
        self._lost = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._extend_on, name=f"lease of {version.pk}", daemon=True)

    def __enter__(self):
        if not self._is_private:
            self._thread.start()
        return self

    def __exit__(self, *exc_info):
        self._ended.set()
        if not self._is_private:
            self._thread.join()

    def keep(self, reader):
        """Called every few thousand rows: shows the progress; raises LeaseLost or Stopping when the work must end."""
        if self._is_private:
            return
        if self._lost:
            raise LeaseLost
        if stopping.requested():
            raise Stopping
        now = time.monotonic()
        if now >= self._show_at:
            self._show_at = now + SHOWN_EVERY_SECONDS
            progress = Progress(
                done=reader.done,
                total=reader.total,
                unit=reader.progress_unit,
                rows=reader.good_rows,
                errors=reader.errors.count,
            )
            _note(self._version, progress)

    def _extend_on(self):
        while not self._ended.wait(settings.BEAT_SECONDS):
            try:
                if not self._version.extend_lease(seconds=settings.LEASE_SECONDS):
                    self._lost = True
                    return
            except LOST:
                continue  # the lease outlives several turns
            finally:
                connection.close()


def progress_of(version):
    """The Progress of a running import as far as known: it lives in the cache and may vanish."""
    try:
        return Progress(**cache.get(_key(version)) or {})
    except (RedisError, OSError):
        return Progress()


def forget_progress(version):
    try:
        cache.delete(_key(version))
    except (RedisError, OSError):
        return


def _note(version, progress):
    try:
        cache.set(_key(version), asdict(progress), PROGRESS_KEPT_SECONDS)
    except (RedisError, OSError):
        return


def _key(version):
    return f"import-progress:{version.pk}"
