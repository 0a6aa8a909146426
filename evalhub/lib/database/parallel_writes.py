"""Two writers at once: a step on a connection of its own beside what the caller goes on with."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.db import connection

_SECOND = threading.Lock()  # one more connection for the whole process, whatever number of threads it has


@contextmanager
def beside(step: Callable[[], object]) -> Iterator[None]:
    """Run `step()` while the block runs; its error is raised when both have ended, unless the block raised one.

    It runs before the block, on the same connection, inside a transaction, which no other connection could see, and
    while the process has a second connection out already.
    """
    if connection.in_atomic_block or not _SECOND.acquire(blocking=False):
        step()
        yield
        return
    try:
        with ThreadPoolExecutor(1, thread_name_prefix="beside") as pool:
            running = pool.submit(_closed, step)
            yield
            running.result()
    finally:
        _SECOND.release()


def _closed(step):
    try:
        step()
    finally:
        connection.close()
