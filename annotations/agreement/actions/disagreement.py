"""How far annotators differ on each item: kept in step with the labels, a span of items at a time."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection, transaction

from annotations.agreement.actions import label_queries as reading
from annotations.agreement.actions.staleness import one_at_a_time
from annotations.agreement.distances.items import item_distances
from annotations.agreement.distances.parts import scores
from annotations.agreement.models import Disagreement
from annotations.labels.disputes import registry as disputes
from annotations.labels.measures import is_compared, measured
from annotations.labels.types import registry as label_types
from annotations.tasks.models import Question, TaskItem
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)
SPAN = 20_000  # items that are compared at once: memory and transactions stay small, however large the task
SPAN_OF_VALUES = 2_000  # where whole answers are read, not a number of each
_EXTENT = """
    SELECT min(j.number), max(j.number) FROM annotations_judgement j
    JOIN annotations_annotation a ON a.id = j.annotation_id
    WHERE j.question_id = %s AND a.task_id = %s AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
"""
ROW = np.dtype([("id", ">i8"), ("item", ">i8"), ("score", ">f8"), ("n_labels", ">i2")])  # as disagreements.sql
_DELETE = "DELETE FROM annotations_disagreement WHERE id = ANY(%s::bigint[])"
_UPDATE = """
    UPDATE annotations_disagreement o SET score = d.score, n_labels = d.n_labels
    FROM unnest(%s::bigint[], %s::float8[], %s::smallint[]) AS d(id, score, n_labels) WHERE o.id = d.id
"""
_INSERT = """
    INSERT INTO annotations_disagreement (task_id, question_id, item_id, score, n_labels)
    SELECT %s, %s, d.item_id, d.score, d.n_labels
    FROM unnest(%s::bigint[], %s::float8[], %s::smallint[]) AS d(item_id, score, n_labels)
"""


@dataclass(frozen=True)
class _Differing:
    """The items whose labels differ. item_ids: int[k], ascending. score: float[k]. n_labels: int[k]."""

    item_ids: np.ndarray
    score: np.ndarray
    n_labels: np.ndarray

    def columns(self, chosen):
        """The scores and counts of the entries at these positions, as texts of arrays."""
        return [statements.array(column[chosen].tolist()) for column in (self.score, self.n_labels)]


def refresh(*, task, panel=None):
    """Bring the task's Disagreement rows up to date: one per item and question whose current blind labels differ.

    `panel`: who labelled the task, read when absent. A transaction per span of items; repeating changes nothing.
    """
    panel = panel or reading.panel_of(task)
    for question in compared_questions(task):
        declared = measured(question)
        if declared is None:
            refresh_in_parts(task=task, question=question, panel=panel)
            continue
        for part in reading.read_parts(question=question, task=task, panel=panel, declared=declared):
            refresh_part(task=task, question=question, part=part)


def compared_questions(task):
    """The questions whose answers can be told to differ; the rows of all others go."""
    questions = Question.objects.filter(schema_version_id=task.schema_version_id)
    compared = [question for question in questions if is_compared(question)]
    Disagreement.objects.filter(task=task).exclude(question__in=compared).delete()
    return compared


def refresh_part(*, task, question, part):
    """As `refresh`, for one measured question on the items of a Part."""
    declared: Any = measured(question)  # of a question that is compared
    extent = _extent(task, question, declared)
    for span in part.spans(SPAN, is_open=declared.domain is None):
        distances = item_distances(span.labels, level=declared.level, extent=extent)
        _replace(task, question, _differing(distances, span.labels.item_keys), ids=span.ids)


def refresh_in_parts(*, task, question, panel):
    """As `refresh`, for one question whose answers are compared part by part."""
    for span in TaskItem.objects.filter(task=task).spans(min(SPAN, SPAN_OF_VALUES)):
        _replace(task, question, _differing_in_parts(task, question, panel, span), span=span)


def _differing(distances, item_keys):
    some = distances.score > 0
    return _Differing(
        item_ids=np.asarray(item_keys, dtype=np.int64)[distances.item[some]],
        score=distances.score[some],
        n_labels=distances.n_labels[some],
    )


def _differing_in_parts(task, question, panel, span):
    """As `_differing`, for answers that are compared part by part."""
    rows = reading.read_values(question=question, task=task, panel=panel, span=span)
    answers = ((item_id, value) for item_id, _annotator, value in rows)
    found = scores(answers, dispute=disputes[question.label_type], config=question.config)
    differing = sorted((item_id, each.score, each.n_answers) for item_id, each in found.items() if each.score > 0)
    items, each_score, counts = zip(*differing, strict=True) if differing else ((), (), ())
    return _Differing(
        item_ids=np.array(items, dtype=np.int64),
        score=np.array(each_score, dtype=np.float64),
        n_labels=np.array(counts, dtype=np.int64),
    )


def _extent(task, question, declared):
    """The width of an interval scale: as declared, else from the least to the greatest label of the whole task."""
    if declared.level != "interval":
        return None
    if declared.domain:
        return float(declared.domain[-1] - declared.domain[0])
    bounds = label_types[question.label_type].bounds(question.config)
    if None in bounds:
        with connection.cursor() as cursor:
            cursor.execute(_EXTENT, [question.pk, task.pk])
            bounds = cursor.fetchone()
    return 0.0 if None in bounds else float(bounds[1] - bounds[0])


@transaction.atomic
def _replace(task, question, found, *, span=None, ids=reading.EVERY_ID):
    """Make the rows of the items at these positions, or with these ids, what `found` says; the same is not written."""
    one_at_a_time(task, "disagreement")
    values = {"task": task.pk, "question": question.pk}
    query = sql("disagreements") + reading.within(span, ids, values) + " GROUP BY a.item_id / 65536"
    stored = reading.copied(query, values, ROW)
    _, mine, theirs = np.intersect1d(found.item_ids, stored["item"], assume_unique=True, return_indices=True)
    is_same = (found.score[mine] == stored["score"][theirs]) & (found.n_labels[mine] == stored["n_labels"][theirs])
    gone, fresh = (np.delete(np.arange(size), kept) for size, kept in ((stored.size, theirs), (found.score.size, mine)))
    changed, rows = mine[~is_same], stored["id"][theirs[~is_same]]
    with connection.cursor() as cursor:
        if gone.size:
            cursor.execute(_DELETE, [statements.array(stored["id"][gone].tolist())])
        if changed.size:
            cursor.execute(_UPDATE, [statements.array(rows.tolist()), *found.columns(changed)])
        if fresh.size:
            items = statements.array(found.item_ids[fresh].tolist())
            cursor.execute(_INSERT, [task.pk, question.pk, items, *found.columns(fresh)])
