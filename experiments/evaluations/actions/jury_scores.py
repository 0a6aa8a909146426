"""Have the juries of an evaluation score what their members have scored: block by block, resumable at any line."""

import time
import uuid
from collections import defaultdict
from dataclasses import dataclass

from django.db import IntegrityError, connection
from django.db.models import Exists, F, Func, IntegerField, OuterRef, UUIDField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Now

from annotations.models import Annotation, Annotator, Judgement, Question
from annotations.queue.actions import machine_answers, submissions
from evalhub.lib.database import statements
from experiments.evaluations import reasons
from experiments.evaluations.models import EvaluationScorer
from reviews.scorers import jury_rules
from reviews.scorers.actions.juries import JURY

sql = statements.of_feature(__file__)
AT_ONCE = 500  # outputs that are scored together
MOST_SECONDS = 120.0  # of a step
VOTES, MEMBERS = "votes", "members"  # of a judgement's details


@dataclass(frozen=True)
class Jury:
    """A jury of an evaluation and the questions that it answers."""

    annotator: Annotator
    questions: tuple[Question, ...]

    @property
    def members(self):
        return self.annotator.parameters["members"]


def score(*, evaluation, is_over, seconds=MOST_SECONDS, check=lambda: None):
    """Score the outputs that all members of a jury have answered; whether none is left.

    `is_over`: the members bring nothing more, so that outputs with fewer of their scores are decided too. `check` is
    called before each block and may raise to stop: what is stored stays.
    """
    end = time.monotonic() + seconds
    for jury in juries_of(evaluation):
        after = 0
        while items := _unscored(evaluation.task_id, jury, after, is_over):
            if time.monotonic() > end:
                return False
            check()
            _score_block(evaluation.task, jury, items)
            after = items[-1]
    return True


def juries_of(evaluation):
    """The Jurys among the scorers; one statement."""
    rows = EvaluationScorer.objects.filter(evaluation=evaluation, annotator__kind=JURY)
    found = {}
    for row in rows.select_related("annotator", "question").order_by("pk"):
        found.setdefault(row.annotator_id, (row.annotator, []))[1].append(row.question)
    return [Jury(annotator, tuple(questions)) for annotator, questions in found.values()]


def withdraw_incomplete(*, evaluation):
    """Take back what juries made of fewer scores than they have members: once more of them come, they decide again."""
    own_id = Func(function="gen_random_uuid", output_field=UUIDField())
    votes, members = (Cast(KT(f"details__{name}"), IntegerField()) for name in (VOTES, MEMBERS))
    fewer = Judgement.objects.annotate(n=votes, of=members).filter(annotation=OuterRef("pk"), n__lt=F("of"))
    juries = [jury.annotator for jury in juries_of(evaluation)]
    own = Annotation.objects.current().filter(task=evaluation.task_id, annotator__in=juries)
    own.filter(Exists(fewer)).update(withdrawn_at=Now(), submission_id=own_id)


def _unscored(task_id, jury, after, is_over):
    values = {"task": task_id, "jury": jury.annotator.pk, "members": jury.members}
    values |= {"after": after, "is_over": is_over, "limit": AT_ONCE}
    with connection.cursor() as cursor:
        cursor.execute(sql("unscored_by_jury"), values)
        return [item for (item,) in cursor.fetchall()]


def _score_block(task, jury, items):
    # {(item, question): [(value, number)]} of the members, in their order.
    current = Annotation.objects.current().filter(item__in=items, annotator__in=jury.members)
    rows = Judgement.objects.filter(annotation__in=current, question__in=jury.questions, abstained=False)
    columns = ("annotation__item", "question", "annotation__annotator", "value", "number")
    found = defaultdict(list)
    for item, question, member, value, number in rows.values_list(*columns):
        found[item, question].append((jury.members.index(str(member)), value, number))
    votes = {
        key: [(value, number) for _place, value, number in sorted(votes, key=lambda vote: vote[0])]
        for key, votes in found.items()
    }
    answers = [_answer(task, jury, item, votes) for item in items]
    try:
        machine_answers.submit_many(answers)
    except IntegrityError:  # another worker was faster with one of them: each finds out by itself
        for each in answers:
            submissions.submit(
                item_id=each.item_id, task=each.task, annotator=each.annotator, submission=each.submission
            )


def _answer(task, jury, item, votes):
    values, notes = {}, {}
    for question in jury.questions:
        value, notes[question.key] = _decided(jury, question, votes.get((item, question.pk), []))
        if value is not None:
            values[question.key] = value
    return machine_answers.Answer(
        item_id=item,
        task=task,
        annotator=jury.annotator,
        submission=submissions.Submission(
            answers=values,
            origin="llm",
            notes=notes,
            partial=True,
            submission_id=uuid.uuid5(jury.annotator.pk, f"score:{item}"),
        ),
    )


def _decided(jury, question, votes):
    """(value or None, AnswerNote) of a jury on one question."""
    rule, minimum = jury.annotator.parameters["rule"], jury.annotator.parameters["minimum"]
    details = {VOTES: len(votes), MEMBERS: len(jury.members)}
    if len(votes) < minimum:
        return None, submissions.AnswerNote(abstained=True, failure=reasons.TOO_FEW_MEMBERS(), details=details)
    found = jury_rules.verdict(rule, question, votes)
    if found is None:
        return None, submissions.AnswerNote(abstained=True, failure=reasons.JURY_TIED(), details=details)
    value, number = found
    said = ", ".join(str(vote) for vote, _number in votes)
    return value, submissions.AnswerNote(justification=f"{said} ({rule})", number=number, details=details)
