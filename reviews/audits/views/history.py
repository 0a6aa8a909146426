"""What happened to an item and to a machine's answers about it, as the audit page tells it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.models import Annotation, AnnotationEvent

MOST_EVENTS = 30
VERBS = {
    "submitted": gettext_lazy("answered"),
    "revised": gettext_lazy("changed their answer"),
    "audited": gettext_lazy("audited"),
    "audit_undone": gettext_lazy("took back an audit"),
    "skipped": gettext_lazy("skipped the item"),
    "flagged": gettext_lazy("flagged the item"),
    "withdrawn": gettext_lazy("withdrew an answer"),
    "review_again": gettext_lazy("reran the model"),
    "adjudicated": gettext_lazy("adjudicated"),
    "adjudication_undone": gettext_lazy("undid an adjudication"),
    "adjudication_asked": gettext_lazy("sent it to adjudication"),
    "comments_read": gettext_lazy("read the comments"),
}


@dataclass(frozen=True)
class Version:
    """One answer of the same machine to the item; `state`: stands, replaced, withdrawn."""

    annotation: Annotation
    state: str
    is_this: bool


@dataclass(frozen=True)
class Event:
    """Who did what, when; people are named only where that may be told."""

    who: str
    kind: str
    verb: str
    at: object


@dataclass(frozen=True)
class History:
    """Versions oldest first; the newest events first, MOST_EVENTS at most."""

    versions: list
    events: list


def of(annotation, *, names):
    """The History beside an annotation; two statements. `names`: whether people are named; machines always are."""
    same = Annotation.objects.filter(item=annotation.item_id, annotator=annotation.annotator_id).order_by("pk")
    versions = [Version(row, _state(row), row.pk == annotation.pk) for row in same]
    rows = AnnotationEvent.objects.filter(task=annotation.task_id, item=annotation.item_id).exclude(verb="criticized")
    rows = rows.select_related("actor").order_by("-pk")[:MOST_EVENTS]
    return History(versions=versions, events=[_event(row, names) for row in rows])


def _state(row):
    if row.withdrawn_at is not None:
        return "withdrawn"
    return "replaced" if row.superseded_at is not None else "stands"


def _event(row, names):
    verb = str(VERBS.get(row.verb) or row.verb.replace("_", " "))
    if row.actor is None:
        return Event("", "", verb, row.at)
    is_named = names or row.actor.kind != "human" or row.verb in ("audited", "audit_undone")
    return Event(row.actor.name if is_named else _("A person"), row.actor.kind, verb, row.at)
