"""Runs, attempts and batches as rows, for tests that count tokens and money."""

import itertools
from decimal import Decimal

from django.utils import timezone

from reviews.models import EvaluationRun, LLMAttempt, LLMBatch, LLMRequest, RunStage

NUMBERS = itertools.count(1)
MODEL = "openai/gpt-4o-mini"


def make_run(organization, **policy):
    """A run of a study; keywords are its policy, `budget_usd` among them."""
    policy = {name: str(value) if isinstance(value, Decimal) else value for name, value in policy.items()}
    return EvaluationRun.objects.create(
        kind="study", organization=organization, name=f"Run {next(NUMBERS)}", policy=policy
    )


def make_stage(run):
    number = next(NUMBERS) % 30_000
    return RunStage.objects.create(
        run=run, name="score_gen", kind="score_gen", position=number, model=MODEL, prompt_version="p", status="open"
    )


def make_attempt(run, *, started_at=None, **fields):
    """An attempt of a new request: `ok` and of unknown cost unless the fields say otherwise."""
    request = LLMRequest.objects.create(run=run, stage=make_stage(run), target=next(NUMBERS))
    if fields.get("cost_usd") is not None:
        fields["cost_status"] = "priced"
    attempt = LLMAttempt.objects.create(**{"request": request, "number": 1, "status": "ok"} | fields)
    if started_at is not None:
        LLMAttempt.objects.filter(pk=attempt.pk).update(started_at=started_at)
    return attempt


def make_batch(run, **fields):
    """A submitted batch of ten rows."""
    number = next(NUMBERS)
    plain = {
        "stage": make_stage(run),
        "provider": "openai",
        "model": MODEL,
        "n_rows": 10,
        "status": "submitted",
        "batch_ref": f"batch-{number}",
        "submitted_at": timezone.now(),
    }
    return LLMBatch.objects.create(run=run, **plain | fields)
