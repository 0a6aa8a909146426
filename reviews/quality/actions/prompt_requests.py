"""A prompt as a request of the ledger: how it is made, and how a program waits for its answer."""

import hashlib
import time

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now

from reviews.engine.client.completion import PARAMETERS
from reviews.engine.client.endpoints import resolve
from reviews.engine.models import EvaluationRun, LLMPrompt, LLMRequest, RunStage
from reviews.engine.models.evaluation_run import PROMPT
from reviews.engine.policy import BEST_EFFORT, RunPolicy
from reviews.engine.requests.actions import dispatcher, due_requests
from reviews.quality.adapters import (
    LLMAPIError,
    LLMBudgetExceededError,
    LLMConfigurationError,
    LLMRateLimitError,
    LLMResponse,
    LLMTimeoutError,
)
from reviews.quality.stages.prompt import PATIENCE, ROOM, answer_to
from reviews.scorers import model_checks

WAIT_SECONDS = 600
PAUSE_SECONDS = 0.1
KINDS = {"timeout": LLMTimeoutError, "rate_limited": LLMRateLimitError}


class OneModel:
    """One model of an organization, asked in this process; limits, budgets and retries are the ledger's."""

    title = "Prompts to"

    def __init__(self, model, *, organization, by=None):
        self.model = model_checks.check_name(model)
        self._organization = organization
        self._by = by
        self._run = None

    @transaction.atomic
    def _ask(self, prompt, parameters):
        """A new request, in the one run of this object, which goes on if it had ended."""
        if self._run is None:
            self._run = open_run(organization=self._organization, name=f"{self.title} {self.model}", by=self._by)
        EvaluationRun.objects.filter(pk=self._run.pk).update(status="waiting", finished_at=None)
        return add(run=self._run, model=self.model, prompt=prompt, parameters=parameters)


def open_run(*, organization, name, by):
    """A run for requests that come one by one; those that fail hold up none of the others."""
    return EvaluationRun.objects.create(
        organization=organization,
        kind=PROMPT,
        name=name[:200],
        created_by=by,
        policy=RunPolicy(completion_mode=BEST_EFFORT, min_batch_size=None).as_json(),
    )


def add(*, run, model, prompt, parameters):
    """A new request, in the stage of this run that asks this model with these parameters; in a transaction."""
    stages = list(run.stages.filter(kind="prompt"))
    stage = next((each for each in stages if (each.model, each.parameters) == (model, parameters)), None)
    stage = stage or RunStage.objects.create(
        run=run,
        name="prompt",
        kind="prompt",
        position=0,
        lane=len(stages),
        model=model,
        prompt_version="plain",
        parameters=parameters,
    )
    digest = hashlib.sha256(prompt.encode()).hexdigest()
    text, _ = LLMPrompt.objects.get_or_create(sha256=digest, defaults={"text": prompt})
    asked = LLMRequest.objects.filter(stage=stage, target=text.pk)
    newest = asked.aggregate(newest=Max("request_version"))["newest"] or 0
    asked.update(replaced=True)
    return LLMRequest.objects.create(run=run, stage=stage, target=text.pk, request_version=newest + 1)


def parameters_of(*, config):
    """What a stage holds of a RunConfig."""
    found = {name: value for name, value in config.model_params.items() if name in PARAMETERS}
    named = {"temperature": config.temperature, ROOM: config.max_tokens, PATIENCE: config.timeout_seconds}
    return found | {name: value for name, value in named.items() if value is not None}


def of_system(parameters):
    """Those of a stage's parameters that belong to the system which is asked: how long to wait for it does not."""
    return {name: value for name, value in parameters.items() if name != PATIENCE}


def response_to(*, request, config):
    """The LLMResponse to a request, or an LLMError once the ledger has given up; asks here if nobody else does."""
    await_answer(request=request)
    return _response(request, config)


def await_answer(*, request):
    """Return once the request is done, asking here if nobody else does; an LLMError once the ledger has given up."""
    end = time.monotonic() + WAIT_SECONDS
    while request.state not in ("done", "failed", "cancelled"):
        if not _work(request):
            _check_hold(request, is_late=time.monotonic() > end)
            time.sleep(PAUSE_SECONDS)
        request.refresh_from_db()
    if request.state != "done":
        kind = KINDS.get(request.error_class, LLMAPIError)
        raise kind(str(request.error_message), details={"error_class": request.error_class})


def _work(request):
    """Ask about it if it is due and nobody else does; returns whether it was asked."""
    taken = LLMRequest.objects.claim(seconds=settings.LEASE_SECONDS, pk=request.pk)
    if taken:
        dispatcher.work(request=LLMRequest.objects.select_related(*due_requests.RELATED).get(pk=request.pk))
    return bool(taken)


def _check_hold(request, *, is_late):
    """Give up where waiting is of no use: without a key, without money, or for too long."""
    run, blocked_reason = request.run, resolve(request.stage.model).blocked_reason
    run.refresh_from_db(fields=["status", "status_reason", "held_until", "held_reason", "desired_state"])
    if run.desired_state == "pause":
        error = LLMBudgetExceededError(str(run.status_reason or "The budget is used up."))
    elif blocked_reason:
        error = LLMConfigurationError(blocked_reason)
    elif is_late:
        error = LLMTimeoutError(str(run.held_reason or f"There was no answer in {WAIT_SECONDS} seconds."))
    else:
        return
    LLMRequest.objects.filter(pk=request.pk).unattended().update(state="cancelled", finished_at=Now())
    raise error


def _response(request, config):
    attempt, model = answer_to(request), request.stage.model
    if config.budget_tracker is not None:
        config.budget_tracker.charge(attempt.cost_usd)
    usage = {"prompt_tokens": attempt.prompt_tokens, "completion_tokens": attempt.completion_tokens}
    return LLMResponse(
        attempt.message.assistant,
        metadata={
            "provider": resolve(model).provider,
            "latency_seconds": (attempt.latency_ms or 0) / 1000,
            "model": model,
            "model_returned": attempt.model_returned,
            "cost_usd": attempt.cost_usd,
            "simulated": attempt.simulated,
            "request_id": request.pk,
        },
        usage={name: count for name, count in usage.items() if count is not None},
    )
