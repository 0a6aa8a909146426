"""Read a question's labels from the database: as arrays, or already counted into patterns."""

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from psycopg import sql as parts

from annotations.agreement.label_arrays import Labels, middles, nearest
from annotations.agreement.patterns import Patterns
from annotations.labels.measures import SETS
from annotations.queue.models import Annotation
from annotations.tasks.models import Annotator
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)
ROW = np.dtype([("item", ">i8"), ("place", ">i4"), ("number", ">f8")])  # as labels.sql writes it
HEADER_BYTES = 19  # of COPY BINARY: signature, flags and extension length
BEFORE_VALUE = 2 + 4  # bytes: number of fields, length
COUNTING_MEMORY = "192MB"  # of the server while it counts patterns: what spills to disk takes twice as long
READING_SECONDS = 120
EVERY_ID = range(2**63 - 1)
PART_LABELS = 4_000_000  # that are in memory at once


@dataclass(frozen=True)
class Panel:
    """Who labelled a task: keys are annotator ids as texts, in one fixed order."""

    keys: tuple
    kinds: dict
    models: dict
    names: dict

    def keys_of(self, *, human):
        return [key for key in self.keys if (self.kinds[key] == "human") is human]


def panel_of(task):
    """Everyone with a current annotation in the task but juries, which only repeat what their members said.

    One index probe per annotator of the organization.
    """
    some = Annotation.objects.current().filter(task=task, annotator=OuterRef("pk"))
    everyone = Annotator.objects.filter(organization=task.organization_id).exclude(kind="jury")
    columns = everyone.filter(Exists(some)).order_by("kind", "pk").values_list("pk", "kind", "model", "name")
    found = [(str(pk), *others) for pk, *others in columns]
    return Panel(
        keys=tuple(key for key, *_ in found),
        kinds={key: kind for key, kind, *_ in found},
        models={key: model or key for key, _, model, _ in found},
        names={key: name for key, *_, name in found},
    )


@dataclass(frozen=True)
class Part:
    """The labels of those items of a task whose ids lie in the range `ids`."""

    ids: range
    labels: Labels

    def spans(self, size, *, is_open):
        """Parts of at most `size` items with labels, whose ids together cover the same range.

        is_open: the question declares no values, so each span has those that it meets.
        """
        first = self.ids.start
        for number, labels in enumerate(self.labels.spans(size), start=1):
            is_last = number * size >= len(self.labels.item_keys)
            end = self.ids.stop if is_last else labels.item_keys[-1] + 1
            yield Part(ids=range(first, end), labels=labels.narrowed() if is_open else labels)
            first = end
        if first < self.ids.stop:
            yield Part(ids=range(first, self.ids.stop), labels=self.labels)


def read_parts(*, question, task, panel, declared):
    """The Parts of a question that together hold every item of the task, one in memory at a time."""
    for ids in _id_ranges(task, question):
        yield Part(ids=ids, labels=read(question=question, task=task, panel=panel, declared=declared, ids=ids))


def _id_ranges(task, question):
    """Ranges of item ids that cover everything, each with about PART_LABELS labels at most."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM annotations_judgement WHERE question_id = %s", [question.pk])
        n_parts = -(-cursor.fetchone()[0] // PART_LABELS)
        if n_parts < 2:
            return [EVERY_ID]
        cursor.execute(
            "SELECT max(id) FROM (SELECT id, ntile(%s) OVER (ORDER BY id) AS part FROM annotations_taskitem"
            " WHERE task_id = %s) i GROUP BY part ORDER BY part",
            [n_parts, task.pk],
        )
        ends = [row[0] + 1 for row in cursor.fetchall()]
    ends = [*ends[:-1], EVERY_ID.stop]
    return [range(first, end) for first, end in zip([0, *ends], ends, strict=False)]


def read(*, question, task, panel, declared, span=None, ids=EVERY_ID):
    """The Labels of a question, whatever its level.

    `span`, a range of item positions, and `ids`, a range of item ids, narrow to these items.
    """
    if declared.level == SETS:
        return read_sets(question=question, task=task, panel=panel, span=span, ids=ids)
    return read_numbers(question=question, task=task, panel=panel, domain=declared.domain, span=span, ids=ids)


def read_numbers(*, question, task, panel, domain, span=None, ids=EVERY_ID):
    """The Labels of a question whose values are numbers; 20 bytes a label, no Python object per row."""
    keys = sorted(panel.keys)
    values = {"annotators": keys, "question": question.pk, "task": task.pk}
    rows = copied(sql("labels").format(within=within(span, ids, values)), values, ROW)
    items, annotators, numbers = (rows["item"].astype(np.int64), rows["place"] - 1, rows["number"].astype(np.float64))
    del rows  # a third of the memory at the peak that follows
    return Labels.of_numbers(
        items=items,
        annotators=annotators,
        annotator_keys=keys,
        numbers=nearest(numbers, domain) if domain else numbers,
        domain=domain,
        kinds=panel.kinds,
        models=panel.models,
    )


def read_sets(*, question, task, panel, span=None, ids=EVERY_ID):
    """The Labels of a multiple-choice question."""
    rows = read_values(question=question, task=task, panel=panel, span=span, ids=ids)
    return Labels.of_sets(
        items=[row[0] for row in rows],
        annotators=[row[1] for row in rows],
        sets=[row[2] for row in rows],
        kinds=panel.kinds,
        models=panel.models,
    )


def read_values(*, question, task, panel, span=None, ids=EVERY_ID):
    """[(item id, key of the annotator, value as it is stored)] of a question."""
    values = {"annotators": list(panel.keys), "question": question.pk, "task": task.pk}
    with connection.cursor() as cursor:
        cursor.execute(sql("label_sets") + within(span, ids, values), values)
        return [
            (item_id, panel.keys[index - 1], json.loads(value) if isinstance(value, str) else value)
            for item_id, index, value in cursor.fetchall()
        ]


@transaction.atomic
def read_patterns(*, question, task, keys, domain, is_everyone=False):
    """The Patterns of these annotators' labels, counted in Postgres: a handful of rows, however many items.

    is_everyone: `keys` are the whole panel, so that nobody need be left out.
    """
    ends = [float("-inf"), *middles(domain).tolist(), float("inf")]
    counts = parts.SQL(", ").join(
        parts.SQL("count(*) FILTER (WHERE l.number >= {} AND l.number < {}) AS c{}").format(
            parts.Literal(low), parts.Literal(high), parts.SQL(str(i))
        )
        for i, (low, high) in enumerate(pairwise(ends))
    )
    names = parts.SQL(", ").join(parts.SQL(f"c{i}") for i in range(len(domain)))
    some = "" if is_everyone else " AND a.annotator_id = ANY(%(annotators)s::uuid[])"
    query = parts.SQL(
        "SELECT {names}, count(*) FROM (SELECT {counts} FROM ({labels}) AS l(item, number) GROUP BY l.item)"
        " per_item GROUP BY {names}"
    ).format(names=names, counts=counts, labels=parts.SQL(sql("pattern_labels") + some))
    if not keys:
        return Patterns.from_table([], domain=domain, n_annotators=0)
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL work_mem = '{COUNTING_MEMORY}'")
        cursor.execute(query, {"annotators": keys, "question": question.pk, "task": task.pk})
        rows = cursor.fetchall()
    return Patterns.from_table(rows, domain=domain, n_annotators=_n_answering(question, task, keys))


def within(span, ids, values):
    """The condition that narrows to a span of item positions and a range of ids, its bounds added to `values`."""
    condition = ""
    if ids != EVERY_ID:
        values |= {"first_id": ids.start, "end_id": ids.stop}
        condition += " AND a.item_id >= %(first_id)s AND a.item_id < %(end_id)s"
    if span is not None:
        values |= {"first": span.start, "last": span.stop - 1}
        condition += (
            " AND a.item_id IN (SELECT i.id FROM annotations_taskitem i"
            " WHERE i.task_id = %(task)s AND i.position BETWEEN %(first)s AND %(last)s)"
        )
    return condition


def _n_answering(question, task, keys):
    """How many of these annotators have a label that counts; stops at the first one of each."""
    query = f"SELECT count(*) FROM unnest(%(all)s::uuid[]) AS k(id), LATERAL ({sql('label_exists')}) AS one"
    with connection.cursor() as cursor:
        cursor.execute(query, {"all": list(keys), "question": question.pk, "task": task.pk})
        return cursor.fetchone()[0]


@transaction.atomic(savepoint=False)
def copied(query: str, values: Any, row: Any) -> np.ndarray:
    """The records of dtype `row` that a query writes as texts of bytes: a message for each would cost more than both.

    The query gives one column, never NULL, in a few rows: one for all would be in memory several times at once.
    """
    parts, pending = [np.zeros(0, dtype=row)], bytearray()
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL work_mem = '{COUNTING_MEMORY}'; SET LOCAL statement_timeout = '{READING_SECONDS}s'")
        with cursor.cursor.copy(f"COPY ({query}) TO STDOUT (FORMAT BINARY)", values) as copy:
            start = HEADER_BYTES
            for block in copy:
                pending += block
                while len(pending) >= start + BEFORE_VALUE:
                    first = start + BEFORE_VALUE
                    end = first + int.from_bytes(pending[first - 4 : first], "big")
                    if end > len(pending):
                        break
                    parts.append(np.frombuffer(bytes(pending[first:end]), dtype=row))
                    del pending[:end]
                    start = 0
    return np.concatenate(parts)
