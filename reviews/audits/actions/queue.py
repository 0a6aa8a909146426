"""Which machine annotations wait for an auditor, in which order, and why; as the sweep `audit_due` has listed them."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from annotations.models import Annotation, Judgement
from evalhub.lib import orders
from evalhub.lib.charts import numbers
from evalhub.lib.definitions import define
from evalhub.lib.translation import gettext_noop
from reviews.audits.actions import blind_modes, leases
from reviews.audits.actions import picks as audit_picks
from reviews.audits.actions.reasons import REASONS, SAMPLE, SAMPLE_WEIGHT
from reviews.audits.models import Audit, AuditPick

QUEUE, ALL = "queue", "any"
MOST_COUNTED = 10_000
STATES = {
    "open": _("To audit"),
    "mine": _("Not audited by me"),
    "unfinished": _("Mine, unfinished"),
    "audited": _("Audited"),
    "overridden": _("Overridden"),
    "all": _("All"),
}


AUDITS_WAITING = define(
    "audits_waiting",
    gettext_noop("Model answers of the random sample or in doubt, of which a question has not been audited yet."),
)


@dataclass(frozen=True)
class Waiting:
    """How many answers wait, and why: an answer may have several reasons. Texts, for they are counted up to a limit."""

    all: str
    differs: str
    missing: str
    sample: str


@dataclass(frozen=True)
class Pick:
    """One answer of the queue: its reasons (keys, heaviest first), and whether it may be shown yet."""

    annotation_id: int
    hidden: bool
    why: tuple


def listed(organization, auditor):
    """The AuditPicks of the organization with what the auditor may see of them (`blind_modes.with_view`).

    They are machine annotations that have passed the draw; one replaced since is not among them.
    """
    found = AuditPick.objects.for_organization(organization)
    standing = found.filter(annotation__withdrawn_at=None, annotation__superseded_at=None)
    return blind_modes.with_view(standing, auditor)


def waiting(rows):
    """The AuditPicks among these that wait for an auditor: the rail, Home, the list and a task count them."""
    standing = rows.filter(is_open=True, annotation__withdrawn_at=None, annotation__superseded_at=None)
    return because(standing, QUEUE)


def waiting_counts(rows):
    """The Waiting of `listed`; one statement over the first MOST_COUNTED that wait."""
    told = Q(hidden=False)
    found = (
        waiting(rows)
        .order_by("place")[: MOST_COUNTED + 1]
        .aggregate(
            all=Count("pk"),
            differs=Count("pk", filter=told & Q(reasons__contains=["differs"])),
            missing=Count("pk", filter=told & Q(reasons__contains=["missing"])),
            sample=Count("pk", filter=Q(reasons__contains=[SAMPLE])),
        )
    )
    more = "+" if found["all"] > MOST_COUNTED else ""
    return Waiting(**{why: numbers.count(min(n, MOST_COUNTED)) + (more if n else "") for why, n in found.items()})


def because(rows, why):
    """Those of `listed` that are in the QUEUE (drawn or picked for any reason), for one reason, or ALL.

    What is hidden from the auditor is found by no reason but the draw.
    """
    if why == ALL:
        return rows
    if why == QUEUE:
        return rows.filter(place__lte=audit_picks.last_position(1))
    if why == SAMPLE:
        return rows.filter(place__lte=audit_picks.last_position(SAMPLE_WEIGHT), reasons__contains=[SAMPLE])
    lightest = min(SAMPLE_WEIGHT, REASONS[why].weight)  # an answer that was drawn stands where chance put it
    return rows.filter(place__lte=audit_picks.last_position(lightest), reasons__contains=[why], hidden=False)


def in_state(rows, state, auditor):
    """Those of `listed` in one of STATES: what nobody audited in full, what this auditor did not, and so on."""
    if state == "open":
        return rows.filter(is_open=True)
    if state == "audited":
        return rows.filter(Exists(Audit.objects.filter(judgement__annotation=OuterRef("pk"))))
    if state == "overridden":  # which tells that the value was wrong, so that of a hidden one it is not told
        overridden = Audit.objects.filter(judgement__annotation=OuterRef("pk"), verdict="override", invalid_reason="")
        return rows.filter(Exists(overridden), hidden=False)
    if state == "all":
        return rows
    mine = Audit.objects.filter(judgement=OuterRef("pk"), auditor=auditor)
    rows = rows.filter(Exists(Judgement.objects.filter(~Exists(mine), annotation=OuterRef("pk"))))
    if state == "mine":
        return rows
    begun = Audit.objects.filter(judgement__annotation=OuterRef("pk"), auditor=auditor)
    answered = Annotation.objects.current().filter(item=OuterRef("item"), annotator=auditor, origin="audit")
    return rows.filter(Exists(begun) | Exists(answered), is_open=True)


def next_annotation_id(rows, keys, *, after, auditor):
    """The id that comes after the annotation `after` in the order of `keys` (evalhub.lib.orders): `place` or `pk`.

    From the top again at the end; None when nothing is left. Answers in other auditors' hands are passed over. Two
    statements, three at the end of the queue.
    """
    others = leases.live().filter(annotation=OuterRef("pk")).exclude(auditor=auditor)
    free = rows.filter(~Exists(others)).exclude(pk=after.pk)
    here = AuditPick(pk=after.pk, place=audit_picks.now(after).place)
    here = [getattr(here, key.field) for key in keys]
    for values in (here, None):
        found = list(orders.part(free, keys, values).values_list("pk", flat=True)[:1])
        if found:
            return found[0]
    return None


def pick_of(annotation, *, view):
    """The Pick of one annotation, listed or not, as it is now; `view` is of `audit_modes.view_of`. One statement."""
    told = shown_reasons(audit_picks.now(annotation).reasons, hidden=view.hidden, sampled=view.sampled)
    return Pick(annotation.pk, view.hidden, told)


def shown_reasons(reasons, *, hidden, sampled):
    """Of a hidden answer that was drawn, no reason but the draw."""
    return (SAMPLE,) if hidden and sampled else tuple(reasons)
