"""Keep the lease of a request while its call goes on: leases are short, so that a killed worker is missed soon."""

import contextlib
import threading

from django.db import connection
from django.db.utils import InterfaceError, OperationalError

LEASE_SECONDS = 30
BEAT_SECONDS = 8
MOST_BEATS = 36  # a call that hangs for five minutes is left to others


@contextlib.contextmanager
def kept(request):
    """Extend the lease every few seconds from a thread of its own, until the block ends.

    The thread holds a database connection only for the moment of the update. A killed process beats no longer, and
    the sweep finds its request at most LEASE_SECONDS later.
    """
    ended = threading.Event()
    thread = threading.Thread(target=_beat, args=(request, ended), name=f"lease of request {request.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _beat(request, ended):
    for _ in range(MOST_BEATS):
        if ended.wait(BEAT_SECONDS) or not _extend(request):
            return


def _extend(request):
    """False once another worker has the lease; a database that is away for a moment costs one beat of several."""
    try:
        return request.extend_lease(seconds=LEASE_SECONDS)
    except (OperationalError, InterfaceError):
        return True
    finally:
        connection.close()
