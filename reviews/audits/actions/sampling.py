"""Draw machine answers by chance for audit: each new one passes one coin, whose probability is kept."""

import hashlib
import time
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Exists, Max, Min, OuterRef
from django.utils.translation import gettext_lazy

from annotations.models import Annotation, AnnotationTask
from evalhub.work.sweep import MORE, Sweep
from reviews.audits.models import AuditDraw, AuditSample

AT_ONCE = 5_000
LOOKS, PAUSE_SECONDS = 20, 0.05


@dataclass(frozen=True)
class DrawResult:
    """How many answers passed the draw, how many of them were drawn, and whether more are waiting to pass."""

    passed: int
    drawn: int
    has_more: bool


def draw(*, task):
    """Let the task's new machine answers pass the draw, at most AT_ONCE of them.

    Poisson sampling: every answer is drawn on its own with probability `audit_sample_share` as it stands now, kept in
    AuditSample. AuditDraw holds up to which annotation all have passed, under a lock, so that each passes once however
    many workers there are; with a share of 0 they pass undrawn. Answers replaced meanwhile are not drawn.
    """
    horizon = stable_horizon()
    if horizon is None:
        return DrawResult(0, 0, True)
    AuditDraw.objects.get_or_create(task=task)
    with transaction.atomic():
        mark = AuditDraw.objects.select_for_update().get(task=task)
        share = AnnotationTask.objects.values_list("audit_sample_share", flat=True).get(pk=task.pk)
        new = _by_machines().filter(task=task, pk__gt=mark.last_annotation, pk__lte=horizon).order_by("pk")
        ids = list(new.values_list("pk", flat=True)[:AT_ONCE])
        standing = new.current().filter(pk__lte=ids[-1]).values_list("pk", flat=True) if ids else []
        drawn = AuditSample.objects.bulk_create(
            AuditSample(task=task, annotation_id=pk, inclusion_probability=share)
            for pk in standing
            if coin(task.pk, pk) < share
        )
        has_more = len(ids) == AT_ONCE
        mark.last_annotation = ids[-1] if has_more else max(horizon, mark.last_annotation)
        mark.save(update_fields=["last_annotation", "updated_at"])
    return DrawResult(len(ids), len(drawn), has_more)


def due():
    """Tasks with machine answers that may not have passed the draw; the range of new annotations is read once."""
    horizon = stable_horizon()
    if horizon is None:
        return []
    marks = AuditDraw.objects.filter(task=OuterRef("task"), last_annotation__gte=OuterRef("pk"))
    low = AuditDraw.objects.aggregate(low=Min("last_annotation"))["low"] or 0
    fresh = _by_machines().filter(~Exists(marks), pk__gt=low)
    known = AuditDraw.objects.filter(task=OuterRef("pk"))
    tasks = AnnotationTask.objects.listed().exclude(status="DRAFT")
    found = set(tasks.filter(pk__in=fresh.values("task")).values_list("pk", flat=True))
    found |= set(tasks.filter(~Exists(known)).values_list("pk", flat=True))
    # The others have nothing new up to here: their marks move along, so that the range stays short.
    AuditDraw.objects.exclude(task__in=found).filter(last_annotation__lt=horizon).update(last_annotation=horizon)
    return list(AnnotationTask.objects.filter(pk__in=found))


SAMPLES = Sweep(
    "audit_samples",
    title=gettext_lazy("Audit samples"),
    rows=due,
    work=lambda task: MORE if draw(task=task).passed == AT_ONCE else None,
    in_steps=True,
)


def coin(task_id, annotation_id):
    """A number in [0, 1) that depends on nothing but the ids: the same draw can be done again by anybody."""
    digest = hashlib.sha256(f"audit {task_id} {annotation_id}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def stable_horizon(model=Annotation):
    """The newest id of the model below which no other can appear any more, or None while a slow writer is at it.

    Ids are given at insertion and appear at commit. Whoever may still bring a lower id holds its lock on the table
    since before this moment: they are waited for, a second at most.
    """
    newest = model.objects.aggregate(newest=Max("pk"))["newest"] or 0
    writers = _writers(model)
    for _look in range(LOOKS):
        if not writers:
            return newest
        time.sleep(PAUSE_SECONDS)
        writers &= _writers(model)
    return None


def _writers(model):
    """Transactions of others in this database that have written rows of the model and are not done."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT virtualtransaction FROM pg_locks
            WHERE locktype = 'relation' AND relation = %s::regclass
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND mode = 'RowExclusiveLock' AND pid <> pg_backend_pid()
            """,
            [model._meta.db_table],
        )
        return {row[0] for row in cursor.fetchall()}


def _by_machines():
    return Annotation.objects.exclude(annotator__kind="human")
