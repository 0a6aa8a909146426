"""What an organization knows of its annotators, and whether they are given items."""

import re
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from annotations.labels.reading import ObjectReader
from annotations.queue.actions import leases
from annotations.queue.models import Assignment
from annotations.tasks.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import InvalidInput

MOST_TAGS, MOST_LANGUAGES = 30, 20
TAG_LENGTH, LANGUAGE_LENGTH, REASON_LENGTH = 60, 35, 500
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


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
    changes = {name: CLEANERS[name](list(value)) for name, value in given.items() if value is not None}
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


def _tags(given):
    _refuse_too_many("expertise_tags", given, MOST_TAGS)
    tags = [ObjectReader({"expertise_tags": tag}).text("expertise_tags", maximum=TAG_LENGTH).strip() for tag in given]
    known = {}
    for tag in tags:
        known.setdefault(tag.casefold(), tag)
    return list(known.values())


def _languages(given):
    _refuse_too_many("languages", given, MOST_LANGUAGES)
    for code in given:
        if not isinstance(code, str) or len(code) > LANGUAGE_LENGTH or not LANGUAGE.fullmatch(code):
            raise InvalidInput(
                _("%(code)s is not a language code. Valid: codes such as en, de or pt-BR.") % {"code": repr(code)[:60]},
                code="bad_language",
                details={"path": "languages"},
            )
    return list(dict.fromkeys(given))


def _refuse_too_many(name, given, most):
    if len(given) > most:
        raise InvalidInput(
            _("%(n)s are given. Valid: up to %(most)s.") % {"n": len(given), "most": most},
            code="too_many",
            details={"path": name},
        )


CLEANERS = {"expertise_tags": _tags, "languages": _languages}
