"""Calls and audits of models on days of the past, for tests of costs."""

import datetime
from decimal import Decimal

from reviews.costs import forms
from reviews.engine.limits.actions import budgets
from reviews.models import Audit, AuditSample, LLMAttempt, LLMRequest
from tests import factories

TODAY = datetime.date(2026, 11, 25)  # a Wednesday
REAL = {"model": "openai/gpt-5-mini", "name": "Fast judge", "simulated": False}


def ask(**query):
    """The Choice of an address, on TODAY."""
    return forms.read(query, today=TODAY)


def moment(day):
    return datetime.datetime.fromisoformat(f"2026-{day}T12:00+00:00")


def make_runs(organization, *models, rows=6):
    """A run over one task for each model, {} for the simulated one that factories make."""
    task = factories.make_task(factories.make_version(factories.make_dataset(organization), rows=rows), name="Support")
    return [
        factories.make_run(task, factories.make_llm_annotator(organization, **fields), status="completed")
        for fields in models
    ]


def make_call(run, number, day, *, usd="0.01", ms=1000, is_valid=True, **attempt):
    """A request about the item with this number and its one call; returns the annotation, None for a failed one."""
    item, at = run.task.items.order_by("position")[number], moment(day)
    annotation = factories.make_annotation(item, run.annotator, submitted_at=at) if is_valid else None
    state = {"state": "done", "annotation": annotation} if is_valid else {"state": "failed", "error_class": "timeout"}
    request = factories.make_request(run, item, finished_at=at, **state)
    price = {"cost_status": "priced", "cost_usd": Decimal(usd)} if usd else {"cost_status": "unpriced"}
    status = "ok" if is_valid else "fatal"
    fields = {"status": status, "latency_ms": ms, "simulated": run.annotator.simulated} | price | attempt
    made = LLMAttempt.objects.create(request=request, number=1, **fields)
    LLMAttempt.objects.filter(pk=made.pk).update(started_at=at)
    LLMRequest.objects.filter(pk=request.pk).update(created_at=at)
    return annotation


def make_answered(organization):
    """The last three requests are done: for nothing, at a cost, and without a known price."""
    for number, request in enumerate(LLMRequest.objects.filter(run__organization=organization).order_by("-pk")[:3]):
        price = {"cost_status": "priced", "cost_usd": Decimal(number)} if number < 2 else {}
        tokens = {"prompt_tokens": number, "completion_tokens": number}
        LLMAttempt.objects.create(request=request, number=1, status="ok", **tokens, **price)
        ended = {"state": "done", "result": 1, "finished_at": moment(f"11-{20 + number}")}
        LLMRequest.objects.filter(pk=request.pk).update(request_version=number + 1, **ended)
    budgets.recount(organization)


def make_audit(annotation, auditor, day, *, is_right=True, chance=0.5, blind=True, drawn=True):
    """An audit of the only judgement of an answer of a model, drawn by this chance."""
    judgement = annotation.judgements.get()
    if drawn:
        AuditSample.objects.create(task=annotation.task, annotation=annotation, inclusion_probability=chance)
    verdict = {"verdict": "accept"} if is_right else {"verdict": "override", "own_judgement": judgement}
    made = Audit.objects.create(judgement=judgement, auditor=auditor, blind=blind, **verdict)
    Audit.objects.filter(pk=made.pk).update(decided_at=moment(day))
