"""Tokens that wait in provider batches: counted from the live LLMBatch rows, so nothing is lost or left over."""

from django.db import connection
from django.db.models import Sum
from django.db.transaction import TransactionManagementError

from reviews.engine.actions.reasons import BATCH_TOKENS
from reviews.engine.limits.actions.profiles import limits_for
from reviews.engine.limits.call_estimates import CallEstimate, Refusal
from reviews.engine.models import LLMBatch
from reviews.engine.models.llm_batch import DRAFT, SUBMITTED, SUBMITTING

WAITING = (DRAFT, SUBMITTING, SUBMITTED)
LOOK_AGAIN_SECONDS = 60.0
_LOCKS = 3  # the kind of advisory lock


def reserve_batch(organization_id, provider, model, profile, tokens):
    """None when a batch of `tokens` input tokens fits beside those that wait, else a Refusal.

    Call it in the transaction that writes the LLMBatch with `reserved_tokens=tokens`: until that ends, no other
    process counts the same model's batches. A batch larger than the whole limit goes alone.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("reserve_batch belongs in the transaction that writes the batch.")
    limit = limits_for(organization_id, profile)(provider, model).enqueued_batch_tokens
    if limit is None:
        return None
    with connection.cursor() as cursor:
        name = f"{organization_id}:{provider}:{model}"
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, %s))", [name, _LOCKS])
    rows = LLMBatch.objects.filter(run__organization=organization_id, provider=provider, model=model)
    waiting = rows.filter(status__in=WAITING).aggregate(tokens=Sum("reserved_tokens"))["tokens"] or 0
    if waiting + min(tokens, limit) <= limit:
        return None
    return Refusal(
        CallEstimate(organization_id, provider, model, profile, tokens, 0), LOOK_AGAIN_SECONDS, BATCH_TOKENS()
    )
