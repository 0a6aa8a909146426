"""The sweep that lists machine answers for audit, without chance: what is drawn is what a test has drawn."""

from annotations.models import AnnotationTask
from reviews.audits.actions import picks
from reviews.models import AuditDraw, AuditPickMark


def list_all():
    """Let every answer pass the draw undrawn and make all picks anew, as a sweep does with new reasons."""
    point = picks.stable_point()
    AuditPickMark.objects.all().delete()
    for task in AnnotationTask.objects.all():
        AuditDraw.objects.update_or_create(task=task, defaults={"last_annotation": point.annotation})
        while picks.refresh(task=task, point=point):
            continue
