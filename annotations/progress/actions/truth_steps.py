"""How far the ground truth of a task is: of its items, and of each question of its form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from annotations.agreement.actions.label_queries import COUNTING_MEMORY
from annotations.progress.actions import completion


@dataclass(frozen=True)
class TruthSteps:
    """`items`: {one of ITEM_STEPS: items}; `questions`: [{"question": Question, one of STEPS: items}], no free text."""

    items: Mapping[str, int]
    questions: list[dict[str, Any]]


def of_task(*, task, total):
    """The TruthSteps among the `total` items that are not withdrawn; three statements, the last of one pass over the
    task's labels however many steps there are."""
    questions = completion.questions_of(task)
    rows = completion.rows_of_items("labelled", task, questions)
    statement = f"""WITH labelled AS MATERIALIZED ({completion.labelled_rows(task, questions)})
        SELECT p.question_id, {_counts(completion.STEPS)} FROM labelled p GROUP BY p.question_id
        UNION ALL SELECT NULL, {_counts(completion.ITEM_STEPS)} FROM ({rows}) p"""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL work_mem = '{COUNTING_MEMORY}'")
        cursor.execute(statement, [])
        found = dict(cursor.fetchall())
    return TruthSteps(
        items=_named(completion.ITEM_STEPS, found.get(None), total),
        questions=[{"question": each} | _named(completion.STEPS, found.get(each.pk), total) for each in questions],
    )


def _counts(conditions):
    return f"ARRAY[{', '.join(f'count(*) FILTER (WHERE {condition})' for condition in conditions.values())}, count(*)]"


def _named(conditions, counts, total):
    """{step: items}; those without a row have no label."""
    *counts, rows = counts or [0] * (len(conditions) + 1)
    named = dict(zip(conditions, counts, strict=True))
    return named | {"unlabelled": named["unlabelled"] + total - rows}
