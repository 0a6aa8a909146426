"""What operators should look at: sweeps that fail, rows that were given up, a lag, a full disk, a clock that jumped."""

import shutil
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache

from evalhub import queues
from evalhub.lib.file_store import SPARE_BYTES
from evalhub.lib.reasons import Reason, define
from evalhub.lib.translation import gettext_noop
from evalhub.work.models import WorkFailure
from evalhub.work.sweep import sweeps

LAG_SECONDS = 600.0  # work that is due for longer is late
CLOCK_KEY, CLOCK_SECONDS, JUMP_SECONDS = "clock-jumped", 3_600, 5.0
SWEEP_FAILS = define("sweep_fails", gettext_noop("%(title)s: the last %(attempts)s rounds failed. %(reason)s"))
GIVEN_UP = define(
    "rows_given_up",
    gettext_noop("%(n)s piece of background work was given up."),
    gettext_noop("%(n)s pieces of background work were given up."),
)
LAG = define("work_late", gettext_noop("Work of the kind %(kind)s has been due for %(minutes)s minutes."))
DISK = define("disk_nearly_full", gettext_noop("The disk of the server has %(megabytes)s MB left."))
CLOCK = define("clock_jumped", gettext_noop("The clock of the server jumped by %(seconds)s seconds."))
_offset: list[float] = []  # between the clock and the seconds that have passed, in this process


@dataclass(frozen=True)
class Problem:
    """`code` is a stable word for programs, `reason` what people read."""

    code: str
    reason: Reason


def problems() -> list[Problem]:
    """What is wrong with the installation now; two statements and one look-up of the cache."""
    found = [*_of_sweeps(), *_of_lag(queues.oldest_due() or {})]
    free = shutil.disk_usage(settings.FILES).free if settings.FILES.exists() else None
    if free is not None and free < SPARE_BYTES:
        found.append(DISK(megabytes=free // 2**20))
    jump = cache.get(CLOCK_KEY)
    if jump:
        found.append(CLOCK(seconds=jump))
    return [Problem(reason.code, reason) for reason in found]


def given_up(organization: Any) -> Any:
    """The WorkFailures of an organization that are not tried again, newest first, each with `title`."""
    rows = list(WorkFailure.objects.given_up().filter(organization=organization)[:100])
    for row in rows:
        row.title = title_of(row.sweep)
    return rows


def title_of(sweep: str) -> Any:
    """How people name a sweep; one of another version by its key."""
    return sweeps[sweep].title if sweep in sweeps else sweep


def note_clock() -> None:
    """Look whether the clock has moved by another time than has passed since the last look of this process."""
    offset = time.time() - time.monotonic()
    jump = offset - _offset[0] if _offset else 0.0
    _offset[:] = [offset]
    if abs(jump) >= JUMP_SECONDS:
        cache.set(CLOCK_KEY, round(jump), CLOCK_SECONDS)


def _of_sweeps():
    for row in WorkFailure.objects.failing_sweeps():
        yield SWEEP_FAILS(title=str(title_of(row.sweep)), attempts=row.attempts, reason=row.reason)
    n = WorkFailure.objects.given_up().count()
    if n:
        yield GIVEN_UP(n=n)


def _of_lag(oldest):
    for kind, seconds in oldest.items():
        if seconds > LAG_SECONDS:
            yield LAG(kind=kind, minutes=round(seconds / 60))
