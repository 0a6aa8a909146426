"""One task of a suite: the cases that a system answers, and how the answers are scored."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from datasets.models import DatasetVersion
from evalhub.accounts.models.organization import OrganizationOwned
from evalhub.lib.database.json_field import JSONField
from experiments.benchmarks.models.benchmark_suite import BenchmarkSuite
from experiments.benchmarks.plan import PlanTask


class BenchmarkTask(OrganizationOwned):
    """`needs` are keys of tasks of the same suite. `metrics` is [{"metric", "key", "parameters"}]: the first is
    the score. `prompt` is the system's before the text of a case, `judge` the model that scores what no program
    computes.
    """

    id = models.BigAutoField(primary_key=True)
    suite = models.ForeignKey(BenchmarkSuite, on_delete=models.CASCADE, related_name="tasks", db_index=False)
    position = models.PositiveIntegerField()
    key = models.CharField(max_length=100)
    title = models.CharField(max_length=200)
    category = models.CharField(max_length=100, blank=True, default="")
    needs = ArrayField(models.CharField(max_length=100), default=list, blank=True)
    dataset_version = models.ForeignKey(DatasetVersion, on_delete=models.PROTECT, related_name="+")
    metrics = JSONField()
    prompt = models.TextField(blank=True, default="")
    judge = models.CharField(max_length=200, blank=True, default="", db_default="")
    estimated_seconds = models.FloatField()
    calls = models.PositiveIntegerField(default=0)
    weight = models.FloatField(default=1)
    timeout_seconds = models.FloatField(null=True, blank=True)
    min_coverage = models.FloatField(default=0.9)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["suite", "key"], name="benchmark_task_once"),
            models.CheckConstraint(condition=Q(estimated_seconds__gte=0), name="benchmark_task_seconds_not_negative"),
            models.CheckConstraint(condition=Q(weight__gt=0), name="benchmark_task_weight_above_zero"),
            models.CheckConstraint(
                condition=Q(min_coverage__gte=0, min_coverage__lte=1), name="benchmark_task_coverage_range"
            ),
            models.CheckConstraint(
                condition=Q(timeout_seconds__isnull=True) | Q(timeout_seconds__gt=0),
                name="benchmark_task_timeout_above_zero",
            ),
        ]

    def __str__(self):
        return self.title

    @property
    def planned(self):
        return PlanTask(self.key, tuple(self.needs), self.estimated_seconds, self.calls)
