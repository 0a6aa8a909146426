"""Store the answers of machines to a group of items in as many statements as one answer takes."""

from dataclasses import dataclass

from django.db import transaction

from annotations.queue.actions import answer_rows, submissions, validation
from annotations.queue.actions.evidence import store_evidence_of
from annotations.tasks.actions import form as forms
from annotations.tasks.models import AnnotationTask, Annotator
from evalhub.lib.errors import NotFound


@dataclass(frozen=True)
class Answer:
    """What `submissions.submit` takes for one item."""

    item_id: int
    task: AnnotationTask
    annotator: Annotator
    submission: submissions.Submission


def are_alike(answers):
    """Whether `submit_many` takes these: first answers by models to one task, in its own form, which is in use."""
    answers = list(answers)
    return (
        bool(answers)
        and len({answer.task.pk for answer in answers}) == 1
        and all(
            answer.submission.origin == "llm"
            and answer.submission.revises is None
            and answer.submission.schema_version_id in (None, answer.task.schema_version_id)
            for answer in answers
        )
        and forms.load(answers[0].task.schema_version_id).frozen
    )


@transaction.atomic
def submit_many(answers):
    """`submissions.submit` of answers that `are_alike`: all of them are stored, in order, or none.

    Locks the items in the order of their ids. What submit raises for one of them is raised for all; an answer that is
    stored already ends in an IntegrityError, so whoever repeats a group takes them one by one.
    """
    task = answers[0].task
    checked = validation.check_many(task=task, submissions=[(each.item_id, each.submission) for each in answers])
    annotations = [
        submissions.unsaved(
            each.item_id, each.task, each.annotator, each.submission, found.form, exposure=each.submission.exposure
        )
        for each, found in zip(answers, checked, strict=True)
    ]
    judgements = [found.judgements() for found in checked]
    stored = answer_rows.insert_many(
        task_id=task.pk,
        schema_version_id=task.schema_version_id,
        answers=[(each, list(rows.values())) for each, rows in zip(annotations, judgements, strict=True)],
    )
    for found in stored:
        if found is None:
            raise NotFound("There is no such item in this task.")
        submissions.check_open(found.status)
    if any(found.matches for found in checked):
        store_evidence_of((rows, found.matches) for rows, found in zip(judgements, checked, strict=True))
    return [
        submissions.Stored(annotation=annotation, item=annotation.item, replayed=False) for annotation in annotations
    ]
