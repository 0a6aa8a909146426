"""Runs in progress with their cost, and open tasks with their forecast."""

import datetime
from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count
from django.db.models.functions import TruncDate

from annotations.agreement import figures
from annotations.agreement.metrics import HEADLINE
from annotations.models import AgreementSnapshot, Annotation, AnnotationTask, Annotator
from annotations.progress.actions import completion, forecasts, workload
from datasets.models import DatasetVersion
from evalhub.home import MOST_ROWS
from reviews.engine.models import EvaluationRun
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.views.lists.runs import load_totals


@dataclass(frozen=True)
class TaskRow:
    """One open task: `agreement` are the Figures of its first question, or None; `people` answered lately.

    `done_on` is when it is complete at the pace of the last two weeks, None below two days of answers.
    """

    task: AnnotationTask
    counts: completion.ItemCounts
    done_on: datetime.date | None
    question: str = ""
    agreement: figures.Figure | None = None
    people: list[Annotator] = field(default_factory=list)


def runs_of(organization):
    """Runs that have not ended, with what `load_totals` sets; four statements."""
    runs = EvaluationRun.objects.for_organization(organization).exclude(status__in=ENDED)
    found = list(runs.filter(requests__isnull=False).distinct().select_related("task", "annotator")[:MOST_ROWS])
    load_totals(found)
    return found


def files_of(organization):
    """Versions whose file is being checked."""
    found = DatasetVersion.objects.for_organization(organization).filter(validation_status="PENDING")
    return found.select_related("dataset")[:MOST_ROWS]


def tasks_of(tasks):
    """A TaskRow for each of the tasks that people work on, the next to be complete first; seven statements."""
    days = workload.days_back(forecasts.DAYS + 1)
    lately = Annotation.objects.current().by_people().filter(task__in=[task.pk for task in tasks])
    lately = lately.filter(submitted_at__gte=workload.start_of(days[0])).annotate(day=TruncDate("submitted_at"))
    by_day, people = {}, {}
    for task_id, annotator_id, day, n in (
        lately.order_by().values_list("task", "annotator", "day").annotate(Count("pk"))
    ):
        by_day.setdefault(task_id, Counter())[day] += n
        people.setdefault(task_id, Counter())[annotator_id] += n
    counts = completion.counts_of(tasks)
    rows = [(task, counts[task.pk], _done_on(task, counts[task.pk], days, by_day.get(task.pk, {}))) for task in tasks]
    rows.sort(key=lambda row: (row[2] is None, row[2] or datetime.date.max, row[0].pk not in people))
    shown = rows[:MOST_ROWS]
    first = _first_questions([task for task, _counts, _done in shown])
    ids = {task.pk: [pk for pk, _n in people.get(task.pk, Counter()).most_common(4)] for task, *_others in shown}
    faces = Annotator.objects.in_bulk({pk for each in ids.values() for pk in each})
    return [
        TaskRow(
            task,
            found,
            done_on,
            first[task.pk].question.title if task.pk in first else "",
            figures.figure(first[task.pk]) if task.pk in first else None,
            [faces[pk] for pk in ids[task.pk]],
        )
        for task, found, done_on in shown
    ]


def _done_on(task, counts, days, by_day):
    """The day on which the open items have their answers, at most as many as the task requires."""
    missing = (counts.open + counts.being_answered) * task.required_annotations_per_item
    found = forecasts.of_days([(day, by_day.get(day, 0)) for day in days], given=0, missing=missing)
    return found and found.done_on


def _first_questions(tasks):
    """{task id: the snapshot of people's alpha on its first question that has one}."""
    found = AgreementSnapshot.objects.filter(
        task__in=[task.pk for task in tasks], metric=HEADLINE, scope="people", value__isnull=False
    )
    return {row.task_id: row for row in found.select_related("question").order_by("-question__position")}
