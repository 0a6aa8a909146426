"""What the calls of one day came to; counted from the ledger, and counted anew from it at any time."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from annotations.models import AnnotationTask
from evalhub.accounts.models.organization import OrganizationOwned


class DailyTotal(OrganizationOwned):
    """Calls, ended requests and labels of one day (UTC), model, and task or kind of run.

    `cost_usd` null: no call has a known price. Latencies are counts by bins (reviews/costs/latencies.py).
    """

    id = models.BigAutoField(primary_key=True)
    day = models.DateField()
    model = models.CharField(max_length=200)
    kind = models.CharField(max_length=20)
    task = models.ForeignKey(
        AnnotationTask, on_delete=models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )
    simulated = models.BooleanField()
    calls = models.PositiveIntegerField()
    cost_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True)
    unpriced = models.PositiveIntegerField()
    answers_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True)
    answers_unpriced = models.PositiveIntegerField()
    latency_bins = ArrayField(models.PositiveSmallIntegerField())
    latency_counts = ArrayField(models.PositiveIntegerField())
    done = models.PositiveIntegerField()
    failed = models.PositiveIntegerField()
    items = models.PositiveIntegerField()
    labels = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "day", "model", "kind", "task", "simulated"],
                name="daily_total_once",
                nulls_distinct=False,
            ),
        ]

    def __str__(self):
        return f"{self.day}: {self.calls} calls of {self.model}"


class DailyTotalMark(models.Model):
    """All days of an organization before `until` are in its DailyTotals; later ones are counted where they are read."""

    organization = models.OneToOneField(
        "accounts.Organization", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    until = models.DateField()

    def __str__(self):
        return f"totals up to {self.until}"
