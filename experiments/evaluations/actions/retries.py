"""Try again what failed in an evaluation that has ended: requests to models and scores of programs, nothing else."""

from dataclasses import dataclass
from decimal import Decimal

from django.contrib.postgres.aggregates import BoolOr
from django.db import transaction
from django.db.models import Avg, Count, Exists, Func, OuterRef, UUIDField
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from annotations.models import Annotation, Judgement
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict
from experiments.evaluations.actions import jury_scores, program_scores, runs
from experiments.evaluations.models import Evaluation
from reviews.engine.client import endpoints
from reviews.engine.models import LLMAttempt, LLMRequest
from reviews.engine.runs.actions import controls


@dataclass(frozen=True)
class Retry:
    """How many `requests` to models and `scores` of programs failed. `cost_usd` is what the requests cost at the mean
    of the calls so far; None where no call of a model had a known price."""

    requests: int
    scores: int
    cost_usd: Decimal | None
    simulated: bool

    @property
    def n(self) -> int:
        return self.requests + self.scores


def pending(evaluation: Evaluation) -> Retry:
    """The Retry of an evaluation; a cancelled one has nothing to try again. Five statements at most."""
    if evaluation.state == "cancelled":
        return Retry(0, 0, Decimal(0), False)
    scores = _failed_scores(evaluation).count()
    found = _runs(evaluation).prefetch_related("stages")
    asked = LLMRequest.objects.current().filter(run__in=[run.pk for run in found], state__in=_states(evaluation))
    counts = dict(asked.order_by().values_list("run").annotate(Count("pk")))
    calls = LLMAttempt.objects.filter(request__run__in=list(counts), status="ok").order_by()
    rows = calls.values_list("request__run").annotate(mean=Avg("cost_usd"), simulated=BoolOr("simulated"))
    known = {pk: (mean, simulated) for pk, mean, simulated in rows}
    prices = [_price(run, counts[run.pk], *known.get(run.pk, (None, False))) for run in found if run.pk in counts]
    charged = [price for price, simulated in prices if not simulated]
    return Retry(
        requests=sum(counts.values()),
        scores=scores,
        cost_usd=None if None in charged else sum(charged, Decimal(0)),
        simulated=bool(prices) and not charged,
    )


@transaction.atomic
def retry_failed(*, evaluation: Evaluation, by) -> Retry:
    """Open an evaluation that has ended again, with what failed put back in line; what is scored stays.

    Conflict while it goes on, once it was cancelled, and where nothing has failed. A failed one goes on in any case.
    """
    locked = Evaluation.objects.select_for_update(of=("self",), no_key=True).select_related("organization")
    evaluation = locked.get(pk=evaluation.pk)
    if not evaluation.has_ended:
        raise Conflict(_("%(name)s has not ended.") % {"name": evaluation.name}, code="evaluation_running")
    found = pending(evaluation)
    if evaluation.state == "cancelled" or not found.n and evaluation.state == "done":
        raise Conflict(_("Nothing of %(name)s can be tried again.") % {"name": evaluation.name}, code="nothing_failed")
    for run in _runs(evaluation):
        if run.desired_state == "cancel":
            run = controls.revive(run)
        controls.retry_failed(run=run, by=by)
    # The next answer of a program takes the submission id that its answer to this output always has.
    own_id = Func(function="gen_random_uuid", output_field=UUIDField())
    _failed_scores(evaluation).update(withdrawn_at=Now(), submission_id=own_id)
    jury_scores.withdraw_incomplete(evaluation=evaluation)
    Evaluation.objects.filter(pk=evaluation.pk).update(
        state="waiting", finished_at=None, last_error=None, attempts=0, next_attempt_at=None, lease_until=None
    )
    details = {"requests": found.requests, "scores": found.scores}
    audit.record(
        organization=evaluation.organization, verb="evaluation.retried", target=evaluation, details=details, by=by
    )
    return found


def _runs(evaluation):
    """Its runs that may be tried again: a budget that has paused one has to be raised first."""
    own = runs.of_evaluations([evaluation])
    return own.exclude(pk__in=[run.pk for run in own if runs.is_out_of_money(run)])


def _states(evaluation):
    """Requests in these states are asked again: the failure of an evaluation cancels those that wait."""
    return ("failed", "cancelled") if evaluation.state == "failed" else ("failed",)


def _failed_scores(evaluation):
    """Answers of the evaluation's programs that are no score."""
    programs = [program.annotator.pk for program in program_scores.programs_of(evaluation)]
    failed = Judgement.objects.filter(annotation=OuterRef("pk"), abstained=True).exclude(failure="")
    own = Annotation.objects.current().filter(task=evaluation.task_id, annotator__in=programs)
    return own.filter(Exists(failed))


def _price(run, count, mean, simulated):
    """(what so many requests of a run cost, None: unknown; whether they are simulated)."""
    is_simulated = simulated or all(endpoints.is_simulated(stage.model) for stage in run.stages.all())
    return None if mean is None else mean * count, is_simulated
