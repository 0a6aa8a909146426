"""What one person did in all tasks of an organization: how much, how fast, how near to others, over weeks."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection
from django.db.models import Count, Max
from django.db.models.functions import TruncWeek
from django.utils import timezone

from annotations.labels.measures import measured
from annotations.progress.actions import own_work, workload
from annotations.queue.models import Annotation
from annotations.tasks.models import AnnotationTask, Annotator, Question
from evalhub.lib.database import statements
from evalhub.lib.statistics import bounded_mean

sql = statements.of_feature(__file__)
WEEKS = 12
MOST_TASKS = 20


@dataclass(frozen=True)
class TaskWork:
    """One task: answers that stand, seconds of half of them (None: not measured), and when the newest came."""

    task: AnnotationTask
    answered: int
    median_seconds: float | None
    newest_at: datetime.datetime


@dataclass(frozen=True)
class Week:
    """Answers of a week, which begins on `first`; how often others gave the same, as the mean share of an item.

    `interval`: 95 %; both are None below own_work.LEAST_ITEMS shared items, of which there are `n_items`.
    """

    first: datetime.date
    answered: int
    median_seconds: float | None
    share: float | None
    interval: bounded_mean.Interval | None
    n_items: int


@dataclass(frozen=True)
class PersonWork:
    """`tasks`, the one answered last on top, at most MOST_TASKS; `n_tasks` are all. `weeks`: the oldest first."""

    answered: int
    median_seconds: float | None
    n_tasks: int
    tasks: Sequence[TaskWork]
    weeks: Sequence[Week]
    agreement: Sequence[own_work.Agreement]


def of_annotator(annotator: Annotator) -> PersonWork:
    """The PersonWork; eight statements, whatever there is."""
    own = Annotation.objects.current().filter(annotator=annotator).order_by()
    median = {"median": workload.Median("time_spent_seconds")}
    total = own.aggregate(n=Count("pk"), tasks=Count("task", distinct=True), **median)
    rows = own.values("task").annotate(n=Count("pk"), newest=Max("submitted_at"), **median)
    rows = list(rows.order_by("-newest")[:MOST_TASKS])
    tasks = AnnotationTask.objects.in_bulk([row["task"] for row in rows])
    for row in rows:
        tasks[row["task"]].done = row["n"]
    shown = [tasks[row["task"]] for row in rows]
    return PersonWork(
        answered=total["n"],
        median_seconds=total["median"],
        n_tasks=total["tasks"],
        tasks=[TaskWork(tasks[row["task"]], row["n"], row["median"], row["newest"]) for row in rows],
        weeks=_weeks(annotator, own, shown),
        agreement=own_work.agreement_with_others(shown, annotator) if shown else [],
    )


def _weeks(annotator, own, tasks):
    today = timezone.localdate()
    monday = today - datetime.timedelta(days=today.weekday())
    firsts = [monday - datetime.timedelta(weeks=back) for back in range(WEEKS - 1, -1, -1)]
    since = workload.start_of(firsts[0])
    recent = own.filter(submitted_at__gte=since).annotate(week=TruncWeek("submitted_at"))
    rows = recent.values("week").annotate(n=Count("pk"), median=workload.Median("time_spent_seconds"))
    counted = {row["week"].date(): (row["n"], row["median"]) for row in rows}
    asked = Question.objects.filter(schema_version__in=[task.schema_version_id for task in tasks])
    values = {
        "tasks": [task.pk for task in tasks],
        "questions": [question.pk for question in asked if measured(question)],
        "annotator": annotator.pk,
        "since": since,
    }
    near = {}
    with connection.cursor() as cursor:
        cursor.execute(sql("person_weeks"), values)
        for week, share, times in cursor.fetchall():
            near.setdefault(week, []).append((share, times))
    return [_week(first, *counted.get(first, (0, None)), near.get(first, [])) for first in firsts]


def _week(first, answered, median_seconds, shares):
    n_items = sum(times for _share, times in shares)
    if n_items < own_work.LEAST_ITEMS:
        return Week(first, answered, median_seconds, None, None, n_items)
    values, times = (np.array(column, dtype=float) for column in zip(*shares, strict=True))
    interval = bounded_mean.of_counts(values, times)
    return Week(first, answered, median_seconds, float(values @ times) / n_items, interval, n_items)
