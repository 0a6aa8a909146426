"""Which machine annotations wait for an auditor, in which order, and why; as the sweep `audit_due` has listed them."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from annotations.models import Judgement
from reviews.audits.actions import blind_modes, leases
from reviews.audits.actions import picks as audit_picks
from reviews.audits.actions.reasons import REASONS, SAMPLE, SAMPLE_WEIGHT
from reviews.audits.models import Audit, AuditPick

QUEUE, ALL = "", "any"
STATES = {"open": _("Not audited"), "mine": _("Not audited by me"), "audited": _("Audited"), "all": _("All")}
SIZE = 50


@dataclass(frozen=True)
class Pick:
    """One answer of the queue: its reasons (keys, heaviest first), its place, and whether it may be shown yet."""

    annotation_id: int
    hidden: bool
    why: tuple
    place: int


@dataclass(frozen=True)
class Page:
    """Some Picks in order, how many there are in all, and whether there are more on either side."""

    picks: list
    total: int
    more_above: bool
    more_below: bool


def listed(organization):
    """The AuditPicks of the organization: machine annotations that have passed the draw."""
    return AuditPick.objects.for_organization(organization)


def page(rows, *, auditor, why=QUEUE, state="open", above=None, below=None, size=SIZE):
    """A Page of the listed answers `rows`, heaviest reasons first; two statements, the first one index range.

    `why`: QUEUE (drawn or picked for any reason), ALL (whether or not there is a reason), SAMPLE or a key of REASONS;
    what is hidden from the auditor is not found by its reasons. `above` and `below` are places: what lies beyond them.
    """
    upward = above is not None
    edge = {"place__lt": above} if upward else {"place__gt": -1 if below is None else below}
    picks = first(rows.filter(**edge), auditor=auditor, why=why, state=state, size=size + 1, upward=upward)
    more = len(picks) > size
    return Page(
        picks=picks[:size][::-1] if upward else picks[:size],
        total=count(rows, auditor=auditor, why=why, state=state),
        more_above=more if upward else below is not None,
        more_below=upward or more,
    )


def first(rows, *, auditor, why=QUEUE, state="open", size=SIZE, upward=False):
    """At most `size` Picks in order, or against it; one statement. Answers replaced since they were listed are not."""
    standing = rows.filter(annotation__withdrawn_at=None, annotation__superseded_at=None)
    found = blind_modes.with_view(_narrowed(standing, why, state, auditor), auditor)
    values = found.order_by("-place" if upward else "place").values_list("pk", "hidden", "sampled", "reasons", "place")
    return [
        Pick(pk, hidden, _shown_reasons(reasons, hidden=hidden, sampled=sampled), place)
        for pk, hidden, sampled, reasons, place in values[:size]
    ]


def next_pick(rows, *, after, auditor, why=QUEUE, state="open"):
    """The Pick that comes after the annotation `after`, from the top again at the end; None when nothing is left.

    Answers in other auditors' hands are passed over. Two statements, three at the end of the queue.
    """
    others = leases.live().filter(annotation=OuterRef("pk")).exclude(auditor=auditor)
    free = rows.filter(~Exists(others)).exclude(pk=after.pk)
    narrowing = {"auditor": auditor, "why": why, "state": state, "size": 1}
    here = audit_picks.now(after).place
    found = first(free.filter(place__gt=here), **narrowing) or first(free, **narrowing)
    return found[0] if found else None


def pick_of(annotation, *, view):
    """The Pick of one annotation, listed or not, as it is now; `view` is of `audit_modes.view_of`. One statement."""
    now = audit_picks.now(annotation)
    told = _shown_reasons(now.reasons, hidden=view.hidden, sampled=view.sampled)
    return Pick(annotation.pk, view.hidden, told, now.place)


def count(rows, *, auditor, why=QUEUE, state="open"):
    """How many answers are listed; one statement. One replaced since is counted until the next sweep."""
    return _narrowed(rows, why, state, auditor).count()


def _shown_reasons(reasons, *, hidden, sampled):
    return (SAMPLE,) if hidden and sampled else tuple(reasons)


def _narrowed(rows, why, state, auditor):
    """Narrow by a reason and by a key of STATES: what nobody audited in full, what this auditor did not, and so on."""
    if why == QUEUE:
        rows = rows.filter(place__lte=audit_picks.last_position(1))
    elif why == SAMPLE:
        rows = rows.filter(place__lte=audit_picks.last_position(SAMPLE_WEIGHT), reasons__contains=[SAMPLE])
    elif why != ALL:
        lightest = min(SAMPLE_WEIGHT, REASONS[why].weight)  # an answer that was drawn stands where chance put it
        rows = rows.filter(place__lte=audit_picks.last_position(lightest), reasons__contains=[why])
        rows = blind_modes.with_view(rows, auditor).filter(hidden=False)
    if state == "open":
        return rows.filter(is_open=True)
    if state == "audited":
        return rows.filter(Exists(Audit.objects.filter(judgement__annotation=OuterRef("pk"))))
    if state == "mine":
        said = Audit.objects.filter(judgement=OuterRef("pk"), auditor=auditor)
        return rows.filter(Exists(Judgement.objects.filter(~Exists(said), annotation=OuterRef("pk"))))
    return rows
