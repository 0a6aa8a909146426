"""What an annotator has to do and has done, over all tasks; of others only counts, and decisions on answered items."""

from dataclasses import dataclass

import numpy as np
from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import TruncDate

from annotations.labels.measures import measured
from annotations.progress.actions import workload
from annotations.queue.actions import claims, decisions, drafts, other_answers, own_history
from annotations.queue.models import Annotation, Assignment, Draft, Judgement, Notification
from annotations.tasks.models import AnnotationTask, Question, TaskItem
from evalhub.lib.database import statements
from evalhub.lib.statistics import bounded_mean

sql = statements.of_feature(__file__)
MOST_TASKS = 100
COMPARED_TASKS = 3
LEAST_ITEMS = 20  # shared with others for their share to be shown
LAST_DAYS = 9
LAST_ANSWERS = 8
DECIDED = 200  # newest decisions that are read


@dataclass(frozen=True)
class HeldItem:
    """The item in hand: the first words of its case, and how many questions its draft answers."""

    position: int
    text: str
    answered: int


@dataclass(frozen=True)
class Returned:
    """An item that came back, with the words of whoever returned it; `by` is "" where nobody is known."""

    task: AnnotationTask
    item: TaskItem
    text: str
    note: str
    by: str


@dataclass(frozen=True)
class Answer:
    """One of the last answers: the first words of the item, and the labels in words."""

    annotation: Annotation
    text: str
    label: str


@dataclass(frozen=True)
class Pace:
    """`days`: (day, answers), the oldest first, today last. `median_seconds` of an answer, None where not measured."""

    days: tuple
    median_seconds: float | None

    @property
    def today(self):
        return self.days[-1][1]


@dataclass(frozen=True)
class Agreement:
    """How often other people gave the same answer to a question: the mean share of an item, with its 95 % interval.

    `share` and `interval` are None below LEAST_ITEMS shared items.
    """

    question: Question
    n_items: int
    n_people: int
    share: float | None
    interval: bounded_mean.Interval | None


@dataclass(frozen=True)
class Missed:
    """A decided item on which the annotator answered otherwise: [(question title, own value, decided value)]."""

    task_id: object
    item_id: int
    text: str
    differences: tuple


@dataclass(frozen=True)
class Gold:
    """Items with a decision that the annotator had answered, how many of them as decided, and those that were not."""

    right: int
    total: int
    missed: tuple


def tasks_of(organization, annotator):
    """Open and paused tasks that admit the annotator or were begun, the one answered last on top; three statements.

    With `done`, `held` (a position) and `left`: how many items they may still answer.
    """
    held = Assignment.objects.filter(task=OuterRef("pk"), annotator=annotator, state="leased").values("item__position")
    begun = Exists(Assignment.objects.filter(task=OuterRef("pk"), annotator=annotator))
    open_to = AnnotationTask.objects.open_to(annotator).values("pk")
    tasks = _listed(organization).filter(begun | Q(pk__in=open_to), status__in=["ACTIVE", "PAUSED"])
    tasks = tasks.select_related("dataset_version__dataset")
    tasks = tasks.annotate(held=Subquery(held[:1]))
    found = list(own_history.last_worked_on_first(tasks, annotator)[:MOST_TASKS])
    done, left = own_history.done_by(annotator, found), claims.left_for(found, annotator)
    for task in found:
        task.done, task.left = done.get(task.pk, 0), left[task.pk]
    return found


def held_in(task, annotator):
    """The HeldItem of a task, None where nothing is in hand; two statements."""
    row = Assignment.objects.filter(task=task, annotator=annotator, state="leased").select_related("item").first()
    if row is None:
        return None
    draft = Draft.objects.filter(assignment=row).first()
    answers = drafts.answers_of(draft) if draft else {}
    answered = sum(value not in (None, "", [], {}) for value in answers.values())
    return HeldItem(row.item.position, own_history.texts_of([row.item_id])[row.item_id], answered)


def returned_to(organization, annotator):
    """The Returned items of open tasks; three statements."""
    rows = Assignment.objects.filter(task__in=_listed(organization).filter(status="ACTIVE"), annotator=annotator)
    rows = list(rows.filter(state="returned").select_related("item", "task").order_by("-pk")[:LAST_ANSWERS])
    told = Notification.objects.filter(user=annotator.user_id, verb="returned", item__in=[row.item_id for row in rows])
    names = {one.item_id: one.actor.display_name for one in told.select_related("actor").order_by("pk") if one.actor}
    texts = own_history.texts_of([row.item_id for row in rows])
    return [Returned(row.task, row.item, texts[row.item_id], row.reason, names.get(row.item_id, "")) for row in rows]


def last_answers(organization, annotator):
    """The newest Answers; four statements."""
    own = _own(organization, annotator).select_related("assignment").prefetch_related("judgements__question")
    rows = list(own.order_by("-submitted_at", "-pk")[:LAST_ANSWERS])
    texts = own_history.texts_of([row.item_id for row in rows])
    return [Answer(row, texts[row.item_id], own_history.label_of(row, own_history.seed_of(row))) for row in rows]


def pace_of(organization, annotator):
    """The Pace of the last days; two statements."""
    days = workload.days_back(LAST_DAYS)
    own = _own(organization, annotator).filter(submitted_at__gte=workload.start_of(days[0])).order_by()
    counts = dict(own.annotate(day=TruncDate("submitted_at")).values_list("day").annotate(Count("pk")))
    median = own.aggregate(median=workload.Median("time_spent_seconds"))["median"]
    return Pace(tuple((day, counts.get(day, 0)) for day in days), median)


def agreement_with_others(tasks, annotator):
    """The Agreement of each measured question of the first of the tasks with answers; two statements."""
    compared = _compared(tasks)
    ctes, values = other_answers.compared_with(annotator, compared)
    with connection.cursor() as cursor:
        cursor.execute(sql("own_agreement").replace("{compared}", ctes), values)
        rows = cursor.fetchall()
    order = {task.schema_version_id: place for place, task in enumerate(compared)}
    questions = Question.objects.filter(schema_version__in=order)
    found = {}
    for question_id, *row in rows:
        found.setdefault(question_id, []).append(row)
    return [
        _agreement(question, found.get(question.pk, []))
        for question in sorted(questions, key=lambda one: (order[one.schema_version_id], one.position))
        if measured(question)
    ]


def differing_in(tasks, annotator):
    """[(task, number of items that others answered otherwise, as far as that may be seen)] of the same tasks, those
    without any left out; three statements."""
    compared = _compared(tasks)
    found = other_answers.differing(compared, annotator) if compared else {}
    return [(task, len(found[task.pk])) for task in compared if task.pk in found]


def gold_of(organization, annotator):
    """The Gold of what adjudicators decided on own answers; three statements."""
    mine = _own(organization, annotator)
    decided = decisions.in_force().filter(item__in=mine.values("item")).select_related("question", "item")
    decided = [row for row in decided.order_by("-created_at", "-pk")[:DECIDED] if measured(row.question)]
    # Own judgements of the questions that were decided.
    questions = [row.question_id for row in decided]
    found = Judgement.objects.filter(
        annotation__in=mine, annotation__item__in=[row.item_id for row in decided], question__in=questions
    )
    found = found.filter(abstained=False).select_related("annotation__assignment")
    given = {(one.annotation.item_id, one.question_id): one for one in found}
    items = {}
    for row in decided:
        if (row.item_id, row.question_id) in given:
            items.setdefault(row.item_id, []).append(row)
    wrong = {
        item_id: [row for row in rows if row.value != given[row.item_id, row.question_id].value]
        for item_id, rows in items.items()
    }
    missed = [rows for rows in wrong.values() if rows]
    texts = own_history.texts_of([rows[0].item_id for rows in missed])
    return Gold(len(items) - len(missed), len(items), tuple(_missed(rows, given, texts) for rows in missed))


def _compared(tasks):
    return [task for task in tasks if task.done][:COMPARED_TASKS]


def _listed(organization):
    return AnnotationTask.objects.for_organization(organization).listed().of_people()


def _own(organization, annotator):
    return Annotation.objects.current().filter(task__in=_listed(organization), annotator=annotator)


def _missed(rows, given, texts):
    first = rows[0]
    differences = []
    for row in sorted(rows, key=lambda one: one.question.position):
        own = given[row.item_id, row.question_id]
        seed = own_history.seed_of(own.annotation)
        shown = [own_history.displayed(row.question, value, seed) for value in (own.value, row.value)]
        differences.append((row.question.title, *shown))
    return Missed(first.item.task_id, first.item_id, texts[first.item_id], tuple(differences))


def _agreement(question, rows):
    n_items, n_people = sum(times for _share, times, _n in rows), max((n for *_others, n in rows), default=0)
    if n_items < LEAST_ITEMS:
        return Agreement(question, n_items, n_people, None, None)
    shares, times = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    return Agreement(
        question, n_items, n_people, float(shares @ times) / n_items, bounded_mean.of_counts(shares, times)
    )
