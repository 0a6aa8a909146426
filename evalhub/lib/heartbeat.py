"""Keep the lease of a row while its work goes on: leases are short, so that a killed worker is missed soon."""

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.utils import InterfaceError, OperationalError

LONGEST_SECONDS = 300  # work that hangs for longer is left to others


@contextlib.contextmanager
def kept(row: Any) -> Iterator[None]:
    """Extend the lease of a LeasedWork row every few seconds from a thread of its own, until the block ends.

    The thread holds a database connection only for the moment of the update. A killed process beats no longer, and
    the sweep finds its row at most settings.LEASE_SECONDS later.
    """
    ended = threading.Event()
    thread = threading.Thread(target=_beat, args=(row, ended), name=f"lease of {row.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _beat(row, ended):
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        if ended.wait(settings.BEAT_SECONDS) or not _extend(row):
            return


def _extend(row):
    """False once another worker has the lease; a database that is away for a moment costs one beat of several."""
    try:
        return row.extend_lease(seconds=settings.LEASE_SECONDS)
    except (OperationalError, InterfaceError):
        return True
    finally:
        connection.close()
