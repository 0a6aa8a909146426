"""The audit queue as stored: each machine answer's reasons to be looked at, and its place; derived, never truth."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotations.models import Annotation, AnnotationTask, TaskItem
from evalhub.accounts.models.organization import OrganizationQuerySet


class AuditPick(models.Model):
    """One row per machine answer that stands and has passed the draw; `reviews.audits.actions.picks` makes it anew.

    `place` orders the queue: heavier answers first, then older ones, in one number so that a page is one index range.
    `is_open`: some judgement of it has no audit yet; it never turns true again.
    """

    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, primary_key=True, related_name="audit_pick")
    organization = models.ForeignKey(
        "accounts.Organization", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="+", db_index=False)
    # No constraint: its check would lock the item after the pick, and writers lock them in the other order.
    item = models.ForeignKey(TaskItem, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    reasons = ArrayField(models.CharField(max_length=40), default=list, help_text="keys, heaviest first")
    place = models.BigIntegerField()
    is_open = models.BooleanField(default=True)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["organization", "place"], name="audit_pick_by_place"),
            models.Index(fields=["organization", "place"], name="audit_pick_open", condition=Q(is_open=True)),
            models.Index(fields=["task", "place"], name="audit_pick_open_of_task", condition=Q(is_open=True)),
        ]

    def __str__(self):
        return f"{self.annotation_id}: {', '.join(self.reasons)}"


class AuditPickMark(models.Model):
    """Up to which event a task's AuditPicks are made, and by which reasons.

    `next_position`: the item from which they are all being made anew; null when that is through.
    """

    task = models.OneToOneField(AnnotationTask, on_delete=models.CASCADE, primary_key=True, related_name="+")
    last_event = models.BigIntegerField(default=0)
    next_position = models.PositiveIntegerField(null=True, default=0)
    reasons_sha256 = models.CharField(max_length=64, blank=True, default="")

    def __str__(self):
        return f"picks of {self.task_id} up to {self.last_event}"
