"""Sweeps: what is due, and how one row of it is worked on, with a net for each row."""

import datetime
import errno
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain, zip_longest
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.db import DatabaseError, IntegrityError, models, transaction
from django.db.models import F, Window
from django.db.models.functions import Now, RowNumber

from evalhub.lib import reasons
from evalhub.lib.errors import EvalHubError
from evalhub.lib.leases import LONGEST_SECONDS, MAX_ATTEMPTS, LeaseKeeper, LeaseLost
from evalhub.lib.processes import stopping
from evalhub.lib.processes.bulkhead import Contained
from evalhub.lib.reasons import Reason, define
from evalhub.lib.translation import gettext_noop
from evalhub.work.models import WorkFailure

WAITS = (30, 120, 600, 3_600)  # seconds before the second try of a row, the third and so on; then it is given up
WORK_FAILED = define("work_failed", gettext_noop("Unexpected error (%(kind)s). The log of the worker has the details."))
DISK_FULL = define("disk_full", gettext_noop("The disk of the server is full."))
sweeps: dict[str, "Sweep | LeasedSweep"] = {}
given_up: list[Callable[[WorkFailure], None]] = []  # later features: called with a row that was given up
_FAILED = object()
# What the work on a row returns when the row is due again at once, and when another worker has it.
MORE, TAKEN = object(), object()


@dataclass(frozen=True)
class Round:
    """How many rows were done and how many failed; `is_over` when nothing else was due."""

    done: int = 0
    failed: int = 0
    is_over: bool = True


def reason_of(problem: BaseException | None) -> Reason:
    """Why a row failed, as people read it."""
    if isinstance(problem, EvalHubError):
        return reasons.of(problem.message) or WORK_FAILED(kind=type(problem).__name__)
    is_full = isinstance(problem, OSError) and problem.errno == errno.ENOSPC
    return DISK_FULL() if is_full else WORK_FAILED(kind=type(problem).__name__)


class _Named:
    """What both kinds of sweeps have: a name, a title, and the failures of their rows."""

    attempts = MAX_ATTEMPTS

    def __init__(self, name: str, *, title: Any, rows: Callable, work: Callable, organization: str):
        if name in sweeps:
            raise ValueError(f"There are two sweeps {name!r}.")
        sweeps[name] = self
        self.name, self.title, self.rows, self.work = name, title, rows, work
        self.organization = organization

    def _organization_of(self, row):
        return attrgetter(self.organization.replace("__", "."))(row) if self.organization else None

    def _failures(self):
        return WorkFailure.objects.filter(sweep=self.name)

    def _fail(self, key, organization, problem, *, attempts=None, wait=None):
        """Keep that a row failed; returns the WorkFailure, or raises the problem where the database is away too."""
        try:
            with transaction.atomic():
                failure = self._failures().select_for_update(of=("self",)).filter(key=key).first()
                failure = failure or WorkFailure(sweep=self.name, key=key, organization_id=organization)
                failure.attempts = min(attempts or failure.attempts + 1, 30_000)
                # Members of all organizations read why a sweep fails: its message may name what belongs to one.
                failure.reason = reason_of(problem) if key else WORK_FAILED(kind=type(problem).__name__)
                failure.failed_at = Now()
                is_final = bool(key) and failure.attempts >= self.attempts
                seconds = (WAITS[min(failure.attempts, len(WAITS)) - 1] if key else 0) if wait is None else wait
                failure.next_attempt_at = None if is_final else Now() + datetime.timedelta(seconds=seconds)
                failure.save()
                for tell in given_up if is_final else ():
                    with Contained(f"Telling that {failure} was given up"), transaction.atomic():
                        tell(failure)
        except IntegrityError:  # another worker has just kept it, or its organization is gone
            return self._failures().filter(key=key).first() or failure
        except DatabaseError:
            raise problem from None
        return failure


class Sweep(_Named):
    """Rows that are done in a moment each, one transaction each.

    `rows()` is a QuerySet or a list of what is due; `organization` the way from a row to the id of its organization, as
    a QuerySet spells it, "" for none. `key(row)` names it. At most `most` rows are taken in a round, organizations in
    turn. With `in_steps` the work commits by itself. After so many `attempts` the row is given up: `give_up(row,
    reason)` ends it for its users.
    """

    def __init__(
        self,
        name: str,
        *,
        title: Any,
        rows: Callable[[], Iterable[Any]],
        work: Callable[[Any], Any],
        organization: str = "organization_id",
        key: Callable[[Any], Any] = attrgetter("pk"),
        most: int | None = None,
        in_steps: bool = False,
        attempts: int = MAX_ATTEMPTS,
        give_up: Callable[[Any, Reason], None] | None = None,
    ):
        super().__init__(name, title=title, rows=rows, work=work, organization=organization)
        self.key, self.most, self.in_steps, self.give_up = key, most, in_steps, give_up
        self.attempts = attempts

    def round(
        self,
        rows: Callable[[], Iterable[Any]] | None = None,
        *,
        until: float | None = None,
        most: int | None = None,
    ) -> Round:
        """Work on what is due, or on `rows()`; not beyond the moment `until` of time.monotonic(). Never raises but
        where the database is away."""
        most = most or self.most
        found, failed_before = self._due(rows or self.rows, most)
        done, failed, is_over = 0, 0, most is None or len(found) < most
        for row in found:
            if stopping.requested() or until is not None and time.monotonic() > until:
                return Round(done, failed, is_over=False)
            result = self._one(row, str(self.key(row)) in failed_before)
            done, failed = done + (result not in (_FAILED, TAKEN)), failed + (result is _FAILED)
            is_over &= result is not MORE
        return Round(done, failed, is_over)

    def rounds(self, *, seconds: float | None = None) -> Round:
        """One round after the other until nothing is due, or for so many seconds; the last one, with all counts."""
        until, done, failed = None if seconds is None else time.monotonic() + seconds, 0, 0
        while True:
            last = self.round(until=until)
            done, failed = done + last.done, failed + last.failed
            is_late = until is not None and time.monotonic() > until
            if last.is_over or not last.done or is_late or stopping.requested():
                return Round(done, failed, last.is_over)

    def due(self) -> list[Any]:
        """The rows of a round, for a message each; none where the sweep fails."""
        return self._due(self.rows, self.most)[0]

    def one(self, row: Any) -> Any:
        """Work on this row; MORE when it is due again at once. A row that is held is left for later."""
        known = self._failures().filter(key=str(self.key(row)))
        return None if known.held().exists() else self._one(row, known.exists())

    def restart(self, key: str) -> None:
        """Its row is due as it is."""

    def _due(self, rows, most):
        """(rows, keys of those that failed before): two statements, more after failures. No rows where they cannot be
        found, which is the failure of the sweep itself."""
        known = set(self._failures().values_list("key", flat=True))
        held = set(self._failures().held().values_list("key", flat=True)) if known else set()
        with Contained(f"The sweep {self.name}") as net:
            found = self._in_turn(rows(), held, most)
        if net.error is not None:
            self._fail("", None, net.error)
            return [], known
        if "" in known:
            self._failures().filter(key="").delete()
        return found, known

    def _in_turn(self, rows, held, most):
        if isinstance(rows, models.QuerySet) and most is not None:
            order = rows.query.order_by or rows.model._meta.ordering or ["pk"]
            turn = Window(
                RowNumber(), partition_by=[F(self.organization)] if self.organization else None, order_by=order
            )
            rows = rows.annotate(turn=turn).order_by("turn", *order)[: most + len(held)]
        found = [row for row in rows if str(self.key(row)) not in held] if held else list(rows)
        return list(chain.from_iterable(_by_turns(found, self._organization_of)))[:most]

    def _one(self, row, has_failed):
        key, result = str(self.key(row)), None
        savepoint = nullcontext() if self.in_steps else transaction.atomic()
        with Contained(f"The sweep {self.name} at {key}") as net, savepoint:
            result = self.work(row)
        if net.error is None:
            if has_failed:
                self._failures().filter(key=key).delete()
            return result
        failure = self._fail(key, self._organization_of(row), net.error)
        if failure.next_attempt_at is None and self.give_up:
            with Contained(f"Giving up {self.name} at {key}"), transaction.atomic():
                self.give_up(row, failure.reason)
        return _FAILED


class LeasedSweep(_Named):
    """Rows of leased work: each is claimed, worked on while its lease is kept, and ended by the work itself.

    `rows()` is a QuerySet of the model; `work(row, keeper)` ends the row or gives it back. An EvalHubError ends it as
    failed; any other exception gives it back for another attempt, the last one ends it. `fail(row, reason)` ends it as
    failed. `longest_seconds` as in LeaseKeeper.
    """

    def __init__(
        self,
        name: str,
        *,
        title: Any,
        rows: Callable[[], Any],
        work: Callable[[Any, Any], Any],
        organization: str = "organization_id",
        related: Sequence[str] = (),
        fail: Callable[[Any, Reason], Any] | None = None,
        retry_seconds: float = 15,
        longest_seconds: float | None = LONGEST_SECONDS,
    ):
        super().__init__(name, title=title, rows=rows, work=work, organization=organization)
        self.related, self.retry_seconds, self.longest_seconds = related, retry_seconds, longest_seconds
        self.fail = fail or (lambda row, reason: row.finish(state="failed", error=reason))

    def next(self, *, pk: Any = None) -> Any:
        """Work on the row that is due, of each organization in turn, or on that one; returns it, None when none is."""
        row = self._claim(pk)
        if row is None:
            return None
        net = Contained(f"The sweep {self.name} at {row.pk}", passes=(LeaseLost, EvalHubError))
        try:
            with net, LeaseKeeper(row, longest_seconds=self.longest_seconds) as keeper:
                self.work(row, keeper)
        except LeaseLost:
            return row
        except EvalHubError as problem:
            self._end(row, reason_of(problem))
        if net.error is not None:
            is_last = row.attempts >= MAX_ATTEMPTS
            seconds = self.retry_seconds * row.attempts
            self._fail(str(row.pk), self._organization_of(row), net.error, attempts=row.attempts, wait=seconds)
            reason = reason_of(net.error)
            if is_last:
                self._end(row, reason)
            else:
                row.retry_later(seconds=seconds, error=reason)
        elif row.attempts > 1:
            self._failures().filter(key=str(row.pk)).delete()
        return row

    def restart(self, key: str) -> None:
        """Put a row that was given up back in line with fresh attempts."""
        rows = self.rows().filter(pk=key, state="failed")
        rows.update(state="waiting", attempts=0, last_error=None, next_attempt_at=None)

    def _claim(self, pk):
        rows = self.rows()
        if pk is not None:
            claimed = rows.claim(seconds=settings.LEASE_SECONDS, pk=pk)
        else:
            claimed = next(filter(None, (each.claim(seconds=settings.LEASE_SECONDS) for each in self._turns(rows))), [])
        for row in claimed:
            return rows.model._default_manager.select_related(*self.related).get(pk=row.pk)
        return None

    def _turns(self, rows):
        """The due rows of each organization that has some, in an order by chance."""
        if not self.organization:
            return [rows]
        owners = list(rows.due().order_by().values_list(self.organization, flat=True).distinct())
        random.shuffle(owners)
        return [rows.filter(**{self.organization: owner}) for owner in owners]

    def _end(self, row, reason):
        """End a row as failed, without what follows from it where that fails too."""
        with Contained(f"Ending {self.name} at {row.pk}") as net, transaction.atomic():
            self.fail(row, reason)
        if net.error is not None:
            row.finish(state="failed", error=reason)


def in_parts(rows: Sequence[Any], write: Callable[[Sequence[Any]], Any], fail: Callable[[Any, Exception], Any]) -> None:
    """Write rows in one transaction; where that raises, by halves, down to the rows that raise, which `fail` gets."""
    with Contained(f"Writing {len(rows)} rows") as net, transaction.atomic():
        write(rows)
    if net.error is None:
        return
    if len(rows) > 1:
        middle = len(rows) // 2
        in_parts(rows[:middle], write, fail)
        in_parts(rows[middle:], write, fail)
    elif rows:
        fail(rows[0], net.error)


def _by_turns(rows, owner_of):
    """A row of each owner, another of each and so on; owners in an order by chance, the rows of one in theirs."""
    by_owner = defaultdict(list)
    for row in rows:
        by_owner[owner_of(row)].append(row)
    lines = list(by_owner.values())
    random.shuffle(lines)
    missing = object()
    return ([row for row in turn if row is not missing] for turn in zip_longest(*lines, fillvalue=missing))
