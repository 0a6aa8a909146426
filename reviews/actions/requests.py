"""Do one request: ask the model, keep what came back, write the judgement through the common door."""

import random
import uuid
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models.functions import Now

from annotations.actions import forms, submissions
from annotations.items import ItemContent, content
from annotations.labels import registry as label_types
from annotations.models import Annotation, Annotator
from evalhub.lib.errors import Conflict, EvalHubError
from reviews.actions import runs
from reviews.judges import registry as judges
from reviews.judges.material import ItemView, QuestionView, TaskView
from reviews.judges.prompting import load_prompt
from reviews.llm import client, retry
from reviews.models import EvaluationRun, LLMAttempt, LLMRequest

LEASE_SECONDS = 240
TIMEOUT_SECONDS = 120.0
RELATED = ("run__task", "run__annotator", "item")


@dataclass(frozen=True)
class Prepared:
    """All that the call and the reading of its answer need, so that no database connection is held meanwhile."""

    task: TaskView
    item: ItemView
    content: ItemContent
    call: object
    judge: object


class LeaseLost(Exception):
    """Another worker has taken the request over; what this one found is dropped."""


def claim_one():
    """The next due request of a running run, leased to this thread, or None."""
    due = LLMRequest.objects.filter(run__in=runs.due())
    claimed = due.claim(seconds=LEASE_SECONDS, limit=1)
    return LLMRequest.objects.select_related(*RELATED).get(pk=claimed[0].pk) if claimed else None


def work(*, request):
    """Ask once and store the result: an annotation, a later try, or a terminal error with its reason."""
    existing = Annotation.objects.current().filter(item=request.item, annotator=request.run.annotator).first()
    if existing is not None:
        request.finish(annotation=existing, finished_at=Now())
        return
    try:
        prepared = prepare(request)
    except EvalHubError as error:
        request.finish(state="failed", error=error.message, error_class=error.code, error_message=error.message,
                       finished_at=Now())
        return
    connection.close()
    outcome = client.complete(prepared.call)
    reading = prepared.judge.read(outcome, prepared.task, prepared.item)
    try:
        store(request, prepared, outcome, reading)
    except LeaseLost:
        return


def prepare(request):
    """Read everything that the call needs."""
    run = request.run
    judge = judges["questions"]
    shown = content(request.item_id)
    form = forms.load(run.task.schema_version_id)
    task = TaskView(questions=tuple(_question(spec) for spec in form.specs), instructions=run.task.instructions)
    item = ItemView(
        id=str(request.item_id), input=shown.input,
        outputs={str(index): output.text for index, output in enumerate(shown.outputs)},
    )
    call = judge.prepare(
        task, item, load_prompt(run.annotator.prompt_version), model=run.annotator.model,
        parameters=run.annotator.parameters, timeout_seconds=TIMEOUT_SECONDS,
    )
    last = request.tries.order_by("-number").first()
    if last is not None and last.error_class == "answer_truncated":
        call = call.with_more_tokens()
    return Prepared(task=task, item=item, content=shown, call=call, judge=judge)


@transaction.atomic
def store(request, prepared, outcome, reading):
    """Write the attempt and what follows from it in one transaction; LeaseLost leaves nothing behind."""
    failed = outcome.status != client.outcome.OK or not reading.is_complete
    error_class = outcome.error_class or ("parse_error" if failed else "")
    message = outcome.error_message or (reading.reason() if failed else "")
    _keep_attempt(request, outcome, error_class, message, prepared.judge.parser_version)
    if outcome.simulated:
        Annotator.objects.filter(pk=request.run.annotator_id, simulated=False).update(simulated=True)
    if not failed:
        _annotate(request, reading)
    elif outcome.status == client.outcome.BLOCKED:
        EvaluationRun.objects.filter(pk=request.run_id).update(desired_state="pause")
        _or_lost(request.retry_later(seconds=1, error=message))
    else:
        _fail_or_retry(request, outcome, error_class, message)


def _keep_attempt(request, outcome, error_class, message, parser_version):
    usage = outcome.usage
    LLMAttempt.objects.create(
        request=request, number=request.tries.count() + 1, status=outcome.status, raw_response=outcome.raw or None,
        prompt_tokens=usage.prompt_tokens, completion_tokens=usage.completion_tokens, cost_usd=outcome.cost_usd,
        cost_status=outcome.cost_status, latency_ms=outcome.latency_ms, error_class=error_class,
        error_message=message[:4000], parser_version=parser_version, model_returned=outcome.model_returned[:200],
        simulated=outcome.simulated,
    )


def _annotate(request, reading):
    remarks = {
        key: submissions.Remark(
            justification=answer.justification, confidence=answer.confidence, quotes=answer.quotes,
            abstained=answer.abstained,
        )
        for key, answer in reading.answers.items()
    }
    answers = {key: answer.value for key, answer in reading.answers.items() if not answer.abstained}
    submission = submissions.Submission(
        answers=answers, origin="llm", remarks=remarks, partial=len(answers) < len(reading.answers),
        submission_id=uuid.uuid5(request.run_id, f"{request.pk}:{request.request_version}"),
    )
    try:
        with transaction.atomic():
            stored = submissions.submit(
                item_id=request.item_id, task=request.run.task, annotator=request.run.annotator, submission=submission
            )
    except Conflict as error:
        _or_lost(request.retry_later(seconds=60, error=error.message))
        return
    except EvalHubError as error:
        _or_lost(request.finish(state="failed", error=error.message, error_class="invalid_answer",
                                error_message=error.message, finished_at=Now()))
        return
    _or_lost(request.finish(annotation=stored.annotation, finished_at=Now()))


def _fail_or_retry(request, outcome, error_class, message):
    retryable = outcome.status == client.outcome.RETRYABLE or error_class == "parse_error"
    delay = retry.next_delay(request.attempts, outcome.retry_after_seconds, random.SystemRandom())
    if retryable and delay is not None:
        _or_lost(request.retry_later(seconds=delay, error=message))
        return
    _or_lost(request.finish(state="failed", error=message, error_class=error_class, error_message=message[:4000],
                            finished_at=Now()))


def _or_lost(kept):
    if not kept:
        raise LeaseLost


def _question(spec):
    return QuestionView(
        key=spec.key, title=spec.title, label_type=spec.label_type, help=spec.help, config=spec.config,
        required=spec.required, json_schema=label_types[spec.label_type].json_schema(spec.config),
    )
