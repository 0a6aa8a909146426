"""Draft batches: many due requests of one stage, to be sent together at the price of batches."""

import datetime

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from evalhub.lib.env import env_int
from reviews.engine.batches.actions import closing, leases
from reviews.engine.batches.actions.connections import adapter_of
from reviews.engine.client.endpoints import resolve
from reviews.engine.limits.actions import provider_health
from reviews.engine.models import EvaluationRun, LLMBatch, LLMBatchItem, LLMRequest, RunStage
from reviews.engine.models.llm_batch import ABANDONED, DRAFT
from reviews.engine.stages import registry

MOST_ROWS = env_int("EVALHUB_BATCH_ROWS", 10_000, minimum=1)
ROWS_PER_INSERT = 2000
OVER_BUDGET = "over_budget"


def stages_due():
    """RunStages that want batches and have due requests, but no draft that still waits to be sent; two statements."""
    due = LLMRequest.objects.filter(stage=OuterRef("pk"), state="waiting").due()
    drafts = LLMBatch.objects.filter(stage=OuterRef("pk"), status=DRAFT)
    stages = RunStage.objects.filter(Exists(due), ~Exists(drafts), run__in=EvaluationRun.objects.due())
    blocked = provider_health.blocked()
    return [
        stage
        for stage in stages.select_related("run")
        if stage.run.rules.min_batch_size is not None and _provider_model(stage) not in blocked
    ]


def form(stage):
    """A draft of the stage's due requests, or None while they are too few or cannot go as a batch.

    The requests are in state `batched` from here on. Safe to call at once: a request goes into one batch only.
    """
    least = least_rows(stage)
    if least is None or not _may_begin(stage) or not _has_due(stage, least):
        return None
    with transaction.atomic():
        provider, model = _provider_model(stage)
        batch = LLMBatch.objects.create(
            run_id=stage.run_id, stage=stage, provider=provider, model=model, n_rows=0, next_poll_at=Now()
        )
        batch.n_rows = _take(batch, stage, most=_most_rows(stage))
        if batch.n_rows < least:
            transaction.set_rollback(True)
            return None
        batch.save(update_fields=["n_rows"])
    return batch


def is_meant_for(stage):
    """Whether the stage's due requests are meant for a batch: enough are there, or a batch of the stage before will
    bring more at once. Direct calls then leave them alone."""
    least = least_rows(stage)
    if least is None:
        return False
    before = LLMRequest.objects.filter(
        stage__run=stage.run_id, stage__position=stage.position - 1, stage__lane=stage.lane, state="batched"
    )
    return _has_due(stage, least) or before.exists()


def least_rows(stage):
    """How many due requests make a batch of this stage; None when its requests are only ever sent one by one."""
    least, adapter = stage.run.rules.min_batch_size, adapter_of(stage.model)
    if least is None or adapter is None or not registry[stage.kind].may_be_batched or is_over_budget(stage):
        return None
    return min(least, _most_rows(stage))


@transaction.atomic
def divide(batch, *, parts, code, seconds=0):
    """Put drafts of `parts` equal shares in the place of a batch that the provider refused as a whole.

    They are sent after `seconds`; their requests stay in state `batched`, and its items are closed with `code`.
    """
    leases.hold(batch)
    open_items = batch.items.filter(status="queued")
    requests = list(open_items.order_by("number").values_list("request", flat=True))
    open_items.update(status="error", error_code=code[:60])
    share = max(-(-len(requests) // parts), 1)
    for start in range(0, len(requests), share):
        _replacement(batch, requests[start : start + share], seconds)
    closing.reconcile(batch, outcome="failed")


def _replacement(batch, requests, seconds):
    """`submissions` counts those of all batches that led to it, so that no refusal goes on for ever."""
    draft = LLMBatch.objects.create(
        run_id=batch.run_id,
        stage_id=batch.stage_id,
        provider=batch.provider,
        model=batch.model,
        n_rows=len(requests),
        submissions=batch.submissions,
        reason=batch.reason,
        next_poll_at=Now() + datetime.timedelta(seconds=seconds),
    )
    for start in range(0, len(requests), ROWS_PER_INSERT):
        LLMBatchItem.objects.bulk_create(
            LLMBatchItem(batch=draft, request_id=pk, number=number)
            for number, pk in enumerate(requests[start : start + ROWS_PER_INSERT], start)
        )


def is_over_budget(stage):
    """Whether the smallest batch of a stage that has a budget was more than that has room for; calls go one by one."""
    return LLMBatch.objects.filter(stage=stage, status=ABANDONED, provider_state=OVER_BUDGET).exists()


def _may_begin(stage):
    is_due = EvaluationRun.objects.due().filter(pk=stage.run_id).exists()
    return is_due and _provider_model(stage) not in provider_health.blocked()


def _provider_model(stage):
    """(provider, model) as limits and health name them."""
    endpoint = resolve(stage.model)
    return endpoint.provider, endpoint.model


def _has_due(stage, least):
    due = LLMRequest.objects.filter(stage=stage, request_version=stage.request_version, state="waiting").due()
    return due[:least].count() >= least


def _most_rows(stage):
    return min(MOST_ROWS, adapter_of(stage.model).limits.rows)


def _take(batch, stage, *, most):
    """Move up to `most` due requests into the batch, those that wait longest; returns how many. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH due AS (
                SELECT r.id FROM reviews_llmrequest r
                WHERE r.stage_id = %(stage)s AND r.request_version = %(version)s AND r.state = 'waiting'
                  AND (r.next_attempt_at IS NULL OR r.next_attempt_at <= statement_timestamp())
                  AND NOT EXISTS (SELECT FROM reviews_llmbatchitem i WHERE i.request_id = r.id AND i.status = 'queued')
                ORDER BY r.next_attempt_at, r.id LIMIT %(most)s FOR UPDATE SKIP LOCKED
            ), taken AS (
                UPDATE reviews_llmrequest r
                SET state = 'batched', attempts = r.attempts + 1, lease_owner = '', lease_until = NULL,
                    next_attempt_at = NULL
                FROM due WHERE r.id = due.id RETURNING r.id
            )
            INSERT INTO reviews_llmbatchitem (batch_id, request_id, number, status, error_code)
            SELECT %(batch)s, id, row_number() OVER (ORDER BY id) - 1, 'queued', '' FROM taken
            """,
            {"stage": stage.pk, "version": stage.request_version, "most": most, "batch": batch.pk},
        )
        return cursor.rowcount
