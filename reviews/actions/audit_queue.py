"""Which machine annotations wait for an auditor, and why."""

from django.db.models import Exists, Min, OuterRef, Q

from annotations.models import Annotation, Evidence, Judgement
from reviews.models import Audit

LOW_CONFIDENCE = 0.6
WHY = {
    "missing": "Quote not found",
    "differs": "Differs from people",
    "unsure": "Low confidence",
}


def machine_annotations(organization):
    """Current annotations by machines, with `missing`, `differs`, `lowest` confidence and `audited` per row."""
    found = Annotation.objects.current().filter(
        task__organization=organization, annotator__kind__in=["llm", "program"]
    )
    missing = Evidence.objects.filter(judgement__annotation=OuterRef("pk"), match="missing")
    people = Judgement.objects.filter(
        annotation__item=OuterRef("annotation__item"), question=OuterRef("question"), number__isnull=False,
        annotation__annotator__kind="human", annotation__withdrawn_at=None, annotation__superseded_at=None,
    ).exclude(number=OuterRef("number"))
    differing = Judgement.objects.filter(Exists(people), annotation=OuterRef("pk"), number__isnull=False)
    audits = Audit.objects.filter(judgement__annotation=OuterRef("pk"))
    return found.annotate(
        missing=Exists(missing), differs=Exists(differing), audited=Exists(audits),
        lowest=Min("judgements__confidence"),
    )


def filtered(annotations, *, why="", state="open", auditor=None):
    """Narrow by reason (a key of WHY) and by state: open (no audit by this auditor), audited, or all."""
    if why == "missing":
        annotations = annotations.filter(missing=True)
    elif why == "differs":
        annotations = annotations.filter(differs=True)
    elif why == "unsure":
        annotations = annotations.filter(lowest__lt=LOW_CONFIDENCE)
    mine = Exists(Audit.objects.filter(judgement__annotation=OuterRef("pk"), auditor=auditor))
    if state == "open":
        annotations = annotations.filter(~mine)
    elif state == "audited":
        annotations = annotations.filter(Q(audited=True))
    return annotations


def reasons(annotation):
    """The words of why this annotation deserves a look; needs the fields of `machine_annotations`."""
    found = []
    if annotation.missing:
        found.append(WHY["missing"])
    if annotation.differs:
        found.append(WHY["differs"])
    if annotation.lowest is not None and annotation.lowest < LOW_CONFIDENCE:
        found.append(WHY["unsure"])
    return found
