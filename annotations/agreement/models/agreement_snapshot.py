"""A dated, rebuildable result about agreement: replaced whole, never incremented."""

from django.db import models
from django.db.models import Q

from annotations.tasks.models import AnnotationTask, Question
from evalhub.lib.database.json_field import JSONField

SCOPES = ["people", "machines", "between", "everyone"]


class AgreementSnapshot(models.Model):
    """`high_water` is the newest AnnotationEvent that the computation saw; a newer one makes it stale."""

    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="snapshots", db_index=False)
    question = models.ForeignKey(Question, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    metric = models.CharField(max_length=40)
    scope = models.CharField(max_length=10)
    value = models.FloatField(null=True, blank=True)
    reason = models.CharField(max_length=40, blank=True, default="")
    low = models.FloatField(null=True, blank=True)
    high = models.FloatField(null=True, blank=True)
    n_items = models.PositiveIntegerField(default=0)
    n_annotators = models.PositiveIntegerField(default=0)
    n_labels = models.PositiveIntegerField(default=0)
    details = JSONField(default=dict)
    computed_at = models.DateTimeField(auto_now_add=True)
    high_water = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["task", "question", "metric", "scope"], name="snapshot_unique", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=Q(value__isnull=False) | ~Q(reason=""), name="snapshot_undefined_has_reason"
            ),
        ]

    def __str__(self):
        return f"{self.metric} {self.scope}: {self.value}"
