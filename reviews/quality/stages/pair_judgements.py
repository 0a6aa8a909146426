"""What a judge of pairs finds is its judgement of an item: the candidate's output beside the baseline's.

The `owner` of the items is a GradingRun, or the RoutedPromptSet of a kind of task.
"""

import hashlib
import uuid
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from annotations.labels import schema
from annotations.models import Annotation, AnnotationTask, Annotator, Judgement, SchemaVersion, TaskItem
from annotations.queue.actions import machine_answers, submissions
from annotations.queue.actions.justifications import LONGEST_REASON
from annotations.tasks.actions import annotation_tasks, form, sampling
from evalhub.lib import strict_json
from reviews.engine.client.endpoints import is_simulated
from reviews.quality.graders import SWAPPED
from reviews.quality.judges import pair_judges, parts_of
from reviews.scorers.registry import MODEL

QUALITY = "quality"
FORM = {
    "fields": [
        {
            "key": QUALITY,
            "type": "number",
            "min": 0,
            "max": 1,
            "title": "How well does the first answer do the task, measured by the second?",
            "reason": "optional",
        }
    ]
}
INSTRUCTIONS = """Two answers to one task. The second is the reference: the baseline's answer. Say how well the first \
does the task when the reference is the measure.

- **1** as well as the reference or better; other words and another order are no fault
- **0.75** a detail that matters little is missing, vague or wrong
- **0.5** something that the reference gives and the task needs is missing or wrong
- **0.25** little of it is of use for the task
- **0** it misses the task, contradicts the reference in what matters, or refuses where the reference answers
"""


def task_of(owner):
    """The owner's annotation task, made when it is first needed; it is in no list and hands nothing out."""
    if owner.task is None:
        with transaction.atomic():
            found = type(owner).objects.select_for_update(of=("self",), no_key=True).select_related("task")
            locked = found.get(pk=owner.pk)
            owner.task = locked.task or _made_task(locked)
    return owner.task


def items_of(pairs, *, owner):
    """{candidate's output id: TaskItem id} of Pairs of one owner; new ones are made, under the task's lock."""
    task = task_of(owner)
    known = _known(task, pairs)
    if len(known) == len(pairs):
        return known
    with transaction.atomic():
        task = AnnotationTask.objects.select_for_update(no_key=True).get(pk=task.pk)
        known = _known(task, pairs)
        new = [pair for pair in pairs if pair.candidate.pk not in known]
        TaskItem.objects.bulk_create(
            TaskItem(
                task=task,
                test_case_id=pair.candidate.test_case_id,
                outputs=[pair.candidate.pk, pair.baseline.pk],
                position=position,
                open_slots=task.required_annotations_per_item,
            )
            for position, pair in enumerate(new, start=task.total_items)
        )
        AnnotationTask.objects.filter(pk=task.pk).update(total_items=task.total_items + len(new))
    return _known(task, pairs)


def annotator_of(owner, grader_id):
    """The Annotator that is this judge, by its grader_id; a language model is one, and so is an embedding model.

    A judge that sees the candidate's answer first is another annotator than the same judge in the usual order.
    """
    plain = grader_id.removesuffix(SWAPPED)
    parts = parts_of(plain)
    is_model = MODEL in pair_judges[parts.key].needs
    model = parts.model if is_model else ""
    parameters = {"grader_id": plain} | ({"temperature": 0.0} if is_model else {})
    parameters |= {} if plain == grader_id else {"order": "candidate_first"}
    fingerprint = hashlib.sha256(strict_json.dumps(["pair_judge", grader_id]).encode()).hexdigest()
    annotator, _is_new = Annotator.objects.get_or_create(
        organization_id=owner.organization_id,
        fingerprint=fingerprint,
        kind="llm" if is_model else "program",
        defaults={
            "name": grader_id[:200],
            "method": parts.key,
            "model": model,
            "prompt_version": parts.prompt_version,
            "parser_version": pair_judges[parts.key].version,
            "parameters": parameters,
            "simulated": bool(model) and is_simulated(model),
        },
    )
    return annotator


def store(pair, *, owner, grader_id, quality, notes, key):
    """The Annotation of one judge about one Pair; the same `key` is stored once, another one revises what was said."""
    (answer,) = answers([(pair, quality, notes, key)], owner=owner, grader_id=grader_id)
    stored = Annotation.objects.filter(submission_id=answer.submission.submission_id).first()
    if stored is not None:
        return stored
    current = Annotation.objects.current().filter(item=answer.item_id, annotator=answer.annotator)
    return submissions.submit(
        item_id=answer.item_id,
        task=answer.task,
        annotator=answer.annotator,
        submission=replace(answer.submission, revises=current.values_list("revision", flat=True).first()),
    ).annotation


def store_many(found, *, owner, grader_id):
    """`store` for many (Pair, quality, notes) that the judge has not scored yet; what another worker stored stays.

    Returns {candidate's output id: id of its current Judgement}.
    """
    new = answers([(*each, "") for each in found], owner=owner, grader_id=grader_id)
    try:
        machine_answers.submit_many(new)
    except IntegrityError:
        for each in new:
            submissions.submit(
                item_id=each.item_id, task=each.task, annotator=each.annotator, submission=each.submission
            )
    current = Annotation.objects.current().filter(annotator=new[0].annotator, item__in=[each.item_id for each in new])
    judgements = dict(Judgement.objects.filter(annotation__in=current).values_list("annotation__item", "pk"))
    return {pair.candidate.pk: judgements[each.item_id] for (pair, *_), each in zip(found, new, strict=True)}


def answers(found, *, owner, grader_id):
    """The machine_answers.Answer of each (Pair, quality, notes, key)."""
    task, annotator = task_of(owner), annotator_of(owner, grader_id)
    items = items_of([pair for pair, *_found in found], owner=owner)
    return [
        machine_answers.Answer(
            item_id=items[pair.candidate.pk],
            task=task,
            annotator=annotator,
            submission=submissions.Submission(
                answers={QUALITY: quality},
                origin="llm",
                notes={QUALITY: submissions.AnswerNote(justification=notes[:LONGEST_REASON])},
                submission_id=uuid.uuid5(owner.pk, f"{grader_id}:{pair.candidate.pk}:{key}"),
            ),
        )
        for pair, quality, notes, key in found
    ]


def _made_task(owner):
    task = AnnotationTask.objects.create(
        organization_id=owner.organization_id,
        dataset_version_id=owner.dataset_version_id,
        name=owner.task_name[:255],
        instructions=INSTRUCTIONS,
        required_annotations_per_item=1,
        sampling_config=sampling.clean_config({}, owner.dataset_version),
        status="PAUSED",
        preparation="READY",
        is_listed=False,
        keeps_order=True,
        created_by_id=owner.created_by_id,
    )
    annotation_tasks.set_form(task=task, specs=schema.parse(FORM))
    SchemaVersion.objects.filter(pk=task.schema_version_id).update(frozen_at=Now())
    form.forget()
    type(owner).objects.filter(pk=owner.pk).update(task=task)
    return task


def _known(task, pairs):
    cases = {pair.candidate.test_case_id for pair in pairs}
    found = TaskItem.objects.filter(task=task, test_case__in=cases).values_list("pk", "outputs")
    wanted = {pair.candidate.pk for pair in pairs}
    return {outputs[0]: pk for pk, outputs in found if outputs[0] in wanted}
