"""The quality ledger: how good one answer of a model was, what it cost, and against what it was measured."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from datasets.models import ModelOutput, System
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from reviews.quality.models.grading_run import GradingRun


class QualityObservationQuerySet(OrganizationQuerySet):
    def by_task_type(self, task_type):
        return self.filter(task_type=task_type)

    def recent(self, count):
        """The newest ones first."""
        return self.order_by("-recorded_at", "-id")[:count]

    def with_systems(self):
        return self.select_related("system", "baseline")


class QualityObservation(OrganizationOwned):
    id = models.BigAutoField(primary_key=True)
    task_type = models.CharField(max_length=100)
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+", db_index=False)
    cost_usd = models.DecimalField(max_digits=20, decimal_places=10, null=True, blank=True, help_text="null: unknown")
    latency_ms = models.FloatField()
    tokens_in = models.PositiveIntegerField(null=True, blank=True)
    tokens_out = models.PositiveIntegerField(null=True, blank=True)
    quality_score = models.FloatField()
    baseline = models.ForeignKey(
        System, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    grader_id = models.CharField(max_length=200, blank=True, default="")
    notes = models.TextField(blank=True, default="")
    tags = models.JSONField(default=dict)
    simulated = models.BooleanField(default=False)
    imported = models.BooleanField(default=False, db_default=False, help_text="it came in a file, whoever wrote that")
    output = models.ForeignKey(
        ModelOutput, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    grading = models.ForeignKey(GradingRun, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField(db_default=Now())

    objects = QualityObservationQuerySet.as_manager()

    class Meta:
        ordering = ["-recorded_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["output", "grader_id"], name="observation_once_per_grader"),
            models.CheckConstraint(
                condition=Q(quality_score__gte=0, quality_score__lte=1), name="observation_quality_range"
            ),
            models.CheckConstraint(condition=Q(cost_usd__isnull=True) | Q(cost_usd__gte=0), name="observation_cost"),
            models.CheckConstraint(condition=Q(latency_ms__gte=0), name="observation_latency"),
            models.CheckConstraint(condition=~Q(task_type=""), name="observation_has_task_type"),
        ]
        indexes = [
            models.Index(fields=["organization", "task_type", "system", "-recorded_at"], name="observation_by_system"),
            models.Index(
                fields=["organization", "task_type", "simulated", "grader_id", "system", "-recorded_at"],
                name="observation_by_grader",
            ),
            models.Index(fields=["organization", "-recorded_at"], name="observation_by_time"),
        ]

    def __str__(self):
        return f"{self.adapter_id} on {self.task_type}: {self.quality_score:.2f}"

    @property
    def adapter_id(self):
        """What was asked: a model with its settings, by name."""
        return self.system.name

    @property
    def model_id(self):
        return self.system.model

    @property
    def baseline_adapter_id(self):
        return self.baseline.name if self.baseline else ""
