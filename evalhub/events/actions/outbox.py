"""Write what happened into the outbox; number what was committed, and queue it for those who want to hear of it."""

import datetime
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models.functions import Now

from evalhub.accounts.models import Organization
from evalhub.events.event_types import offered, registry
from evalhub.events.models import OutboxEvent, WebhookDelivery
from evalhub.events.models.webhook_delivery import UNFINISHED

BLOCK = 1000
LOCK = 7_301_448_211  # of the transaction that numbers: one at a time

NUMBER = """
    WITH fresh AS (
        SELECT id, organization_id, row_number() OVER (PARTITION BY organization_id ORDER BY id) AS place
        FROM (SELECT id, organization_id FROM events_outboxevent WHERE sequence IS NULL ORDER BY id LIMIT %s) oldest
    ), latest AS (
        SELECT organization_id, (
            SELECT coalesce(max(sequence), 0) FROM events_outboxevent e WHERE e.organization_id = o.organization_id
        ) AS sequence
        FROM (SELECT DISTINCT organization_id FROM fresh) o
    )
    UPDATE events_outboxevent e SET sequence = latest.sequence + fresh.place
    FROM fresh JOIN latest USING (organization_id) WHERE e.id = fresh.id
    RETURNING e.id
"""
QUEUE = """
    INSERT INTO events_webhookdelivery (organization_id, event_id, endpoint_id, state, attempts, lease_owner,
        next_attempt_at, last_error)
    SELECT e.organization_id, e.id, p.id, 'waiting', 0, '', now(), ''
    FROM events_outboxevent e JOIN events_webhookendpoint p ON p.organization_id = e.organization_id
    WHERE e.id = ANY(%s) AND e.type = ANY(%s) AND p.kind = 'address' AND p.disabled_at IS NULL
        AND (p.event_types = '[]'::jsonb OR jsonb_exists(p.event_types, e.type))
    ORDER BY e.sequence
"""


def emit(
    *, organization: Organization | UUID, type: str, object: models.Model, payload: Mapping[str, Any]
) -> OutboxEvent:
    """Write that something happened to `object`; in the transaction in which it does. One statement.

    `organization` may be its id.

    ValueError for fields that the example of the type does not have, or not all of them.
    """
    declared = registry[type]
    if payload.keys() != declared.example.keys():
        known = ", ".join(declared.example)
        raise ValueError(f"An event {type!r} has the fields {known}, not {', '.join(payload) or 'none'}.")
    return OutboxEvent.objects.create(
        organization_id=getattr(organization, "pk", organization),
        type=type,
        object_type=object._meta.label,
        object_id=str(object.pk),
        payload=dict(payload),
    )


@transaction.atomic
def queue() -> int:
    """Give the oldest events that have none their sequence, and each endpoint that asks for such an event a delivery.

    Returns how many events there were, at most BLOCK. An event of a transaction that takes longer comes after those
    that were committed before it. Three statements.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        cursor.execute(NUMBER, [BLOCK])
        fresh = [row[0] for row in cursor.fetchall()]
        if fresh:
            cursor.execute(QUEUE, [fresh, offered.keys()])
    return len(fresh)


def sweep() -> int:
    """Remove what happened longer ago than settings.KEEP_EVENTS_DAYS, but what is still on its way and the newest event
    of each organization, from which the next one is counted; returns how many went."""
    numbered = OutboxEvent.objects.filter(sequence__isnull=False)
    newest = numbered.filter(organization=models.OuterRef("organization")).order_by("-sequence").values("pk")[:1]
    going = WebhookDelivery.objects.filter(event=models.OuterRef("pk"), state__in=UNFINISHED)
    age = Now() - datetime.timedelta(days=settings.KEEP_EVENTS_DAYS)
    old = numbered.filter(~models.Exists(going), created_at__lt=age).exclude(pk=models.Subquery(newest))
    ids = list(old.values_list("pk", flat=True)[:BLOCK])
    OutboxEvent.objects.filter(pk__in=ids).delete()
    return len(ids)
