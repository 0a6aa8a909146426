"""Have the programs of an evaluation score its outputs: block by block, each output once, resumable at any line."""

import time
import uuid
from dataclasses import dataclass

from django.db import IntegrityError, connection

from annotations.models import AnnotationTask, Annotator
from annotations.queue.actions import machine_answers, submissions
from datasets.outputs import is_cut
from evalhub.lib import strict_json
from evalhub.lib.database import statements
from experiments.evaluations.actions.chosen_scorers import IMPORTED
from experiments.evaluations.models import EvaluationScorer
from reviews.engine.client.exchange import OK
from reviews.scorers.actions import programs
from reviews.scorers.metrics import ScoredAnswer

sql = statements.of_feature(__file__)
AT_ONCE = 500  # outputs that are read together
LONGEST_REASON = 2_000
MOST_SECONDS = 120.0  # of a step: well below the time limit of a Celery task


@dataclass(frozen=True)
class Program:
    """A program of an evaluation and the keys of the questions that it answers."""

    annotator: Annotator
    scorer: object
    keys: tuple


@dataclass(frozen=True)
class Output:
    """An output to score, and which annotators (their ids) have scored it already."""

    item_id: int
    answer: ScoredAnswer
    scored_by: frozenset


def score(*, evaluation, seconds=MOST_SECONDS, check=lambda: None):
    """Score the outputs that a program of the evaluation has not scored, for so many seconds; whether none is left.

    `check` is called before each block and may raise to stop: what is stored stays.
    """
    found, after, end = programs_of(evaluation), 0, time.monotonic() + seconds
    while found and (outputs := _unscored(evaluation.task_id, found, after)):
        if time.monotonic() > end:
            return False
        check()
        for program in found:
            _score_block(evaluation.task, program, outputs)
        after = outputs[-1].item_id
    return True


def programs_of(evaluation):
    """The Programs among the scorers; one statement."""
    rows = EvaluationScorer.objects.filter(evaluation=evaluation, annotator__kind="program")
    rows = rows.exclude(annotator__method=IMPORTED)
    found = {}
    for row in rows.select_related("annotator", "question").order_by("pk"):
        found.setdefault(row.annotator_id, (row.annotator, []))[1].append(row.question.key)
    return [Program(annotator, programs.metric_of(annotator), tuple(keys)) for annotator, keys in found.values()]


def _unscored(task_id, found, after):
    values = {
        "task": task_id,
        "annotators": [program.annotator.pk for program in found],
        "most": len(found),
        "after": after,
        "limit": AT_ONCE,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql("unscored_outputs"), values)
        return [_output(*row) for row in cursor.fetchall()]


def _output(item_id, text, finish_reason, expected, acceptable, given, metadata, scored_by):
    acceptable, given, metadata = map(strict_json.loads, (acceptable, given, metadata))  # the driver leaves them texts
    return Output(
        item_id, _scored_answer(text, finish_reason, expected, acceptable, given, metadata), frozenset(scored_by)
    )


def answer_of(output, case):
    """A ModelOutput of a TestCase as programs take it."""
    return _scored_answer(
        output.text, output.finish_reason, case.expected_output, case.acceptable_answers, case.input, case.metadata
    )


def _scored_answer(text, finish_reason, expected, acceptable, given, metadata):
    context = given.get("context") if isinstance(given, dict) else None
    return ScoredAnswer(
        output=text,
        expected=expected,
        acceptable=tuple(acceptable),
        input=given,
        context=context if isinstance(context, str) else "",
        metadata=metadata,
        is_cut=is_cut(finish_reason),
    )


def _score_block(task, program, outputs):
    """Store one program's scores of those outputs that it has not scored."""
    left = [output for output in outputs if program.annotator.pk not in output.scored_by]
    if not left:
        return
    findings = program.scorer.read_many([output.answer for output in left])
    answers = [_answer(task, program, output, found) for output, found in zip(left, findings, strict=True)]
    try:
        machine_answers.submit_many(answers)
    except IntegrityError:  # another worker was faster with one of them: each finds out by itself
        for each in answers:
            submissions.submit(
                item_id=each.item_id, task=each.task, annotator=each.annotator, submission=each.submission
            )


def _answer(task: AnnotationTask, program, output, finding):
    """What the program hands in. A score that there is none of has its reason, and is no value."""
    if finding.status == OK:
        value = finding.values["value"]
        reason, details = finding.values.get("reason") or "", dict(getattr(finding, "details", {}))
        note = submissions.AnswerNote(justification=str(reason)[:LONGEST_REASON], details=details)
    else:
        value, note = None, submissions.AnswerNote(abstained=True, failure=finding.message)
    return machine_answers.Answer(
        item_id=output.item_id,
        task=task,
        annotator=program.annotator,
        submission=submissions.Submission(
            answers={} if value is None else dict.fromkeys(program.keys, value),
            origin="llm",
            notes=dict.fromkeys(program.keys, note),
            partial=True,
            submission_id=uuid.uuid5(program.annotator.pk, f"score:{output.item_id}"),
        ),
    )
