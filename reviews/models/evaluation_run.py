"""One machine annotator asked to judge every item of one task."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotations.models import AnnotationTask, Annotator
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7

DESIRED_STATES = ["run", "pause", "cancel"]


class EvaluationRunQuerySet(OrganizationQuerySet):
    def wanted(self):
        """Runs that people want to go on, and whose task and annotator are at work."""
        return self.filter(desired_state="run", task__status="ACTIVE", task__preparation="READY",
                           annotator__status="active")

    def due(self):
        """Wanted runs that no provider has asked to wait."""
        return self.wanted().filter(Q(held_until=None) | Q(held_until__lte=Now()))


class EvaluationRun(OrganizationOwned):
    """`desired_state` is what people want; progress is counted from the requests.

    A run whose provider cannot be used at all (no key, no money) or asks to slow down is held as a whole until
    `held_until`, with the reason: then a request tries again, and its success clears the hold.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    task = models.ForeignKey(AnnotationTask, on_delete=models.PROTECT, related_name="runs")
    annotator = models.ForeignKey(Annotator, on_delete=models.PROTECT, related_name="runs")
    desired_state = models.CharField(max_length=6, default="run")
    held_until = models.DateTimeField(null=True, blank=True)
    held_reason = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = EvaluationRunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["task", "annotator"], name="run_once_per_annotator"),
            models.CheckConstraint(condition=Q(desired_state__in=DESIRED_STATES), name="run_state_known"),
            models.CheckConstraint(
                condition=Q(held_until__isnull=True) | ~Q(held_reason=""), name="run_hold_has_reason"
            ),
        ]

    def __str__(self):
        return f"{self.annotator} on {self.task}"
