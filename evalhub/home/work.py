"""Runs in progress with their cost, and open tasks with their forecast."""

import datetime
from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from django.db.models import Count
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _

from annotations.agreement import figures
from annotations.models import AgreementSnapshot, Annotation, AnnotationTask, Annotator
from annotations.progress.actions import completion, forecasts, workload
from datasets.models import DatasetVersion
from evalhub.home import MOST_ROWS
from evalhub.lib.charts import numbers
from reviews.engine.models import EvaluationRun
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.views.lists.runs import load_totals


@dataclass(frozen=True)
class TaskRow:
    """One open task: `agreement` is its Figure of `question`, or None; `people` answered lately,
    and `slowest` says who of them gave fewer than half as many answers as others.

    `done_on` is when it is complete at the pace of the last two weeks, None below two days of answers.
    """

    task: AnnotationTask
    counts: completion.ItemCounts
    done_on: datetime.date | None
    question: str = ""
    agreement: figures.Figure | None = None
    people: list[Annotator] = field(default_factory=list)
    slowest: str = ""


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
    found = AgreementSnapshot.objects.filter(task__in=[task.pk for task, *_others in shown]).headlines()
    agreement = {row.task_id: row for row in found.defer("details")}
    given = {task.pk: people.get(task.pk, Counter()).most_common() for task, *_others in shown}
    ids = {pk: [each for each, _n in some[:4]] for pk, some in given.items()}
    faces = Annotator.objects.in_bulk({pk for some in given.values() for pk, _n in [*some[:4], *some[-1:]]})
    return [
        TaskRow(
            task,
            each,
            done_on,
            agreement[task.pk].question.title if task.pk in agreement else "",
            figures.figure(agreement[task.pk]) if task.pk in agreement else None,
            [faces[pk] for pk in ids[task.pk]],
            _slowest(given[task.pk], faces),
        )
        for task, each, done_on in shown
    ]


def _slowest(given, faces):
    """Of at least three people, the one who lately gave less than half as many answers as half of the others."""
    *others, (last, n) = given or [(None, 0)]
    if len(others) < 2 or n >= (usual := median(count for _pk, count in others)) / 2:
        return ""
    words = {"name": faces[last].name, "n": numbers.count(n), "others": numbers.short(usual)}
    return _("Slowest: %(name)s, %(n)s answers in 14 days (others %(others)s)") % words


def _done_on(task, counts, days, by_day):
    """The day on which the open items have their answers, at most as many as the task requires."""
    missing = (counts.open + counts.being_answered) * task.required_annotations_per_item
    found = forecasts.of_days([(day, by_day.get(day, 0)) for day in days], given=0, missing=missing)
    return found and found.done_on
