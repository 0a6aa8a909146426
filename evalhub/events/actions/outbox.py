"""Write what happened into the outbox, and number what was committed."""

from collections.abc import Mapping
from typing import Any

from django.db import connection, models, transaction

from evalhub.accounts.models import Organization
from evalhub.events.event_types import registry
from evalhub.events.models import OutboxEvent

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


def emit(*, organization: Organization, type: str, object: models.Model, payload: Mapping[str, Any]) -> OutboxEvent:
    """Write that something happened to `object`; in the transaction in which it does. One statement.

    ValueError for fields that the example of the type does not have, or not all of them.
    """
    declared = registry[type]
    if payload.keys() != declared.example.keys():
        known = ", ".join(declared.example)
        raise ValueError(f"An event {type!r} has the fields {known}, not {', '.join(payload) or 'none'}.")
    return OutboxEvent.objects.create(
        organization=organization,
        type=type,
        object_type=object._meta.label,
        object_id=str(object.pk),
        payload=dict(payload),
    )


@transaction.atomic
def number() -> list[Any]:
    """Give the oldest events that have none their sequence; the ids of these, at most BLOCK.

    An event of a transaction that takes longer comes after those that were committed before it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        cursor.execute(NUMBER, [BLOCK])
        return [row[0] for row in cursor.fetchall()]
