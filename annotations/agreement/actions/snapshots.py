"""Compute a task's agreement and replace its snapshots whole."""

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial

from django.db import connection, transaction

from annotations.agreement import bands
from annotations.agreement.actions import disagreement, timeline
from annotations.agreement.actions import label_queries as reading
from annotations.agreement.actions.label_consumers import consume
from annotations.agreement.actions.staleness import is_stale, one_at_a_time, seen_now
from annotations.agreement.comparisons.between import between
from annotations.agreement.comparisons.confusions import confusions
from annotations.agreement.comparisons.pairs import pair_matrix
from annotations.agreement.metrics import HEADLINE, metrics_for
from annotations.agreement.models import AgreementSnapshot
from annotations.agreement.patterns import Patterns
from annotations.labels.measures import measured
from annotations.tasks.models import AnnotationTask, Question
from evalhub.lib.database.parallel_writes import beside

_BASIS = """
    SELECT coalesce(sum(counted), 0)::bigint AS counted, coalesce(sum(flagged), 0)::bigint AS flagged,
           coalesce(sum(not_blind), 0)::bigint AS not_blind, min(first) AS first, max(last) AS last,
           array_agg(guideline_version ORDER BY guideline_version) AS guidelines
    FROM (
        SELECT guideline_version, count(*) FILTER (WHERE exposure = 'blind' AND NOT flagged) AS counted,
               count(*) FILTER (WHERE flagged) AS flagged,
               count(*) FILTER (WHERE exposure <> 'blind' AND NOT flagged) AS not_blind,
               min(submitted_at) FILTER (WHERE exposure = 'blind' AND NOT flagged) AS first,
               max(submitted_at) FILTER (WHERE exposure = 'blind' AND NOT flagged) AS last
        FROM annotations_annotation WHERE task_id = %s AND round = 1 AND withdrawn_at IS NULL AND superseded_at IS NULL
        GROUP BY guideline_version -- a few groups: every answer would be sorted for the distinct ones otherwise
    ) each
"""


def compute(*, task):
    """Recompute every figure of the task from its rows; returns the number of snapshots.

    Safe to run twice or at once: the labels of each question are read once, the consensus of each item is brought up
    to date, then the figures replace what was there. What happened meanwhile makes them stale again.
    """
    with _alone(task, "pg_advisory_lock"):
        seen = seen_now(task)
        facts = _Facts(task, reading.panel_of(task))
        compared = disagreement.compared_questions(task)
        rows = []
        for question in Question.objects.filter(schema_version_id=task.schema_version_id):
            rows += _refreshed(facts, question, is_compared=question in compared)
        rows.append(
            AgreementSnapshot(
                task=task, metric="computed", scope="everyone", value=float(len(rows)), details=seen.as_dict()
            )
        )
        for row in rows:
            row.high_water = seen.newest
        with transaction.atomic():
            one_at_a_time(task, "figures")
            AgreementSnapshot.objects.filter(task=task).delete()
            AgreementSnapshot.objects.bulk_create(rows)
        return len(rows)


def catch_up(*, task):
    """Compute the task when its figures are stale; while another worker is at it, leave it to that one."""
    with _alone(task, "pg_try_advisory_lock") as is_mine:
        if is_mine and is_stale(task):
            compute(task=task)


@contextmanager
def _alone(task, lock):
    """Whether this session now holds the task's computation, from the reading to the last figure; ends with the block.

    An older reading can so never be written over a newer one. A session that has it may take it again.
    """
    name = [f"agreement:{task.pk}"]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {lock}(hashtextextended(%s, 2))", name)
        is_mine = cursor.fetchone()[0] is not False
    try:
        yield is_mine
    finally:
        if is_mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 2))", name)


@dataclass(frozen=True)
class _Facts:
    """What all questions of a task share, read when the first one needs it."""

    task: AnnotationTask
    panel: reading.Panel

    @cached_property
    def basis(self):
        # What the figures rest on: annotations that count and do not, the times of the first and last, guidelines.
        with connection.cursor() as cursor:
            cursor.execute(_BASIS, [self.task.pk])
            found = dict(zip((column.name for column in cursor.description), cursor.fetchone(), strict=True))
        return found | {name: found[name].isoformat() if found[name] else None for name in ("first", "last")}

    @cached_property
    def days(self):
        return timeline.last_days(self.task, self.panel)


def _refreshed(facts, question, *, is_compared):
    """Bring a question's consensus and disagreement up to date; returns the snapshots of its figures."""
    task, panel, declared = facts.task, facts.panel, measured(question)
    if declared is None:
        consume(task=task, question=question, part=None)
        if is_compared:
            disagreement.refresh_in_parts(task=task, question=question, panel=panel)
        return []
    rows = None
    for part in reading.read_parts(question=question, task=task, panel=panel, declared=declared):
        # What others make of labels takes longest to write: disagreement and figures are done meanwhile.
        with beside(partial(consume, task=task, question=question, part=part)):
            disagreement.refresh_part(task=task, question=question, part=part)
            if part.ids == reading.EVERY_ID:
                rows = _question_rows(facts, question, declared, part.labels)
        part = None  # noqa: PLW2901 - nothing holds a part of several while the next one is read
    if rows is None:
        labels = None
        if not declared.is_counted:
            labels = reading.read(question=question, task=task, panel=panel, declared=declared)
        rows = _question_rows(facts, question, declared, labels)
    return rows


def _question_rows(facts, question, declared, labels):
    """The snapshots of one question; without Labels, of which there are too many, those that patterns tell."""
    task, panel = facts.task, facts.panel
    rows, found = [], {}
    for scope, keys in (
        ("people", panel.keys_of(human=True)),
        ("machines", panel.keys_of(human=False)),
        ("everyone", list(panel.keys)),
    ):
        if tuple(keys) not in found:  # everyone are often the people alone
            patterns = _patterns(task, question, declared, labels, scope, keys)
            # Of the metrics that need no note, and of those that a note tells its reader to look at.
            told = [(name, metric(patterns, level=declared.level)) for name, metric in metrics_for({None})]
            notes = {note for _name, estimate in told for note in estimate.notes}
            found[tuple(keys)] = told + [
                (name, metric(patterns, level=declared.level)) for name, metric in metrics_for(notes)
            ]
        rows += [_snapshot(task, question, name, scope, estimate) for name, estimate in found[tuple(keys)]]
    for row in rows:
        row.details["basis"] = facts.basis
    if labels is not None:
        over_time = timeline.people_over_time(labels, facts.days, level=declared.level)
        people = next(row for row in rows if (row.metric, row.scope) == (HEADLINE, "people"))
        people.details["over_time"] = over_time
        rows += _array_rows(task, question, panel, declared, labels)
    return rows


def _patterns(task, question, declared, labels, scope, keys):
    if labels is None:
        return reading.read_patterns(question=question, task=task, keys=keys, domain=declared.domain)
    some = {"people": labels.people, "machines": labels.machines}.get(scope, lambda: labels)()
    return Patterns.from_labels(some)


def _array_rows(task, question, panel, declared, labels):
    machines = between(labels, level=declared.level)
    matrix = pair_matrix(labels, level=declared.level)
    each = [
        {"annotator": panel.names[entry.annotator], "annotator_id": entry.annotator} | entry.estimate.as_dict()
        for entry in machines.machines
    ]
    told = ("first", "second", "n_items", "alpha", "kappa", "percent", "reason")
    pairs = [{name: getattr(pair, name) for name in told} for pair in matrix.pairs]
    people = [{"id": key, "name": panel.names[key], "kind": panel.kinds[key]} for key in matrix.annotators]
    row = _snapshot(task, question, HEADLINE, "between", machines.combined)
    row.details["machines"] = each
    return [
        row,
        AgreementSnapshot(
            task=task,
            question=question,
            metric="pair_matrix",
            scope="everyone",
            value=float(len(pairs)),
            n_annotators=len(people),
            details={
                "annotators": people,
                "pairs": pairs,
                "omitted": matrix.omitted,
                "confusions": _confusions(labels, declared),
            },
        ),
    ]


def _confusions(labels, declared):
    """Counts of pairs of values, None for values that cannot be listed."""
    if not declared.is_counted:
        return None
    found = confusions(labels)
    return {"values": list(declared.domain), "people": found.people.tolist(), "machines": found.machines.tolist()}


def _snapshot(task, question, metric, scope, estimate):
    details = {
        "notes": list(estimate.notes),
        "level_method": estimate.method,
        "n_items_total": estimate.n_items_total,
        "n_labels_total": estimate.n_labels_total,
    }
    if metric == HEADLINE:
        details["interpretation"] = bands.interpretation(estimate)
    return AgreementSnapshot(
        task=task,
        question=question,
        metric=metric,
        scope=scope,
        reason=estimate.reason or "",
        details=details,
        **{name: getattr(estimate, name) for name in ("value", "low", "high", "n_items", "n_annotators", "n_labels")},
    )
