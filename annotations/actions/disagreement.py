"""How far annotators differ on each item: kept in step with the labels, a span of items at a time."""

from django.db import connection, transaction
from django.db.models import Max

from annotations.actions import labels as reading
from annotations.actions.measures import is_compared, measured
from annotations.actions.staleness import one_at_a_time
from annotations.agreement.item_distances import item_distances
from annotations.disputes import registry as disputes
from annotations.disputes.scores import scores
from annotations.models import Disagreement, Question, TaskItem

BATCH = 2_000
SPAN = 20_000  # items that are compared at once: memory and transactions stay small, however large the task
SPAN_OF_VALUES = 2_000  # where whole answers are read, not a number of each
_EXTENT = """
    SELECT min(j.number), max(j.number) FROM annotations_judgement j
    JOIN annotations_annotation a ON a.id = j.annotation_id
    WHERE j.question_id = %s AND a.task_id = %s AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
"""
_UPSERT = """
    INSERT INTO annotations_disagreement (task_id, question_id, item_id, score, n_labels)
    SELECT %s, %s, d.item_id, d.score, d.n_labels
    FROM unnest(%s::bigint[], %s::float8[], %s::smallint[]) AS d(item_id, score, n_labels)
    ON CONFLICT (item_id, question_id) DO UPDATE SET score = EXCLUDED.score, n_labels = EXCLUDED.n_labels
"""


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
    declared = measured(question)
    extent = _extent(task, question, declared)
    rows = Disagreement.objects.filter(question=question)
    for span in part.spans(SPAN, is_open=declared.domain is None):
        distances = item_distances(span.labels, level=declared.level, extent=extent)
        differing = _differing(distances, span.labels.item_keys)
        stored = rows.filter(item_id__gte=span.ids.start, item_id__lt=span.ids.stop)
        _replace(task, question, stored, differing)


def refresh_in_parts(*, task, question, panel):
    """As `refresh`, for one question whose answers are compared part by part."""
    rows = Disagreement.objects.filter(task=task, question=question)
    for span in _spans(task, min(SPAN, SPAN_OF_VALUES)):
        differing = _differing_in_parts(task, question, panel, span)
        _replace(task, question, rows.filter(item__position__gte=span.start, item__position__lt=span.stop), differing)


def _spans(task, size):
    last = TaskItem.objects.filter(task=task).aggregate(last=Max("position"))["last"]
    return [range(low, low + size) for low in range(0, 0 if last is None else last + 1, size)]


def _differing(distances, item_keys):
    """{item id: (score, number of labels)} of the items whose labels differ."""
    differing = distances.score > 0
    columns = (distances.item[differing], distances.score[differing], distances.n_labels[differing])
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {item_keys[place]: (score, n) for place, score, n in rows}


def _differing_in_parts(task, question, panel, span):
    """As `_differing`, for answers that are compared part by part."""
    rows = reading.read_values(question=question, task=task, panel=panel, span=span)
    answers = ((item_id, value) for item_id, _annotator, value in rows)
    found = scores(answers, dispute=disputes[question.label_type], config=question.config)
    return {item_id: (each.score, each.n_answers) for item_id, each in found.items() if each.score > 0}


def _extent(task, question, declared):
    """The width of an interval scale: as declared, else from the least to the greatest label of the whole task."""
    if declared.level != "interval":
        return None
    if declared.domain:
        return float(declared.domain[-1] - declared.domain[0])
    bounds = question.config.get("min"), question.config.get("max")
    if None in bounds:
        with connection.cursor() as cursor:
            cursor.execute(_EXTENT, [question.pk, task.pk])
            bounds = cursor.fetchone()
    return 0.0 if None in bounds else float(bounds[1] - bounds[0])


@transaction.atomic
def _replace(task, question, stored, found):
    one_at_a_time(task)
    before = {
        item_id: (pk, score, n)
        for pk, item_id, score, n in stored.values_list("pk", "item_id", "score", "n_labels").iterator(BATCH)
    }
    gone = [pk for item_id, (pk, *_) in before.items() if item_id not in found]
    for start in range(0, len(gone), BATCH):
        Disagreement.objects.filter(pk__in=gone[start : start + BATCH]).delete()
    changed = [
        (item_id, score, n) for item_id, (score, n) in found.items()
        if before.get(item_id, (None,))[1:] != (score, n)
    ]
    if changed:
        items, scores_of, counts = map(list, zip(*changed, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(_UPSERT, [task.pk, question.pk, items, scores_of, counts])
