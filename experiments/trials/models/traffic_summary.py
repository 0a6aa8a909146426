"""What the outcomes of a variant come to, so that figures need not read all of them."""

from django.db import models
from django.db.models import Q

from evalhub.lib.database.json_field import JSONField

from .experiment import Experiment
from .experiment_metric import ExperimentMetric
from .variant import Variant


class TrafficSummary(models.Model):
    """The outcomes of one metric, or with none the allocations themselves, of the units of a variant that were drawn by
    the same shares. A sweep replaces all rows of an experiment at once; they count rows up to `counted_to`.

    `m2` is the sum of squared deviations from the mean, `histogram` {bin: n} as `traffic_counts` makes bins.
    """

    id = models.BigAutoField(primary_key=True)
    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="+", db_index=False)
    variant = models.ForeignKey(Variant, on_delete=models.CASCADE, related_name="+", db_index=False)
    metric = models.ForeignKey(ExperimentMetric, on_delete=models.CASCADE, null=True, related_name="+", db_index=False)
    shares_number = models.PositiveIntegerField()
    propensity = models.FloatField()
    n = models.PositiveBigIntegerField()
    mean = models.FloatField()
    m2 = models.FloatField()
    histogram = JSONField(default=dict)
    counted_to = models.BigIntegerField(help_text="the last outcome, or allocation, that is in it")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["experiment", "variant", "metric", "shares_number"],
                name="traffic_summary_unique",
                nulls_distinct=False,
            ),
            models.CheckConstraint(condition=Q(n__gte=1, m2__gte=0), name="traffic_summary_range"),
        ]

    def __str__(self):
        return f"{self.variant}: {self.metric or 'units'} {self.n}"
