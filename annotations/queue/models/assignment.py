"""A lease: who holds which item, by which token, until when, and how it ended."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Cast, Random

from annotations.tasks.models import AnnotationTask, Annotator, TaskItem

STATES = ["leased", "prefetched", "submitted", "skipped", "expired", "returned", "late", "released"]
HOLDING = ["leased", "prefetched"]
SLOT_STATES = [*HOLDING, "returned"]  # these take a slot of their item; a returned one until its annotator comes back


class AssignmentQuerySet(models.QuerySet):
    def holding(self):
        """Leases that hold a place on their item, run out or not."""
        return self.filter(state__in=HOLDING)


class Assignment(models.Model):
    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="+", db_index=False)
    item = models.ForeignKey(TaskItem, on_delete=models.CASCADE, related_name="assignments", db_index=False)
    annotator = models.ForeignKey(Annotator, on_delete=models.PROTECT, related_name="assignments", db_index=False)
    round = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10)
    token = models.UUIDField(default=uuid.uuid4)
    lease_until = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True, default="")
    display_seed = models.IntegerField(
        db_default=Cast(Random() * 2_147_483_647, models.IntegerField()),
        help_text="decides the order in which answers are shown to this annotator",
    )
    selection_probability = models.FloatField(
        null=True,
        blank=True,
        help_text="with which the item was chosen for this annotator, where chance chose; null: a rule or a person did",
    )

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "annotator", "round"], name="assignment_unique"),
            models.UniqueConstraint(
                fields=["task", "annotator"], name="assignment_one_lease", condition=Q(state="leased")
            ),
            models.CheckConstraint(
                condition=Q(selection_probability__isnull=True)
                | Q(selection_probability__gt=0, selection_probability__lte=1),
                name="assignment_probability_range",
            ),
            models.CheckConstraint(condition=Q(state__in=STATES), name="assignment_state_known"),
            models.CheckConstraint(
                condition=~Q(state__in=HOLDING) | Q(lease_until__isnull=False), name="assignment_lease_has_end"
            ),
        ]
        indexes = [
            models.Index(fields=["lease_until"], name="assignment_expiring", condition=Q(state__in=HOLDING)),
            models.Index(fields=["task", "annotator", "-ended_at"], name="assignment_by_annotator"),
            models.Index(
                fields=["task", "ended_at"],
                name="assignment_freed",
                condition=Q(state__in=["skipped", "expired", "released"]),
            ),
            models.Index(fields=["task", "item"], name="assignment_returned", condition=Q(state="returned")),
        ]

    def __str__(self):
        return f"{self.annotator} {self.state} {self.item}"
