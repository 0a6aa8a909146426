"""What a call needs before it may go: room in the provider's limits, money in the budgets, a try in the ledger."""

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from evalhub.accounts.actions import audit
from reviews.engine.actions.reasons import BUDGET_RESERVED
from reviews.engine.client.endpoints import resolve
from reviews.engine.limits.actions import budgets, cost_estimates, rate_limiter
from reviews.engine.models import EvaluationRun, LLMAttempt, LLMRequest
from reviews.engine.requests.actions import attempts as ledger
from reviews.engine.requests.actions import results
from reviews.engine.stages.base import Prepared

SETTLING_SECONDS = 1


@dataclass(frozen=True)
class Granted:
    """A question that may be sent now; its try is written, and what it may cost is held against the budgets."""

    request: LLMRequest
    question: Prepared
    grant: rate_limiter.Grant
    attempt: LLMAttempt


def reserve(asked):
    """Yields the Granted among (request, Prepared) pairs, each run's once its money is held and its tries are written.

    What the limits have no room for goes back in line until they have. A run whose budget has room only once calls
    under way are settled waits for them; one whose budget is used up is paused.
    """
    by_run = defaultdict(list)
    answers = rate_limiter.reserve([_call_estimate(request, question) for request, question in asked]) if asked else []
    for (request, question), answer in zip(asked, answers, strict=True):
        if isinstance(answer, rate_limiter.Refusal):
            results.put_off(request, seconds=answer.seconds, reason=answer.reason)
        else:
            by_run[request.run].append((request, question, answer))
    rates = cost_estimates.rates_of({request.stage.model for request, _ in asked}) if by_run else {}
    for run in sorted(by_run, key=lambda run: (run.organization_id, run.pk)):
        yield from _within_budget(run, by_run[run], rates)


def provider_model(request):
    """(provider, model) as the limits know them."""
    endpoint = resolve(request.stage.model)
    return endpoint.provider, endpoint.model


def pause_for_budget(run, exceeded):
    """Pause a run that would spend more than it may, and say so where people look."""
    paused = EvaluationRun.objects.filter(pk=run.pk, desired_state="run")
    if paused.update(desired_state="pause", status="paused", status_reason=exceeded.reason):
        audit.record(
            organization=run.organization,
            verb="run.budget_reached",
            target=run,
            details={"scope": exceeded.scope, "limit_usd": str(exceeded.limit_usd)},
        )


def _within_budget(run, wanted, rates):
    """The Granted of one run, as many as its budgets have room for; money and tries are written together."""
    amounts = [_most_usd(request, question, grant, rates) for request, question, grant in wanted]
    with transaction.atomic():
        ledger.lose([request for request, _, _ in wanted if request.attempts > 1])  # tries are locked before money
        count, exceeded = budgets.reserve_in_order(run, amounts)
        attempts = ledger.begin_many(
            [(request, question) for request, question, _ in wanted[:count]],
            reserved={request.pk: usd for (request, _, _), usd in zip(wanted[:count], amounts, strict=False)},
        )
    if exceeded is not None:
        if exceeded.may_fit_later:
            _hold_for_budget(run)
        else:
            pause_for_budget(run, exceeded)
        rate_limiter.correct([(grant, None) for _, _, grant in wanted[count:]])
        for request, _, _ in wanted[count:]:
            results.put_off(request, seconds=0, reason=exceeded.reason)
    return [Granted(*each, attempt) for each, attempt in zip(wanted, attempts, strict=False)]


def _hold_for_budget(run):
    """Take nothing of this run for a moment: there would be room for none of it. A hold that is longer stays."""
    until = Now() + datetime.timedelta(seconds=SETTLING_SECONDS)
    free = EvaluationRun.objects.filter(Q(held_until=None) | Q(held_until__lt=Now()), pk=run.pk)
    free.update(held_until=until, held_reason=BUDGET_RESERVED())


def _most_usd(request, question, grant, rates):
    """None for a model whose price is not known yet."""
    worst = rates.get(request.stage.model)
    return None if worst is None else worst.usd(grant.want.input_tokens, question.call.max_tokens)


def _call_estimate(request, question):
    provider, model = provider_model(request)
    tokens_in, tokens_out = rate_limiter.estimate(question.call)
    return rate_limiter.CallEstimate(
        organization_id=request.run.organization_id,
        provider=provider,
        model=model,
        profile=request.run.rules.rate_limit_profile,
        input_tokens=tokens_in,
        output_tokens=tokens_out,
    )
