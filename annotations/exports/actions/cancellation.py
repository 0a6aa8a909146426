"""Whether work that goes on is still wanted: people cancel it, and another worker may have taken it over."""

import contextlib
import time

from django.db import connection

LOOK_EVERY_SECONDS = 1.0


class NotWanted(Exception):
    """The work was cancelled, or another worker has it; nothing of this one may be kept."""


class Watch:
    """Looks at a LeasedWork row at most once a second, through a connection of its own: the work's transaction would
    show the row as it was when it began.
    """

    def __init__(self, job):
        self._job = job
        self._next = time.monotonic() + LOOK_EVERY_SECONDS

    def check(self):
        """NotWanted once the row is no longer this worker's to do."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + LOOK_EVERY_SECONDS
        with contextlib.closing(connection.copy()) as other, other.cursor() as cursor:
            cursor.execute(
                f"SELECT state = 'running' AND lease_owner = %s FROM {self._job._meta.db_table} WHERE id = %s",
                [self._job.lease_owner, self._job.pk],
            )
            row = cursor.fetchone()
        if not row or not row[0]:
            raise NotWanted
