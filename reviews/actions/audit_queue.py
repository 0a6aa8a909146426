"""Which machine annotations wait for an auditor, and why."""

from django.db.models import Exists, Min, OuterRef, Subquery

from annotations.models import Annotation, Annotator, Evidence, Judgement
from reviews.models import Audit

LOW_CONFIDENCE = 0.6
WHY = {
    "missing": "Quote not found",
    "differs": "Differs from people",
    "unsure": "Low confidence",
}
STATES = {"open": "Not audited by me", "audited": "Audited", "all": "All"}
MOST_COUNTED = 1000


def machine_annotations(organization):
    """Current annotations by machines of the organization."""
    machines = Annotator.objects.for_organization(organization).machines()
    return Annotation.objects.current().filter(task__organization=organization, annotator__in=machines)


def filtered(annotations, *, why="", state="open", auditor=None):
    """Narrow by reason (a key of WHY) and by state: open (some answer waits for this auditor), audited or all."""
    if why in WHY:
        annotations = annotations.filter(_REASONS[why]())
    if state == "open":
        mine = Audit.objects.filter(judgement=OuterRef("pk"), auditor=auditor)
        annotations = annotations.filter(Exists(Judgement.objects.filter(~Exists(mine), annotation=OuterRef("pk"))))
    elif state == "audited":
        annotations = annotations.filter(Exists(_audits()))
    return annotations


def with_reasons(annotations):
    """Adds `missing`, `differs`, `lowest` (confidence, may be None) and `audited` to each row."""
    lowest = Judgement.objects.filter(annotation=OuterRef("pk")).order_by().values("annotation")
    return annotations.annotate(
        missing=_missing(), differs=_differs(), audited=Exists(_audits()),
        lowest=Subquery(lowest.annotate(lowest=Min("confidence")).values("lowest")),
    )


def reasons(annotation):
    """The words of why this annotation deserves a look; needs `with_reasons`."""
    found = []
    if annotation.missing:
        found.append(WHY["missing"])
    if annotation.differs:
        found.append(WHY["differs"])
    if annotation.lowest is not None and annotation.lowest < LOW_CONFIDENCE:
        found.append(WHY["unsure"])
    return found


def count(annotations):
    """How many, counted up to one more than MOST_COUNTED."""
    return annotations.order_by()[: MOST_COUNTED + 1].count()


def _missing():
    return Exists(Evidence.objects.filter(judgement__annotation=OuterRef("pk"), match="missing"))


def _differs():
    """Some person's number differs from the machine's; values without a number, such as texts, are not compared."""
    people = Judgement.objects.filter(
        annotation__item=OuterRef("annotation__item"), question=OuterRef("question"), number__isnull=False,
        annotation__annotator__kind="human", annotation__withdrawn_at=None, annotation__superseded_at=None,
    ).exclude(number=OuterRef("number"))
    return Exists(Judgement.objects.filter(Exists(people), annotation=OuterRef("pk"), number__isnull=False))


def _unsure():
    return Exists(Judgement.objects.filter(annotation=OuterRef("pk"), confidence__lt=LOW_CONFIDENCE))


def _audits():
    return Audit.objects.filter(judgement__annotation=OuterRef("pk"))


_REASONS = {"missing": _missing, "differs": _differs, "unsure": _unsure}
