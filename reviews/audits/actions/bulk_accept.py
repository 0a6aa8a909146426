"""Accept many machine answers at once: only those that this auditor has had before their eyes."""

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from annotations.models import Annotation, Evidence, Judgement
from evalhub.lib.errors import Conflict
from reviews.audits.actions import decisions as audits
from reviews.audits.actions import leases
from reviews.audits.actions.decisions import Decision
from reviews.audits.models import Audit, AuditOpening, AuditSample

MIN_SECONDS = 3
AT_ONCE = 500


def acceptable(rows, *, auditor):
    """Ids of those of `queue.listed` that this auditor may accept at once, in the queue's order; one statement.

    Each was in this auditor's view for three seconds, has no quote that was not found, waits for this auditor's word
    on every question it answers and is in nobody else's hands. The random sample is left out, since error rates come
    from it, and so is an item that the auditor answered differently. At most AT_ONCE.
    """
    seen = AuditOpening.objects.filter(annotation=OuterRef("pk"), auditor=auditor, seconds_in_view__gte=MIN_SECONDS)
    missing = Evidence.objects.filter(judgement__annotation=OuterRef("pk"), match="missing")
    mine = Audit.objects.filter(judgement__annotation=OuterRef("pk"), auditor=auditor)
    others = leases.live().filter(annotation=OuterRef("pk")).exclude(auditor=auditor)
    drawn = AuditSample.objects.filter(annotation=OuterRef("pk"))
    free = rows.filter(Exists(seen), *(~Exists(found) for found in (missing, mine, others, drawn, _against(auditor))))
    return list(free.filter(hidden=False).order_by("place").values_list("pk", flat=True)[:AT_ONCE])


def _against(auditor):
    """The judgements of an outer annotation to whose question this auditor has given another answer."""
    own = Judgement.objects.filter(
        annotation__item=OuterRef("annotation__item"),
        annotation__annotator=auditor,
        annotation__withdrawn_at=None,
        annotation__superseded_at=None,
        question__key=OuterRef("question__key"),
        abstained=False,
    ).exclude(value=OuterRef("value"))
    return Judgement.objects.filter(Exists(own), annotation=OuterRef("pk"))


def accept(rows, *, auditor, expected):
    """Accept every answer that is acceptable now; returns how many. Each is an audit of its own, and final.

    `expected` is the number that the auditor was shown. Conflict `list_changed` when it is another one by now: nothing
    is stored. An answer that is replaced or taken in this very moment is left out.
    """
    ids = acceptable(rows, auditor=auditor)
    if len(ids) != expected:
        raise Conflict(
            _("The list has changed: %(now)s answers can be accepted now, not %(then)s. Nothing was saved.")
            % {"now": len(ids), "then": expected},
            code="list_changed",
            details={"count": len(ids)},
        )
    accepted = 0
    for annotation in Annotation.objects.filter(pk__in=ids).select_related("task", "item").order_by("pk"):
        accepted += _accept(annotation, auditor)
    return accepted


def _accept(annotation, auditor):
    said = Judgement.objects.filter(~Q(audits__auditor=auditor), annotation=annotation)
    decisions = {key: Decision("accept") for key in said.values_list("question__key", flat=True)}
    try:
        audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)
    except Conflict:
        return 0
    return 1
