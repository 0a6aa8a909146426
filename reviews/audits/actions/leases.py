"""Who is auditing a machine's answer just now, so that two auditors do not work on the same one."""

from django.db import connection
from django.db.models.functions import Now

from annotations.models import Annotator
from reviews.audits.models import AuditLease

MINUTES = 10
SECONDS = 60 * MINUTES


def take(*, annotation, auditor):
    """Hold the annotation for this auditor, or go on holding it: ten minutes from now.

    Returns None, or the Annotator who holds it. A lease that ran out is free. One statement, and one more if held.
    """
    if _write(annotation, auditor, "WHERE l.auditor_id = excluded.auditor_id OR l.lease_until < now()"):
        return None
    return holder(annotation=annotation, besides=auditor)


def take_over(*, annotation, auditor):
    """Hold the annotation whoever holds it; their page tells them when they go on."""
    _write(annotation, auditor, "")


def release(*, annotation, auditor):
    """Give the annotation free; nothing where somebody else has taken it over."""
    AuditLease.objects.filter(annotation=annotation, auditor=auditor).delete()


def holder(*, annotation, besides):
    """The Annotator other than `besides` with a live lease on the annotation, or None."""
    return Annotator.objects.filter(
        pk__in=live().filter(annotation=annotation).exclude(auditor=besides).values("auditor")
    ).first()


def holders(annotation_ids, *, besides):
    """{annotation id: the Annotator other than `besides` with a live lease on it}; one statement."""
    found = live().filter(annotation__in=annotation_ids).exclude(auditor=besides).select_related("auditor")
    return {lease.annotation_id: lease.auditor for lease in found}


def live():
    """Leases that have not run out."""
    return AuditLease.objects.filter(lease_until__gte=Now())


def _write(annotation, auditor, condition):
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            INSERT INTO reviews_auditlease AS l (annotation_id, auditor_id, lease_until)
            VALUES (%s, %s, now() + interval '{MINUTES} minutes')
            ON CONFLICT (annotation_id) DO UPDATE
            SET auditor_id = excluded.auditor_id, lease_until = excluded.lease_until {condition}
            """,
            [annotation.pk, auditor.pk],
        )
        return cursor.rowcount > 0
