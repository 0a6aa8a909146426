"""How far a judge's scores can be trusted: measured against a judge that is no language model, or against people."""

from django.db import models
from django.db.models import Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet
from reviews.quality.models.grading_run import GradingRun

UNDER_WAY = ("waiting", "running")


class JudgeCalibrationQuerySet(OrganizationQuerySet, LeasedWorkQuerySet):
    def measured(self):
        """Without those that wait or have failed: they say nothing of their judge."""
        return self.filter(state="done")

    def under_way(self):
        return self.filter(state__in=UNDER_WAY)

    def ended(self):
        return self.exclude(state__in=UNDER_WAY)


class JudgeCalibration(OrganizationOwned, LeasedWork):
    """`measures` holds agreement, order-swap consistency, length correlation and self-preference, each with n, value,
    interval and, where it is undefined, the reason. Only a judge that has passed counts for routing.

    It waits for a worker where its reference takes long; a failed one has `last_error` and no measures.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    grader_id = models.CharField(max_length=200)
    reference = models.CharField(max_length=200, help_text="a grader_id, or people")
    tool = models.CharField(max_length=200, blank=True, default="", help_text="the name of the reference's embedder")
    grading = models.ForeignKey(GradingRun, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    measures = models.JSONField(default=dict)
    passed = models.BooleanField(default=False)
    reason = models.TextField(blank=True, default="", help_text="why it has not passed")
    simulated = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = JudgeCalibrationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=LeasedWork.STATES), name="calibration_state_known"),
            models.CheckConstraint(condition=Q(state="done") | Q(passed=False), name="calibration_passed_is_done"),
        ]
        indexes = [
            models.Index(fields=["organization", "grader_id", "-created_at"], name="calibration_by_grader"),
            models.Index(
                fields=["next_attempt_at"], name="calibration_due", condition=Q(state__in=["waiting", "running"])
            ),
        ]

    def __str__(self):
        return f"{self.grader_id} against {self.reference}"
