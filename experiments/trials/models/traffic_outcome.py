"""What was measured of a unit of traffic."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from .allocation import Allocation
from .experiment import Experiment
from .experiment_metric import ExperimentMetric

MOST = 1e12  # squares of it can be added up by the billion


class TrafficOutcome(models.Model):
    """One value of a unit for one metric. Never changed: the database refuses it."""

    id = models.BigAutoField(primary_key=True)
    experiment = models.ForeignKey(Experiment, on_delete=models.PROTECT, related_name="outcomes", db_index=False)
    allocation = models.ForeignKey(  # the database holds the pairs of experiment and allocation, and metric
        Allocation, on_delete=models.PROTECT, related_name="outcomes", db_index=False, db_constraint=False
    )
    metric = models.ForeignKey(
        ExperimentMetric, on_delete=models.PROTECT, related_name="outcomes", db_index=False, db_constraint=False
    )
    value = models.FloatField()
    occurred_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["allocation", "metric"], name="traffic_outcome_once"),
            models.CheckConstraint(condition=Q(value__gte=-MOST, value__lte=MOST), name="traffic_outcome_range"),
        ]
        indexes = [models.Index(fields=["experiment", "id"], name="traffic_outcome_in_order")]

    def __str__(self):
        return f"{self.allocation}: {self.metric} {self.value:g}"
