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
from evalhub.lib.database.errors import LOST
from evalhub.lib.leases import LeaseLost
from evalhub.lib.processes.bulkhead import Contained
from experiments.evaluations.actions.chosen_scorers import IMPORTED
from experiments.evaluations.models import EvaluationScorer
from experiments.evaluations.reasons import SCORED_ALONE
from reviews.engine.client.exchange import OK
from reviews.scorers.actions import programs
from reviews.scorers.metrics import ScoredAnswer, not_scored
from reviews.scorers.metrics.base.reasons import METRIC_FAILED, WORKER_ENDED

sql = statements.of_feature(__file__)
AT_ONCE = 500  # outputs that are read together; a single one where a metric executes it, which may take long
MOST_LOST = 2  # workers over one output that was alone in hand
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
    # One by one where a metric executes them, and after a worker was lost, to see over which.
    limit = 1 if evaluation.attempts > 1 or _run_what_they_score(found) else AT_ONCE
    while found and (outputs := _unscored(evaluation.task_id, found, after, limit)):
        if time.monotonic() > end:
            return False
        check()
        ends_workers = limit == 1 and _has_ended_workers(evaluation, outputs[0].item_id)
        for program in found:
            if _score_block(evaluation.task, program, outputs, ends_workers=ends_workers):
                ends_workers = False  # those before it have scored the output, and those behind it are not suspected
        after = outputs[-1].item_id
    return True


def _has_ended_workers(evaluation, item_id):
    """Note which item is in hand, for those who come when this worker is lost; whether so many were lost over it."""
    before = evaluation.last_error
    is_same = before is not None and before.code == SCORED_ALONE.code and before.params["item"] == str(item_id)
    lost = before.params["lost"] + 1 if is_same else 0
    changes = {"last_error": SCORED_ALONE(item=str(item_id), lost=lost)}
    if lost >= MOST_LOST:  # the tries begin anew: there may be others behind it
        changes = {"last_error": None, "attempts": 1}
    if not evaluation.mine().update(**changes):
        raise LeaseLost
    evaluation.last_error = changes["last_error"]
    return lost >= MOST_LOST


def programs_of(evaluation):
    """The Programs among the scorers; one statement."""
    rows = EvaluationScorer.objects.filter(evaluation=evaluation, annotator__kind="program")
    rows = rows.exclude(annotator__method=IMPORTED)
    found = {}
    for row in rows.select_related("annotator", "question").order_by("pk"):
        found.setdefault(row.annotator_id, (row.annotator, []))[1].append(row.question.key)
    return [Program(annotator, programs.metric_of(annotator), tuple(keys)) for annotator, keys in found.values()]


def has_programs_to_run(*, evaluation):
    """Whether a metric of the evaluation executes what it scores, which is nothing for a web process; one statement."""
    return _run_what_they_score(programs_of(evaluation))


def _run_what_they_score(found):
    return any(program.scorer.runs_programs for program in found)


def _unscored(task_id, found, after, limit):
    values = {
        "task": task_id,
        "annotators": [program.annotator.pk for program in found],
        "most": len(found),
        "after": after,
        "limit": limit,
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


def _score_block(task, program, outputs, *, ends_workers):
    """Store one program's scores of those outputs that it has not scored, which are no values where the output ends
    workers; whether there was any."""
    left = [output for output in outputs if program.annotator.pk not in output.scored_by]
    if not left:
        return False
    if ends_workers:
        findings = [not_scored(WORKER_ENDED(n=MOST_LOST))]
    else:
        findings = program.scorer.read_many([output.answer for output in left])
    answers = [_answer(task, program, output, found) for output, found in zip(left, findings, strict=True)]
    try:
        with Contained("Storing scores", passes=(*LOST, IntegrityError)) as work:
            machine_answers.submit_many(answers)
            return True
    except IntegrityError:  # another worker was faster with one of them: each finds out by itself
        pass
    for output, answer in zip(left, answers, strict=True):
        with Contained(f"Storing the score of item {output.item_id}", passes=LOST) as work:
            _submit(answer)
        if work.error is not None:
            reason = METRIC_FAILED(kind=type(work.error).__name__)
            _submit(_answer(task, program, output, not_scored(reason)))
    return True


def _submit(answer):
    submissions.submit(
        item_id=answer.item_id, task=answer.task, annotator=answer.annotator, submission=answer.submission
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
