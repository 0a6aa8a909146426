"""The quality ledger: how good one answer of a model was, what it cost, and against what it was measured."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from reviews.quality.models.grading_run import ModelAnswer


class QualityObservationQuerySet(OrganizationQuerySet):
    def by_task_type(self, task_type):
        return self.filter(task_type=task_type)

    def recent(self, count):
        """The newest ones first."""
        return self.order_by("-recorded_at", "-id")[:count]


class QualityObservation(OrganizationOwned):
    id = models.BigAutoField(primary_key=True)
    task_type = models.CharField(max_length=100)
    adapter_id = models.CharField(max_length=200, help_text="what was asked: a model with its settings, by name")
    model_id = models.CharField(max_length=200)
    cost_usd = models.DecimalField(max_digits=20, decimal_places=10, null=True, blank=True, help_text="null: unknown")
    latency_ms = models.FloatField()
    tokens_in = models.PositiveIntegerField(null=True, blank=True)
    tokens_out = models.PositiveIntegerField(null=True, blank=True)
    quality_score = models.FloatField()
    baseline_adapter_id = models.CharField(max_length=200, blank=True, default="")
    grader_id = models.CharField(max_length=200, blank=True, default="")
    notes = models.TextField(blank=True, default="")
    tags = models.JSONField(default=dict)
    simulated = models.BooleanField(default=False)
    imported = models.BooleanField(default=False, db_default=False, help_text="it came in a file, whoever wrote that")
    answer = models.ForeignKey(ModelAnswer, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField(db_default=Now())

    objects = QualityObservationQuerySet.as_manager()

    class Meta:
        ordering = ["-recorded_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["answer", "grader_id"], name="observation_once_per_grader"),
            models.CheckConstraint(
                condition=Q(quality_score__gte=0, quality_score__lte=1), name="observation_quality_range"
            ),
            models.CheckConstraint(condition=Q(cost_usd__isnull=True) | Q(cost_usd__gte=0), name="observation_cost"),
            models.CheckConstraint(condition=Q(latency_ms__gte=0), name="observation_latency"),
            models.CheckConstraint(
                condition=~Q(adapter_id="") & ~Q(model_id="") & ~Q(task_type=""), name="observation_names"
            ),
        ]
        indexes = [
            models.Index(
                fields=["organization", "task_type", "adapter_id", "-recorded_at"], name="observation_by_adapter"
            ),
            models.Index(
                fields=["organization", "task_type", "simulated", "grader_id", "adapter_id", "-recorded_at"],
                name="observation_by_grader",
            ),
            models.Index(fields=["organization", "-recorded_at"], name="observation_by_time"),
        ]

    def __str__(self):
        return f"{self.adapter_id} on {self.task_type}: {self.quality_score:.2f}"
