"""Keep the stored audit queue up to date: what each machine answer's reasons are and where it stands.

The rows are derived and can be made anew at any time. They follow the append-only history of each task in bounded
batches; with another registry of reasons, or none yet, the task is gone through from its first item.
"""

import hashlib
import itertools
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils.translation import gettext_lazy

from annotations.models import Annotation, AnnotationEvent, AnnotationTask, TaskItem
from annotations.tasks.models.annotation_task import AUDIT_MODES
from evalhub.work.sweep import MORE, Sweep
from reviews.audits.actions import sampling
from reviews.audits.actions.blind_modes import BLIND
from reviews.audits.actions.reasons import REASONS, SAMPLE, SAMPLE_WEIGHT
from reviews.audits.models import AuditDraw, AuditPickMark

EVENTS_AT_ONCE, ITEMS_AT_ONCE = 2_000, 1_000
FURTHEST = 1_000  # more than all weights together: an answer's place is (FURTHEST - weight) * PLACES + id
PLACES = 2**44


@dataclass(frozen=True)
class Point:
    """The newest event below which no other can appear, and the newest annotation that events up to it tell of."""

    event: int
    annotation: int


@dataclass(frozen=True)
class Placed:
    """The reasons (keys, heaviest first) and the place of one answer."""

    reasons: tuple
    place: int


def stable_point():
    """The Point up to which picks can be made now, or None while a slow writer is at it.

    To be asked for before the draw: an answer is never listed before it has passed that, lest it be shown first and
    hidden after.
    """
    event = sampling.stable_horizon(AnnotationEvent)
    if event is None:
        return None
    return Point(event, Annotation.objects.aggregate(newest=Max("pk"))["newest"] or 0)


def due(*, point):
    """Tasks whose picks are behind and whose answers up to the Point have passed the draw; one statement."""
    drawn = AuditDraw.objects.filter(task=OuterRef("pk"), last_annotation__gte=point.annotation)
    new = AnnotationEvent.objects.filter(task=OuterRef("task"), pk__gt=OuterRef("last_event"), pk__lte=point.event)
    made = Q()
    for modes in itertools.product(AUDIT_MODES, repeat=2):
        made |= Q(
            task__audit_risk_mode=modes[0], task__audit_sample_mode=modes[1], reasons_sha256=reasons_sha256(*modes)
        )
    through = AuditPickMark.objects.filter(~Exists(new), made, task=OuterRef("pk"), next_position=None)
    found = list(AnnotationTask.objects.filter(Exists(drawn), ~Exists(through)))
    for task in found:
        task.point = point
    return found


def refresh(*, task, point):
    """Make the next batch of the task's picks; returns whether more are waiting.

    Under a lock of the task's mark: of several workers each does another batch. An answer that is audited meanwhile
    stays audited, and the event that tells of it comes in the next batch.
    """
    AuditPickMark.objects.get_or_create(task=task)
    with transaction.atomic():
        mark = AuditPickMark.objects.select_for_update().get(task=task)
        modes = AnnotationTask.objects.values_list("audit_risk_mode", "audit_sample_mode").get(pk=task.pk)
        if mark.reasons_sha256 != reasons_sha256(*modes):
            mark.reasons_sha256, mark.next_position, mark.last_event = reasons_sha256(*modes), 0, point.event
        items, has_more = _next_items(mark) if mark.next_position is not None else _touched_items(mark, point)
        _make(items, AuditDraw.objects.values_list("last_annotation", flat=True).get(task=task))
        mark.save()
    return has_more


PICKS = Sweep(
    "audit_picks",
    title=gettext_lazy("Audit list"),
    rows=lambda: due(point=point) if (point := stable_point()) else [],
    work=lambda task: MORE if refresh(task=task, point=task.point) else None,
    in_steps=True,
)


def note_audited(*, annotation):
    """The answer waits no longer as soon as every judgement of it has an audit; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE reviews_auditpick SET is_open = false WHERE annotation_id = %s AND NOT ({_OPEN.format('%s')})",
            [annotation.pk, annotation.pk],
        )


def now(annotation):
    """One machine answer Placed as it is at this moment, stored or not; one statement."""
    base = "SELECT id, task_id, item_id, annotator_id FROM annotations_annotation WHERE id = %s"
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {_placed(base)} SELECT reasons, place FROM placed", [annotation.pk])
        reasons, place = cursor.fetchone()
    return Placed(tuple(reasons), place)


def reasons_sha256(risk_mode, sample_mode):
    """Tells one registry of reasons and one task's modes from another: with other ones the picks are made anew."""
    told = "\n".join(f"{reason.key} {reason.weight} {reason.sql}" for reason in REASONS.values())
    return hashlib.sha256(f"{SAMPLE_WEIGHT} {risk_mode} {sample_mode}\n{told}".encode()).hexdigest()


def last_position(weight):
    """The furthest place of an answer with at least this weight."""
    return (FURTHEST - weight + 1) * PLACES - 1


def _next_items(mark):
    """The next items of the whole task, from the mark on; what happens until they are through comes afterwards."""
    found = TaskItem.objects.filter(task=mark.task_id, position__gte=mark.next_position).order_by("position")
    rows = list(found.values_list("pk", "position")[:ITEMS_AT_ONCE])
    mark.next_position = rows[-1][1] + 1 if rows else None
    return [pk for pk, _position in rows], True


def _touched_items(mark, point):
    """The items that the next events tell of; moves the mark behind them."""
    new = AnnotationEvent.objects.filter(task=mark.task_id, pk__gt=mark.last_event, pk__lte=point.event)
    rows = list(new.order_by("pk").values_list("pk", "item")[:EVENTS_AT_ONCE])
    has_more = len(rows) == EVENTS_AT_ONCE
    mark.last_event = rows[-1][0] if has_more else max(point.event, mark.last_event)
    return sorted({item for _pk, item in rows if item is not None}), has_more


_OPEN = """
    SELECT EXISTS (
        SELECT 1 FROM annotations_judgement j WHERE j.annotation_id = {}
        AND NOT EXISTS (SELECT 1 FROM reviews_audit d WHERE d.judgement_id = j.id)
    )
"""


def _make(items, drawn):
    """Store the picks of these items' machine answers up to the annotation `drawn`; those that stand no longer go."""
    if not items:
        return
    base = """
        SELECT a.id, a.task_id, a.item_id, a.annotator_id FROM annotations_annotation a
        JOIN annotations_annotator m ON m.id = a.annotator_id AND m.kind <> 'human'
        WHERE a.item_id = ANY (%s) AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.id <= %s
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH {_placed(base)}
            INSERT INTO reviews_auditpick AS p
                (annotation_id, organization_id, task_id, item_id, reasons, place, is_open)
            SELECT placed.id, t.organization_id, t.id, placed.item_id, placed.reasons, placed.place,
                   ({_OPEN.format("placed.id")})
            FROM placed JOIN annotations_annotationtask t ON t.id = placed.task_id ORDER BY placed.id
            ON CONFLICT (annotation_id) DO UPDATE SET reasons = excluded.reasons, place = excluded.place,
                is_open = p.is_open AND excluded.is_open
            WHERE p.reasons <> excluded.reasons OR p.place <> excluded.place OR (p.is_open AND NOT excluded.is_open)
            """,
            [items, drawn],
        )
        cursor.execute(
            """
            DELETE FROM reviews_auditpick p USING annotations_annotation a
            WHERE p.item_id = ANY (%s) AND a.id = p.annotation_id
              AND (a.withdrawn_at IS NOT NULL OR a.superseded_at IS NOT NULL)
            """,
            [items],
        )


def _placed(base):
    """CTEs over the answers that the statement `base` selects; `placed` adds their reasons and place.

    An answer that was drawn stands where chance put it, whatever else is known of it, and where answers picked for
    their risk are audited blind, all of them stand alike: while one is hidden, its place must not tell what was said.
    """
    picked = "".join(
        f" UNION ALL SELECT DISTINCT found.id, {reason.weight}, '{reason.key}' FROM ({reason.sql}) AS found"
        for reason in REASONS.values()
    )
    return f"""
        base AS MATERIALIZED ({base}), said (id, weight, key) AS (
            SELECT base.id, {SAMPLE_WEIGHT}, '{SAMPLE}' FROM base
            JOIN reviews_auditsample s ON s.annotation_id = base.id {picked}
        ), summed AS (
            SELECT said.id, array_agg(key ORDER BY weight DESC, key) AS reasons,
                   CASE WHEN bool_or(key = '{SAMPLE}') THEN {SAMPLE_WEIGHT}
                        WHEN bool_or(t.audit_risk_mode = '{BLIND}') THEN 1 ELSE sum(weight) END AS weight
            FROM said JOIN base ON base.id = said.id JOIN annotations_annotationtask t ON t.id = base.task_id
            GROUP BY said.id
        ), placed AS (
            SELECT base.id, base.task_id, base.item_id, coalesce(summed.reasons, '{{}}')::varchar[] AS reasons,
                   (({FURTHEST} - coalesce(summed.weight, 0)) * {PLACES}::bigint + base.id)::bigint AS place
            FROM base LEFT JOIN summed ON summed.id = base.id
        )
    """
