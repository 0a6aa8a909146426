"""Keep the lease of a row while its work goes on: leases are short, so that a killed worker is missed soon."""

import contextlib
import threading

from django.db import connection
from django.db.utils import InterfaceError, OperationalError

LEASE_SECONDS = 20
BEAT_SECONDS = 5
MOST_BEATS = 60  # work that hangs for five minutes is left to others


@contextlib.contextmanager
def kept(row):
    """Extend the lease of a LeasedWork row every few seconds from a thread of its own, until the block ends.

    The thread holds a database connection only for the moment of the update. A killed process beats no longer, and
    the sweep finds its row at most LEASE_SECONDS later.
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
    for _ in range(MOST_BEATS):
        if ended.wait(BEAT_SECONDS) or not _extend(row):
            return


def _extend(row):
    """False once another worker has the lease; a database that is away for a moment costs one beat of several."""
    try:
        return row.extend_lease(seconds=LEASE_SECONDS)
    except (OperationalError, InterfaceError):
        return True
    finally:
        connection.close()
