"""Runs of the drills, and the reckoning at their end: what was asked, what was paid for it, what the ledger says."""

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Sum
from django.db.models.functions import Now

from annotations.models import SchemaVersion
from evalhub.invariants import broken
from reviews.engine.requests.actions import due_requests
from reviews.engine.stages import registry
from reviews.models import LLMAttempt, LLMPrice, LLMRequest, Spending
from reviews.scorers.actions import annotators, task_runs
from tests import factories
from tests.drills.charging import reference_of

MODELS = {
    "openai": "openai/gpt-4o-mini",
    "anthropic": "anthropic/claude-haiku-4-5",
    "gemini": "gemini/gemini-2.5-flash",
}


def make_run(member, *, rows, wire="openai", **policy):
    """A run over `rows` items with a critic, a budget, and a model whose price is known already.

    The critic does not answer by itself first: it is the same model, and the bill could not tell the two answers apart.
    """
    version = factories.make_version(
        factories.make_dataset(member.organization),
        rows=[{"input": {"question": f"What is {n} plus {n} for {wire}?"}} for n in range(rows)],
    )
    model = MODELS[wire]
    LLMPrice.objects.get_or_create(
        sha256=wire.rjust(64, "0"),
        defaults={
            "model": model,
            "source": "a list",
            "rates": {"input_cost_per_token": 1e-6, "output_cost_per_token": 2e-6},
        },
    )
    task = factories.make_task(version)
    SchemaVersion.objects.filter(task=task).update(frozen_at=Now())
    annotator = annotators.create(organization=member.organization, model=model, by=member.user)
    rules = {"budget_usd": "50", "min_batch_size": None, "max_attempts": 5} | policy
    run = task_runs.start(task=task, annotator=annotator, by=member.user, policy=rules)
    run.stages.filter(kind="critic_answer").delete()
    run.stages.filter(kind="score_critic").update(prompt_version="score_critic.v1", position=1)
    return run


@dataclass
class Account:
    """One request at the end: how it ended, its tries in order, and how often the provider was paid for it."""

    request: LLMRequest
    tries: list = field(default_factory=list)
    paid: int = 0


def accounts_of(run, provider):
    """{pk: Account} of all requests of a run."""
    found = list(LLMRequest.objects.filter(run=run).select_related(*due_requests.RELATED).order_by("pk"))
    by_stage = defaultdict(list)
    for request in found:
        by_stage[request.stage_id].append(request)
    accounts, bill = {request.pk: Account(request) for request in found}, provider.bill()
    for alike in by_stage.values():
        for pk, question in registry[alike[0].stage.kind].prepare(alike).items():
            accounts[pk].paid = bill[reference_of(question.call.messages[1]["content"])]
    for attempt in LLMAttempt.objects.filter(request__run=run).order_by("request", "number"):
        accounts[attempt.request_id].tries.append(attempt.status)
    return accounts


def reckon(run, provider, *, paid_late=()):
    """The accounts of a run that has ended, after all rules that hold whatever happened:

    one result or one reason for each request, no more paid for than the ledger shows, and money counted once.
    `paid_late` are requests that were asked again, and later still by the worker that had lost them.
    """
    accounts = accounts_of(run, provider)
    run.refresh_from_db()
    for each in accounts.values():
        request = each.request
        assert request.state in ("done", "failed", "cancelled"), each
        assert (request.state == "done") == (request.annotation_id is not None or request.result is not None), each
        assert request.state != "failed" or request.error_class and request.error_message, each
        is_late = request.pk in paid_late
        assert 0 <= each.tries.count("ok") - (request.state == "done") <= is_late, each
        assert "sent" not in each.tries, each
        assert each.paid <= each.tries.count("ok") + each.tries.count("lost") + is_late, each
    cost = LLMAttempt.objects.filter(request__run=run).aggregate(Sum("cost_usd"))["cost_usd__sum"] or 0
    unpriced = LLMAttempt.objects.filter(request__run=run, status="ok").exclude(cost_status="priced")
    spending = Spending.objects.get(run=run)
    assert (spending.spent_usd, spending.reserved_usd) == (cost, 0), (spending.spent_usd, spending.reserved_usd, cost)
    assert not unpriced.exists()
    found = broken()
    assert not found, found
    return accounts
