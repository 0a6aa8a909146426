"""Who has seen what a machine said, when first, and for how long it was in view."""

from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.functions import Extract, Least, Now

from reviews.models import AuditOpening


def note(*, annotation, auditor):
    """Note that the auditor sees what the machine said from now on; the first time counts. One statement."""
    AuditOpening.objects.bulk_create([AuditOpening(annotation=annotation, auditor=auditor)], ignore_conflicts=True)


def add_seconds(*, annotation, auditor, seconds):
    """Add time in view, never more than has passed since the first look: a page can only tell so much.

    Returns whether there was a look to add to. One statement.
    """
    passed = Extract(ExpressionWrapper(Now() - F("opened_at"), output_field=DurationField()), "epoch")
    mine = AuditOpening.objects.filter(annotation=annotation, auditor=auditor)
    return mine.update(seconds_in_view=Least(F("seconds_in_view") + float(seconds), passed)) > 0


def has_seen_machine(item_id, auditor):
    """Whether this auditor has opened any machine's answer to the item: no answer of theirs is blind after that."""
    return AuditOpening.objects.filter(annotation__item=item_id, auditor=auditor).exists()
