"""What an organization knows of its annotators, and whether they are given items."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from annotations.labels.reading import ObjectReader
from annotations.queue.actions import leases
from annotations.queue.models import Assignment
from annotations.tasks.actions import skills
from annotations.tasks.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.accounts.models import AuditEvent

REASON_LENGTH = 500


@transaction.atomic
def describe(
    *,
    annotator: Annotator,
    expertise_tags: Iterable[str] | None = None,
    languages: Iterable[str] | None = None,
    by: Any = None,
) -> Annotator:
    """Set what a person is expert in and which languages they read; None leaves it."""
    annotator = _locked(annotator)
    given = {"expertise_tags": expertise_tags, "languages": languages}
    changes = {name: skills.CLEANERS[name](list(value)) for name, value in given.items() if value is not None}
    changes = {name: value for name, value in changes.items() if value != getattr(annotator, name)}
    for name, value in changes.items():
        setattr(annotator, name, value)
    if changes:
        annotator.save(update_fields=list(changes))
        _record(annotator, "annotator.described", changes, by)
    return annotator


@transaction.atomic
def block(*, annotator: Annotator, reason: str, by: Any = None) -> Annotator:
    """Give a person no new item. The one in hand may be finished; what is kept for them goes back to the queue."""
    reason = _reason(reason)
    kept = Assignment.objects.filter(annotator=annotator, state__in=("prefetched", "returned")).order_by("item_id")
    for row in kept:
        leases.release_held(assignment=row, by=by)
    annotator = _locked(annotator)
    if annotator.blocked_at is None:
        Annotator.objects.filter(pk=annotator.pk).update(blocked_at=Now())
        annotator.refresh_from_db(fields=["blocked_at"])
        _record(annotator, "annotator.blocked", {"reason": reason}, by)
    return annotator


@transaction.atomic
def unblock(*, annotator: Annotator, reason: str = "", by: Any = None) -> Annotator:
    """Give a person items again."""
    annotator = _locked(annotator)
    if annotator.blocked_at is not None:
        annotator.blocked_at = None
        annotator.save(update_fields=["blocked_at"])
        _record(annotator, "annotator.unblocked", {"reason": _reason(reason) if reason.strip() else ""}, by)
    return annotator


def blocks_of(*, annotator: Annotator, most: int = 20) -> list[AuditEvent]:
    """When and why a person was blocked and unblocked, newest first."""
    events = AuditEvent.objects.filter(
        organization=annotator.organization_id,
        object_id=str(annotator.pk),
        verb__in=("annotator.blocked", "annotator.unblocked"),
    )
    return list(events.select_related("actor").order_by("-pk")[:most])


def _locked(annotator):
    """The row as it is, until the transaction ends; an item's lock comes before it."""
    found = Annotator.objects.with_account().select_related("organization")
    return found.select_for_update(of=("self",), no_key=True).get(pk=annotator.pk)


def _record(annotator, verb, details, by):
    audit.record(organization=annotator.organization, verb=verb, target=annotator, details=details, by=by)


def _reason(text):
    return ObjectReader({"reason": text}).text("reason", maximum=REASON_LENGTH, lines=True).strip()
