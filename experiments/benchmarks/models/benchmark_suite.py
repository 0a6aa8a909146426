"""A suite: tasks that are run together and summed up to one score, under a name and a version."""

from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery, Sum
from django.urls import reverse

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7
from experiments.benchmarks.scores import AGGREGATIONS


class BenchmarkSuiteQuerySet(OrganizationQuerySet):
    def with_counts(self):
        """`n_tasks`, `n_cases` and `n_runs`, in the same statement."""
        own = self.model.objects.filter(pk=OuterRef("pk")).order_by().values("pk")
        runs = own.annotate(n=Count("runs")).values("n")
        cases = own.annotate(n=Sum("tasks__dataset_version__row_count")).values("n")
        return self.annotate(n_tasks=Count("tasks"), n_runs=Subquery(runs), n_cases=Subquery(cases))


class BenchmarkSuite(OrganizationOwned):
    """Frozen with its first run: a trigger refuses changes of its tasks. `definition` is the file it came from.

    `aggregation` is how its score is made of those of its tasks: macro weighs tasks, micro counts cases.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    version = models.CharField(max_length=50)
    description = models.TextField(blank=True, default="")
    aggregation = models.CharField(max_length=10, default="macro")
    definition = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = BenchmarkSuiteQuerySet.as_manager()

    class Meta:
        ordering = ["name", "-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "name", "version"], name="benchmark_suite_unique"),
            models.CheckConstraint(condition=Q(aggregation__in=AGGREGATIONS), name="benchmark_suite_aggregation_known"),
        ]

    def __str__(self):
        return f"{self.name} {self.version}"

    def get_absolute_url(self):
        return reverse("benchmarks:suite_detail", args=[self.pk])

    @property
    def is_frozen(self):
        return self.runs.exists()
