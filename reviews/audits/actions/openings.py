"""Who has seen which answer, when first, and for how long it was in view."""

from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.functions import Extract, Least, Now

from reviews.audits.models import AuditOpening


def note(*, annotations, auditor):
    """Note that the auditor sees these answers from now on; the first time counts. One statement."""
    rows = [AuditOpening(annotation=annotation, auditor=auditor) for annotation in annotations]
    AuditOpening.objects.bulk_create(rows, ignore_conflicts=True)


def add_seconds(*, annotation, auditor, seconds):
    """Add time in view, never more than has passed since the first look: a page can only tell so much.

    Returns whether there was a look to add to. One statement.
    """
    passed = Extract(ExpressionWrapper(Now() - F("opened_at"), output_field=DurationField()), "epoch")
    mine = AuditOpening.objects.filter(annotation=annotation, auditor=auditor)
    return mine.update(seconds_in_view=Least(F("seconds_in_view") + float(seconds), passed)) > 0
