"""What other people answered on items that an annotator has answered: when it may be seen, and where they differ."""

from collections import Counter
from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, OuterRef, Q

from annotations.labels.disputes.base import same
from annotations.labels.measures import measured
from annotations.queue.actions import decisions, exposure, own_history, slots
from annotations.queue.models import Assignment, Judgement
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.models import Question, TaskItem
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)
NEWEST = 500  # items of a task whose answers are compared with those of others


@dataclass(frozen=True)
class Difference:
    """A question to which others gave another answer: the own value in words, and (value, number of people) of others,
    the most frequent first."""

    title: str
    own: str
    others: tuple


def may_be_seen(annotator):
    """The condition on a TaskItem that this annotator may see what others answered, which no other place decides.

    Their own answer stands, and nobody is still to answer the item, or an adjudicator has decided it. Tasks of studies,
    result reviews and evaluations never show it: whoever answers there stays blind.
    """
    mine = Assignment.objects.filter(item=OuterRef("pk"), annotator=annotator)
    decided = decisions.in_force().filter(item=OuterRef("pk"))
    has_answered = Exists(mine.filter(state="submitted")) & ~Exists(mine.filter(state__in=SLOT_STATES))
    return Q(has_answered, slots.is_complete() | Exists(decided), task__origin="person")


def compared_with(annotator, tasks):
    """The names of the CTEs that own labels and others' are compared in, as SQL, and its parameters."""
    names = {"tasks": [task.pk for task in tasks], "annotator": annotator.pk, "newest": NEWEST}
    return sql("compared_answers"), names


def differing(tasks, annotator):
    """{task id: {item id: ids of the Judgements compared}} of the items that others answered otherwise, among the
    newest of each task and only where that may be seen; three statements."""
    questions = Question.objects.filter(schema_version__in=[task.schema_version_id for task in tasks])
    compared, values = compared_with(annotator, tasks)
    values["questions"] = [question.pk for question in questions if measured(question)]
    with connection.cursor() as cursor:
        cursor.execute(sql("differing_answers").replace("{compared}", compared), values)
        found = dict(cursor.fetchall())
    seen = TaskItem.objects.filter(may_be_seen(annotator), pk__in=list(found))
    by_task = {}
    for item_id, task_id in seen.values_list("pk", "task"):
        by_task.setdefault(task_id, {})[item_id] = found[item_id]
    return by_task


def show(*, judgement_ids, by):
    """{item id: [Difference]} of Judgements that `differing` found; three statements.

    The member has seen these answers from then on: what they correct afterwards is no independent answer.
    """
    rows = Judgement.objects.filter(pk__in=judgement_ids).order_by("question__position", "pk")
    rows = list(rows.select_related("question", "annotation__annotator", "annotation__assignment"))
    exposure.note_answers(annotations={row.annotation_id: row.annotation for row in rows}.values(), by=by)
    asked = {}
    for row in rows:
        is_own = row.annotation.annotator.user_id == by.user_id
        asked.setdefault((row.annotation.item_id, row.question_id), ([], []))[not is_own].append(row)
    found = {}
    for (item_id, _question), ((own,), others) in asked.items():
        if any(same(row.value) != same(own.value) for row in others):
            seed = own_history.seed_of(own.annotation)
            words = [own_history.displayed(own.question, row.value, seed) for row in (own, *others)]
            found.setdefault(item_id, []).append(
                Difference(own.question.title, words[0], tuple(Counter(words[1:]).most_common()))
            )
    return found
