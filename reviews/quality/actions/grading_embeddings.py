"""Pairs that a provider's embedding model compares: requests of the grading's own run, or of one beside it."""

import time

from django.db import transaction
from django.utils.translation import gettext as _

from reviews.engine.client.endpoints import resolve
from reviews.engine.client.reasons import NO_PROVIDER_REASON
from reviews.engine.models import EvaluationRun, LLMRequest, RunStage
from reviews.engine.requests.actions import due_requests
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import supervisor
from reviews.quality.actions.reasons import PAIRS_WITHOUT_SCORE
from reviews.quality.adapters import LLMBudgetExceededError, LLMConfigurationError, LLMTimeoutError
from reviews.quality.judges import grader_of, pair_judges
from reviews.quality.models import GradingRun
from reviews.quality.stages.grading_embedding import GRADING
from reviews.scorers import model_checks
from reviews.scorers.embedding.embedders import LEXICAL, is_local
from reviews.scorers.registry import EMBEDDER
from reviews.scorers.registry.scorer import Asking

KIND = "grading_embedding"
WAIT_SECONDS = 60
PAUSE_SECONDS = 0.1


def is_hosted(judge, tool):
    """Whether this judge needs an embedding model that is asked of a provider."""
    return judge in pair_judges and EMBEDDER in pair_judges[judge].needs and not is_local(tool or LEXICAL)


def stages_of(grading, *, judge, model, run, position):
    """The unsaved RunStages that compare each candidate's answers with the baseline's."""
    grader_id = grader_of(pair_judges[judge].made(Asking(model)))
    return [
        RunStage(
            run=run,
            name=KIND,
            kind=KIND,
            position=position,
            lane=lane,
            model=model,
            prompt_version=grader_id[:100],
            parameters={GRADING: str(grading.pk)},
        )
        for lane in range(grading.candidates.count())
    ]


def grade_some(*, grading, judge, model, limit):
    """Ask about the next pairs here, at most `limit`; returns how many it took, 0 once nothing is left to ask.

    Workers may be at it too. What failed for good is left out: its request says why. An LLMError where waiting is of
    no use: without a key, without money, or for too long.
    """
    model_checks.check_name(model)
    run = _opened(grading, judge, model)
    supervisor.advance(run)
    stages = list(_stages(grading, model).values_list("pk", flat=True))
    end = time.monotonic() + WAIT_SECONDS
    while LLMRequest.objects.current().filter(stage__in=stages, state__in=supervisor.PENDING).exists():
        due = [stage for stage in due_requests.stages_due() if stage.pk in stages]
        claimed = due_requests.claim_many(due, limit=limit)
        if claimed:
            Dispatcher().work(claimed)
            return len(claimed)
        _check_key(model)
        _check_hold(run, is_late=time.monotonic() > end)
        time.sleep(PAUSE_SECONDS)
    supervisor.advance(run)
    return 0


def problem_of(grading, model):
    """The Reason why pairs have no score of this model; None when all have."""
    failed = LLMRequest.objects.current().filter(stage__in=_stages(grading, model), state="failed").order_by("-pk")
    count, first = failed.count(), failed.first()
    if first is None:
        return None
    return PAIRS_WITHOUT_SCORE(n=count, reason=first.error_message or NO_PROVIDER_REASON())


@transaction.atomic
def _opened(grading, judge, model):
    """The run whose stages these are; where the model does not judge the grading itself, a run of its own."""
    locked = GradingRun.objects.select_for_update(of=("self",), no_key=True).select_related("run").get(pk=grading.pk)
    stage = _stages(grading, model).select_related("run").first()
    if stage is not None:
        return stage.run
    _check_key(model)
    run = EvaluationRun.objects.create(
        organization_id=locked.organization_id,
        kind="grading",
        name=f"Embeddings by {model}: {grading.name}"[:200],
        policy=locked.run.policy,
        created_by_id=locked.created_by_id,
    )
    RunStage.objects.bulk_create(stages_of(grading, judge=judge, model=model, run=run, position=0))
    return run


def _stages(grading, model):
    return RunStage.objects.filter(kind=KIND, model=model, parameters={GRADING: str(grading.pk)})


def _check_key(model):
    blocked_reason = resolve(model).blocked_reason
    if blocked_reason:
        raise LLMConfigurationError(blocked_reason)


def _check_hold(run, *, is_late):
    run.refresh_from_db(fields=["desired_state", "status_reason", "held_reason"])
    if run.desired_state != "run":
        raise LLMBudgetExceededError(str(run.status_reason or _("The run for the embedding model does not continue.")))
    if is_late:
        words = _("No answer within %(n)d seconds. The workers continue in the background.")
        raise LLMTimeoutError(str(run.held_reason or words % {"n": WAIT_SECONDS}))
