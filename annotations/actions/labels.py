"""Read a question's labels from the database: as arrays, or already counted into patterns."""

import json
from dataclasses import dataclass

import numpy as np
from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from psycopg import sql as parts

from annotations import sql
from annotations.actions.measures import SETS
from annotations.agreement.labels import Labels
from annotations.agreement.patterns import Patterns
from annotations.models import Annotation, Annotator

ROW = np.dtype([("n", ">i2"), ("a", ">i4"), ("item", ">i8"), ("b", ">i4"), ("annotator", ">i8"),
                ("c", ">i4"), ("number", ">f8")])
HEADER_BYTES = 19  # of COPY BINARY: signature, flags and extension length
COUNTING_MEMORY = "192MB"  # of the server while it counts patterns: what spills to disk takes twice as long
OVERHEAD = HEADER_BYTES + 2  # and the trailer


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
    """Everyone with a current annotation in the task; one index probe per annotator of the organization."""
    some = Annotation.objects.current().filter(task=task, annotator=OuterRef("pk"))
    everyone = Annotator.objects.filter(organization=task.organization_id)
    found = list(everyone.filter(Exists(some)).order_by("kind", "pk"))
    return Panel(
        keys=tuple(str(row.pk) for row in found), kinds={str(row.pk): row.kind for row in found},
        models={str(row.pk): row.model or str(row.pk) for row in found},
        names={str(row.pk): row.name for row in found},
    )


def read(*, question, task, panel, declared, span=None):
    """The Labels of a question, whatever its level; `span`, a range of item positions, narrows to these items."""
    if declared.level == SETS:
        return read_sets(question=question, task=task, panel=panel, span=span)
    return read_numbers(question=question, task=task, panel=panel, domain=declared.domain, span=span)


def read_numbers(*, question, task, panel, domain, span=None):
    """The Labels of a question whose values are numbers; binary COPY, 38 bytes a label, no Python object per row."""
    values = {"annotators": list(panel.keys), "question": question.pk, "task": task.pk}
    rows = _copy_rows(sql.load("labels") + _within(span, values), values)
    keys = np.array(panel.keys, dtype=object)
    return Labels.of_numbers(
        items=rows["item"].astype(np.int64), annotators=keys[rows["annotator"].astype(np.int64) - 1],
        numbers=rows["number"].astype(np.float64), domain=domain, kinds=panel.kinds, models=panel.models,
    )


def read_sets(*, question, task, panel, span=None):
    """The Labels of a multiple-choice question."""
    rows = read_values(question=question, task=task, panel=panel, span=span)
    return Labels.of_sets(
        items=[row[0] for row in rows], annotators=[row[1] for row in rows], sets=[row[2] for row in rows],
        kinds=panel.kinds, models=panel.models,
    )


def read_values(*, question, task, panel, span=None):
    """[(item id, key of the annotator, value as it is stored)] of a question."""
    values = {"annotators": list(panel.keys), "question": question.pk, "task": task.pk}
    with connection.cursor() as cursor:
        cursor.execute(sql.load("label_sets") + _within(span, values), values)
        return [(item_id, panel.keys[place - 1], _parsed(value)) for item_id, place, value in cursor.fetchall()]


@transaction.atomic
def read_patterns(*, question, task, keys, domain, is_everyone=False):
    """The Patterns of these annotators' labels, counted in Postgres: a handful of rows, however many items.

    is_everyone: `keys` are the whole panel, so that nobody need be left out.
    """
    counts = parts.SQL(", ").join(
        parts.SQL("count(*) FILTER (WHERE l.number = {}) AS c{}").format(parts.Literal(float(value)), parts.SQL(str(i)))
        for i, value in enumerate(domain)
    )
    names = parts.SQL(", ").join(parts.SQL(f"c{i}") for i in range(len(domain)))
    some = "" if is_everyone else " AND a.annotator_id = ANY(%(annotators)s::uuid[])"
    query = parts.SQL(
        "SELECT {names}, count(*) FROM (SELECT {counts} FROM ({labels}) AS l(item, number) GROUP BY l.item)"
        " per_item GROUP BY {names}"
    ).format(names=names, counts=counts, labels=parts.SQL(sql.load("pattern_labels") + some))
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL work_mem = '{COUNTING_MEMORY}'")
        cursor.execute(query, {"annotators": keys, "question": question.pk, "task": task.pk})
        rows = cursor.fetchall()
    return Patterns.from_table(rows, domain=domain, n_annotators=_n_answering(question, task, keys))


def _within(span, values):
    """The condition that narrows to a span of item positions, its bounds added to `values`."""
    if span is None:
        return ""
    values |= {"first": span.start, "last": span.stop - 1}
    return (
        " AND a.item_id IN (SELECT i.id FROM annotations_taskitem i"
        " WHERE i.task_id = %(task)s AND i.position BETWEEN %(first)s AND %(last)s)"
    )


def _n_answering(question, task, keys):
    """How many of these annotators have a label that counts; stops at the first one of each."""
    query = f"SELECT count(*) FROM unnest(%(all)s::uuid[]) AS k(id), LATERAL ({sql.load('label_exists')}) AS one"
    with connection.cursor() as cursor:
        cursor.execute(query, {"all": list(keys), "question": question.pk, "task": task.pk})
        return cursor.fetchone()[0]


def _copy_rows(query, values):
    copied = bytearray()
    with connection.cursor() as cursor, cursor.cursor.copy(
        f"COPY ({query}) TO STDOUT (FORMAT BINARY)", values
    ) as copy:
        for block in copy:
            copied += block
    return np.frombuffer(copied, dtype=ROW, offset=HEADER_BYTES, count=(len(copied) - OVERHEAD) // ROW.itemsize)


def _parsed(value):
    return json.loads(value) if isinstance(value, str) else value
