"""Hand out work: leases with tokens, a cursor per annotator, places counted on the item."""

import datetime
import hashlib
import time
import uuid
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache

from django.db import IntegrityError, connection, transaction
from django.db.models import BooleanField, Count, ExpressionWrapper, Min, OuterRef, Q, Subquery
from django.db.models.functions import Now

from annotations.queue.models import Annotation, Assignment, Cursor
from annotations.tasks.actions import history
from annotations.tasks.actions.item_content import NOT_SHOWN, ItemContent, content_in
from annotations.tasks.models import TaskItem
from annotations.tasks.models.annotation_task import ELIGIBLE
from datasets.models import ModelOutput, TestCase
from evalhub.lib.database import prepared, statements
from evalhub.lib.database.errors import RETRY
from evalhub.lib.database.joined import Joined
from evalhub.lib.errors import Conflict, NotFound, Unavailable

sql = statements.of_feature(__file__)
MOST_MISSED = 1000  # items in turn that others took while they were looked at
TOP = 32767  # above every priority: smallint's maximum is never given to an item
BLOCKED, NOT_ELIGIBLE, CAP_REACHED = "blocked_annotator", "not_eligible", "cap_reached"
# How many items of the task `t` the annotator has or answered; whether it gives them more.
HAD = """(SELECT count(*) FROM annotations_assignment h
    WHERE h.task_id = t.id AND h.annotator_id = %(annotator)s AND h.round = 1
      AND h.state IN ('leased', 'prefetched', 'returned', 'submitted'))"""
BELOW_CAP = f"(t.max_items_per_person IS NULL OR t.max_items_per_person > {HAD})"
ALREADY_HOLDING = "assignment_one_lease"
SKIPS = " SKIP LOCKED"
PREFETCH_SECONDS = 300
EXACT_UP_TO = 2_000
REMEMBERED_SECONDS = 10.0
REASONS = (
    "all_done",
    "busy",
    "not_active",
    "paused_annotator",
    BLOCKED,
    NOT_ELIGIBLE,
    CAP_REACHED,
    "preparing",
)
_remembered = {}
STOPPED = f"""
    SELECT CASE WHEN n.status = 'paused' THEN 'paused_annotator' WHEN n.blocked_at IS NOT NULL THEN '{BLOCKED}'
                WHEN NOT ({ELIGIBLE}) THEN '{NOT_ELIGIBLE}' WHEN NOT {BELOW_CAP} THEN '{CAP_REACHED}' ELSE '' END
    FROM annotations_annotator n, annotations_annotationtask t
    WHERE n.id = %(annotator)s AND t.id = %(task)s"""
CLAIMED = (
    "priority",
    "exhausted",
    "id",
    "token",
    "item_id",
    "lease_until",
    "display_seed",
    "reason",
    "run_out",
    "missed",
)


@dataclass(frozen=True)
class Lease:
    """A place on an item, held until `lease_until` (database clock) by whoever knows `token`.

    `display_seed` decides the order in which answers are shown; `note` says why the item came back to its annotator.
    `shown` is the item, where the statement that found the lease read it too.
    """

    assignment_id: int
    item_id: int
    token: str
    lease_until: datetime.datetime
    display_seed: int = 0
    note: str = ""
    shown: ItemContent | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class NothingFree:
    """Why nothing was handed out: one of REASONS.

    `leased_items` are held by others, the first until `next_free_at`; `skipped_items` and `returned_items` are the
    annotator's own.
    """

    reason: str
    leased_items: int = 0
    next_free_at: datetime.datetime | None = None
    skipped_items: int = 0
    returned_items: int = 0
    total_remaining: int = 0


def claim(*, task, annotator, shows=False):
    """Return the Lease that this annotator holds, or take one; else NothingFree.

    In order: the item in hand, items returned to them, the prefetched item, the pool. At most one lease per annotator
    and task: a second, simultaneous call loses the insert and reads the winner's. One statement when work is at hand;
    a wrap-around or a lower band costs one more each, a cap on items per person a lock. `shows` has it read the item
    too, where it can.
    """
    if task.status != "ACTIVE":
        return NothingFree(reason="not_active")
    try:
        with transaction.atomic() if task.max_items_per_person else nullcontext():
            lock_capped(task, annotator)
            lease = _take(task, annotator, "leased", task.lease_seconds, shows=shows)
            # A prefetch of the annotator's page may just have taken what the claim found nothing beside: the last item.
            if lease is None and Assignment.objects.filter(task=task, annotator=annotator, state="prefetched").exists():
                lease = _take(task, annotator, "leased", task.lease_seconds, shows=shows)
    except IntegrityError as error:
        if ALREADY_HOLDING not in str(error):
            raise
        lease = held_lease(task=task, annotator=annotator)
    return lease or why_nothing(task=task, annotator=annotator)


@transaction.atomic
def prefetch(*, task, annotator):
    """Keep the next item ready for this annotator for five minutes: a Lease that `claim` opens with the same token.

    At most one: a second call gets the same again. None: nothing is free, or a returned item comes next anyway.
    """
    if task.status != "ACTIVE":
        return None
    _one_at_a_time(task, annotator)  # no constraint limits prefetched items
    return _take(task, annotator, "prefetched", PREFETCH_SECONDS)


def lock_capped(task, annotator):
    """Let nothing else give this annotator an item while the cap of the task is counted; before any item is locked."""
    if task.max_items_per_person:
        _one_at_a_time(task, annotator)


def _one_at_a_time(task, annotator):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{task.pk}:{annotator.pk}"])


@transaction.atomic
def take_over(*, task, annotator, item_id):
    """Give the lease on the item in hand a new token, so that only this page may submit; Conflict when it ended."""
    item = item_of(task, item_id)
    until = Now() + datetime.timedelta(seconds=task.lease_seconds)
    mine = Assignment.objects.filter(task=task, item=item, annotator=annotator, state="leased")
    if not mine.update(token=uuid.uuid4(), lease_until=until):
        raise _ended()
    history.note(task=task, item=item, actor=annotator, verb="taken_over")
    return lease_of(mine.get())


def held_lease(*, task, annotator):
    """The live lease of this annotator in this task, renewed when it ran out but nobody took the place."""
    return _held(task, annotator, "leased", task.lease_seconds)


def open_lease(*, task, annotator):
    """The lease this annotator holds in this task, run out or not, without renewing it; one statement."""
    row = Assignment.objects.filter(task=task, annotator=annotator, state="leased").first()
    return lease_of(row) if row else None


def lease_of(row):
    """An Assignment as the Lease that pages work with."""
    return Lease(
        assignment_id=row.pk,
        item_id=row.item_id,
        token=str(row.token),
        lease_until=row.lease_until,
        display_seed=row.display_seed,
        note=row.reason,
    )


def heartbeat(*, task, annotator, item_id, token):
    """Extend a lease while its page is open; Conflict when it was lost or taken over."""
    row = Assignment.objects.filter(task=task, annotator=annotator, item_id=item_id, state="leased").first()
    if row is None:
        raise _ended()
    if str(row.token) != str(token):
        raise Conflict("This item is open in another tab or program.", code="lease_taken_over")
    until = _renew(row, task.lease_seconds)
    if until is None:
        raise _ended()
    return until


def _ended():
    return Conflict("The lease on this item has ended. Your text is kept; submit it as it is.", code="lease_ended")


def peek(*, annotator, after):
    """The id of the item that `claim` would probably hand out after the item `after`, without taking it.

    One statement, a second one at the end of a band.
    """
    values = {"task": after.task_id, "annotator": annotator.pk, "item": after.pk}
    with prepared.cursor() as cursor:
        cursor.execute(sql("peek"), values)
        row = cursor.fetchone()
    return row[0] if row else _first_free(after.task_id, annotator)


def _first_free(task_id, annotator):
    own = Assignment.objects.filter(item=OuterRef("pk"), annotator=annotator).values("id")[:1]
    free = TaskItem.objects.open().filter(task_id=task_id).annotate(own=Subquery(own)).filter(own=None)
    return free.order_by("-priority", "position").values_list("pk", flat=True).first()


def why_nothing(*, task, annotator):
    """Say why the queue is empty for this annotator."""
    task.refresh_from_db(fields=["status", "preparation"])
    mine = Assignment.objects.filter(task=task, annotator=annotator)
    own = mine.filter(state__in=["skipped", "returned"]).values_list("state").annotate(n=Count("pk"))
    own = {f"{state}_items": n for state, n in own}
    if task.status != "ACTIVE":
        return NothingFree(reason="not_active", **own)
    if task.preparation != "READY":
        return NothingFree(reason="preparing", **own)
    stopped = why_stopped(task=task, annotator=annotator)
    if stopped:
        return NothingFree(reason=stopped, **own)
    others = Assignment.objects.holding().filter(task=task).exclude(annotator=annotator)
    busy = others.exclude(item__in=mine.values("item_id")).aggregate(
        next=Min("lease_until"), items=Count("item", distinct=True)
    )
    if not busy["items"]:
        return NothingFree(reason="all_done", **own)
    return NothingFree(reason="busy", leased_items=busy["items"], next_free_at=busy["next"], **own)


def why_stopped(*, task, annotator):
    """The reason of REASONS why this annotator is given no new item of the task, else ""; one statement."""
    with prepared.cursor() as cursor:
        cursor.execute(STOPPED, {"task": task.pk, "annotator": annotator.pk})
        row = cursor.fetchone()
    return row[0] if row else ""


def item_of(task, item_id):
    """The TaskItem `item_id` of `task`; items of other tasks do not exist."""
    try:
        item = TaskItem.objects.filter(task=task, pk=int(item_id)).first()
    except (TypeError, ValueError, OverflowError):
        item = None
    if item is None:
        raise NotFound("There is no such item in this task.")
    return item


def _take(task, annotator, state, seconds, *, shows=False):
    below, missed = TOP, 0
    while missed < MOST_MISSED:
        row = _claim_once(task, annotator, state, seconds, below, wrapped=False, shows=shows)
        if row["run_out"]:
            return _held(task, annotator, state, seconds)
        if row["missed"]:
            missed += 1
            continue
        if row["id"] is None and row["priority"] is None:
            return None
        if row["id"] is None and not row["exhausted"]:
            band = row["priority"]
            row = _claim_once(task, annotator, state, seconds, below, wrapped=True, shows=shows)
            if row["missed"]:
                missed += 1
                continue
            if row["id"] is None:
                _note_exhausted(task, annotator, band)
                row["priority"] = band
        if row["id"] is not None:
            return Lease(
                assignment_id=row["id"],
                item_id=row["item_id"],
                token=str(row["token"]),
                lease_until=row["lease_until"],
                display_seed=row["display_seed"],
                note=row["reason"],
                shown=row["shown"],
            )
        below = row["priority"]
    raise Unavailable("Others take the same items at this moment. Ask again.", code="busy", headers=RETRY)


def _claim_once(task, annotator, state, seconds, below, *, wrapped, shows):
    # Once some items are shared, a newcomer begins at a place of their own, so that people do not walk the same head.
    digest = hashlib.sha256(f"{task.pk}:{annotator.pk}".encode()).digest()
    rows = _claiming(waits=wrapped).rows(
        {
            "task": task.pk,
            "annotator": annotator.pk,
            "state": state,
            "below": below,
            "wrapped": wrapped,
            "seconds": seconds,
            "start": int.from_bytes(digest[:4], "big") % max(task.total_items, 1) - 1,
            "shows": shows,
            "keeps_order": task.keeps_order,
        }
    )
    row, item = rows[0][:2]
    return row | {"shown": content_in([row[1:] for row in rows]) if item is not None else None}


@cache
def _claiming(*, waits):
    """The statement. The last look waits for items that somebody is writing to: passed over, they would look taken, and
    the queue empty."""
    text = sql("claim").replace("{eligible}", ELIGIBLE).replace("{below_cap}", BELOW_CAP)
    return Joined(
        text.replace(SKIPS, "") if waits else text,
        values=CLAIMED,
        deferred=NOT_SHOWN,
        i=TaskItem,
        c=TestCase,
        o=ModelOutput,
    )


def _held(task, annotator, state, seconds):
    run_out = ExpressionWrapper(Q(lease_until__lt=Now()), output_field=BooleanField())
    mine = Assignment.objects.filter(task=task, annotator=annotator, state=state)
    row = mine.annotate(run_out=run_out).first()
    if row is None:
        return None
    if row.run_out:
        row.lease_until = _renew(row, seconds)
    return lease_of(row) if row.lease_until else None


def _note_exhausted(task, annotator, priority):
    Cursor.objects.update_or_create(
        annotator=annotator,
        task=task,
        priority=priority,
        defaults={"exhausted_at": Now()},
        create_defaults={"exhausted_at": Now(), "position": -1},
    )


def _renew(row, seconds):
    """Extend by compare-and-set on the token; None when the lease is gone."""
    until = Now() + datetime.timedelta(seconds=seconds)
    mine = Assignment.objects.filter(pk=row.pk, token=row.token, state=row.state)
    if not mine.update(lease_until=until):
        return None
    return Assignment.objects.values_list("lease_until", flat=True).get(pk=row.pk)


def counts(*, task, annotator):
    """How many items this annotator has finished in this task, skips not counted; one narrow query."""
    return Annotation.objects.current().filter(task=task, annotator=annotator).count()


def remaining(task):
    """Items with a free place. Counted each time in small tasks; in large ones at most every ten seconds."""
    return _counted(task, task.pk, lambda: TaskItem.objects.open().filter(task=task).count())


def remaining_for(*, task, annotator):
    """Items that this annotator may still answer, counted as often."""
    return _counted(task, (task.pk, annotator.pk), lambda: left_for([task], annotator)[task.pk])


def left_for(tasks, annotator):
    """{task id: items that this annotator has in hand or may still be given}; one statement."""
    text = sql("left_for").replace("{eligible}", ELIGIBLE).replace("{had}", HAD)
    with prepared.cursor() as cursor:
        cursor.execute(text, {"annotator": annotator.pk, "tasks": [task.pk for task in tasks]})
        return dict(cursor.fetchall())


def _counted(task, key, count):
    if task.total_items <= EXACT_UP_TO:
        return count()
    at, found = _remembered.get(key, (0.0, 0))
    if time.monotonic() - at > REMEMBERED_SECONDS:
        found = count()
        if len(_remembered) > 1000:
            _remembered.clear()
        _remembered[key] = (time.monotonic(), found)
    return found
