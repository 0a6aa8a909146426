"""Work as rows: a state, a lease and a count of attempts, so that any process may die at any line.

Leases are short, so that a killed worker is missed soon; `LeaseKeeper` extends them while the work goes on.
"""

import contextlib
import datetime
import os
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, Self

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from evalhub.lib.database.errors import LOST
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.reasons import WORKER_CRASH, Reason

MAX_ATTEMPTS = 5
WATCH_SECONDS = 1.0
LONGEST_SECONDS = 300  # work that hangs for longer is left to others


_told: dict[type, Callable[[Any], None]] = {}


def on_end(model: type, tell: Callable[[Any], None]) -> None:
    """Have `tell(row)` called in the transaction in which a row of this model ends as done or failed."""
    _told[model] = tell


class LeaseLost(Exception):
    """The work was cancelled, or another worker has it; nothing of this one may be kept."""


def lease_owner() -> str:
    """Who holds a lease, for people reading the table: host, process and thread."""
    return f"{socket.gethostname()}:{os.getpid()}:{threading.get_ident() % 100_000}"[:80]


class LeasedWorkQuerySet(models.QuerySet):
    def due(self) -> Self:
        """Waiting rows whose time has come, and running rows whose worker let the lease run out."""
        waiting = Q(state="waiting") & (Q(next_attempt_at=None) | Q(next_attempt_at__lte=Now()))
        return self.filter(waiting | Q(state="running", lease_until__lt=Now()))

    def claim(self, *, seconds: float, limit: int = 1, pk: Any = None) -> list[Any]:
        """Take up to `limit` due rows for `seconds` and return them; rows that others hold are passed over.

        A row that lost its worker `MAX_ATTEMPTS` times ends as failed with `worker_crash` instead of being taken.
        """
        taken = self.take(seconds=seconds, limit=limit, pk=pk)
        return list(self.model._default_manager.filter(pk__in=taken).order_by("pk"))

    def take(self, *, seconds: float, limit: int = 1, pk: Any = None) -> list[Any]:
        """`claim`, without reading the rows: their ids."""
        with transaction.atomic():
            due = self.due().order_by("next_attempt_at", "pk").select_for_update(skip_locked=True, of=("self",))
            if pk is not None:
                due = due.filter(pk=pk)
            taken, lost = [], []
            for row in due[:limit]:
                if row.state == "running" and row.lost_workers >= MAX_ATTEMPTS:
                    ended = {"state": "failed", "last_error": WORKER_CRASH(), "lease_until": None} | row.ended_now()
                    for name, value in ended.items():
                        setattr(row, name, value)
                    row.save(update_fields=list(ended))
                    row.tell_end()
                    continue
                taken.append(row.pk)
                lost += [row.pk] * (row.state == "running")
            if lost:
                self.filter(pk__in=lost).lose()
            self.filter(pk__in=taken).update(
                state="running",
                attempts=F("attempts") + 1,
                lease_owner=lease_owner(),
                lease_until=Now() + datetime.timedelta(seconds=seconds),
            )
        return taken

    def lose(self) -> None:
        """Note that the workers of these rows have vanished, where the model counts them."""

    def extend_leases(self, *, seconds: float) -> int:
        """Keep this thread's leases on these rows while the work goes on; returns how many it still has."""
        mine = self.filter(state="running", lease_owner=lease_owner())
        return mine.update(lease_until=Now() + datetime.timedelta(seconds=seconds))


def times(model: Any) -> list[tuple[Any, str]]:
    """Of a LeasedWork model, what becomes due by time alone, as a task names it with `due_at`."""
    open_rows = model._default_manager.filter(state__in=["waiting", "running"])
    return [(open_rows.filter(state="waiting"), "next_attempt_at"), (open_rows.filter(state="running"), "lease_until")]


class LeasedWork(models.Model):
    """Mixin of a row that a worker takes, does and ends. States: waiting, running, done, failed, cancelled."""

    STATES = ["waiting", "running", "done", "failed", "cancelled"]

    state = models.CharField(max_length=12, choices=[(state, state) for state in STATES], default="waiting")
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_owner = models.CharField(max_length=80, blank=True, default="")
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    last_error = ReasonField()

    class Meta:
        abstract = True

    @property
    def is_finished(self) -> bool:
        return self.state in ("done", "failed", "cancelled")

    @property
    def lost_workers(self) -> int:
        """How many workers have vanished over a row whose lease ran out, the last one included; every try, here."""
        return self.attempts

    def extend_lease(self, *, seconds: float) -> bool:
        """Keep the lease while the work goes on; returns False when another worker has taken it over."""
        until = Now() + datetime.timedelta(seconds=seconds)
        return self.mine().update(lease_until=until) == 1

    def mine(self) -> models.QuerySet:
        """The row as a QuerySet, empty when another worker has taken the work over."""
        return type(self).objects.filter(pk=self.pk, state="running", lease_owner=self.lease_owner)

    def finish(self, *, state: str = "done", error: Reason | None = None, **fields: Any) -> bool:
        """End the work with a compare-and-set on the lease; returns False when it was lost meanwhile."""
        changes = {"state": state, "last_error": error, "lease_until": None}
        changes |= ({} if state == "waiting" else self.ended_now()) | fields
        if state == "waiting" or type(self) not in _told:
            return self.mine().update(**changes) == 1
        with transaction.atomic():
            ended = self.mine().update(**changes) == 1
            if ended:
                type(self)._default_manager.get(pk=self.pk).tell_end()
        return ended

    @classmethod
    def ended_now(cls) -> dict[str, Any]:
        """The time of its end, where the model keeps it."""
        return {"finished_at": Now()} if any(field.name == "finished_at" for field in cls._meta.fields) else {}

    def tell_end(self) -> None:
        """Tell of a row that has just ended, where its model has somebody to tell."""
        if self.state in ("done", "failed") and type(self) in _told:
            _told[type(self)](self)

    def retry_later(self, *, seconds: float, error: Reason | None) -> bool:
        """Give the row back with a time before which nobody tries again."""
        at = Now() + datetime.timedelta(seconds=seconds)
        return self.finish(state="waiting", error=error, next_attempt_at=at)


class LeaseWatch:
    """Looks at a LeasedWork row at most once a second, through a connection of its own: the work's transaction would
    show the row as it was when it began.
    """

    def __init__(self, row):
        self._row = row
        self._next = time.monotonic() + WATCH_SECONDS

    def check(self) -> None:
        """LeaseLost once the row is no longer this worker's to do."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + WATCH_SECONDS
        with contextlib.closing(connection.copy()) as other, other.cursor() as cursor:
            cursor.execute(
                f"SELECT 1 FROM {self._row._meta.db_table} WHERE id = %s AND state = 'running' AND lease_owner = %s",
                [self._row.pk, self._row.lease_owner],
            )
            if cursor.fetchone() is None:
                raise LeaseLost


class LeaseKeeper:
    """Extend the lease of a LeasedWork row every few seconds from a thread of its own, until the block ends.

    The thread holds a database connection only for the moment of the update: the work's own transaction shows nothing
    before it ends. A killed process extends no longer, and the sweep finds its row at most settings.LEASE_SECONDS
    later. `longest_seconds` None: for work that shows by itself that it goes on.
    """

    def __init__(self, row: Any, *, longest_seconds: float | None = LONGEST_SECONDS):
        self._row = row
        self._end = None if longest_seconds is None else time.monotonic() + longest_seconds
        self._lost = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._extend_on, name=f"lease of {row.pk}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._ended.set()
        self._thread.join()

    def check(self) -> None:
        """LeaseLost once the thread has found that another worker has the row."""
        if self._lost:
            raise LeaseLost

    def _extend_on(self):
        while not self._ended.wait(settings.BEAT_SECONDS):
            if self._end is not None and time.monotonic() >= self._end:
                return
            if not self._extend():
                self._lost = True
                return

    def _extend(self):
        """False once another worker has the lease; a database that is away for a moment costs one turn of several."""
        try:
            return self._row.extend_lease(seconds=settings.LEASE_SECONDS)
        except LOST:
            return True
        finally:
            connection.close()
