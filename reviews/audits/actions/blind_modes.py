"""What an auditor may see of a machine's answer before their own: by task, for drawn answers and for picked ones."""

from django.db.models import Case, Exists, F, OuterRef, Q, When

from annotations.models import Annotation
from reviews.audits.models import Audit, AuditSample

BLIND = "blind_first"
CRITIC_HIDDEN = "critic_hidden"


def with_view(rows, auditor):
    """Adds to each Annotation or AuditPick `sampled`, `mode` (an AUDIT_MODES) and `hidden` (nothing may be shown yet).

    `sampled`: drawn by chance. A blind answer is hidden until the auditor has answered the item or audited this very
    annotation.
    """
    own = Annotation.objects.current().filter(item=OuterRef("item"), annotator=auditor)
    said = Audit.objects.filter(judgement__annotation=OuterRef("pk"), auditor=auditor)
    return rows.annotate(
        sampled=Exists(AuditSample.objects.filter(annotation=OuterRef("pk"))),
        mode=Case(When(sampled=True, then=F("task__audit_sample_mode")), default=F("task__audit_risk_mode")),
        hidden=Case(When(Q(mode=BLIND) & ~Exists(own) & ~Exists(said), then=True), default=False),
    )


def items_hidden_from(auditor, item_ids):
    """Ids of the items of which some machine's answer is hidden from the auditor: others' answers would tell of it."""
    answers = Annotation.objects.current().filter(item__in=item_ids).exclude(annotator__kind="human")
    return set(with_view(answers, auditor).filter(hidden=True).values_list("item", flat=True))


def view_of(annotation, auditor):
    """The same annotation with `sampled`, `mode` and `hidden`; one statement."""
    return with_view(Annotation.objects.filter(pk=annotation.pk), auditor).only("pk").get()
