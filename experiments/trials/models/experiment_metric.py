"""A metric that decides an experiment, or a limit that must hold."""

from django.db import models
from django.db.models import Q

from .experiment import Experiment

PRIMARY, GUARDRAIL, SECONDARY = ROLES = ("primary", "guardrail", "secondary")
HIGHER, LOWER = DIRECTIONS = ("higher", "lower")
MACHINES, PEOPLE, CORRECTED = SCORES = ("machines", "people", "corrected")


class ExperimentMetric(models.Model):
    """`key` is that of a question of the variants' evaluations, one of the measures of outputs (latency, cost, tokens),
    or on traffic a name that outcomes are reported under. `scores` says whose count: machines', people's, or machines'
    corrected by people's. `margin` is how much worse a treatment may be under a guardrail."""

    id = models.BigAutoField(primary_key=True)
    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="metrics", db_index=False)
    key = models.CharField(max_length=200)
    position = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=9)
    direction = models.CharField(max_length=6, default=HIGHER)
    margin = models.FloatField(default=0.0)
    scores = models.CharField(max_length=9, default=MACHINES)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["experiment", "key"], name="experiment_metric_once"),
            models.UniqueConstraint(
                fields=["experiment"], name="experiment_metric_one_primary", condition=Q(role=PRIMARY)
            ),
            models.CheckConstraint(condition=Q(role__in=ROLES), name="experiment_metric_role_known"),
            models.CheckConstraint(condition=Q(direction__in=DIRECTIONS), name="experiment_metric_direction_known"),
            models.CheckConstraint(condition=Q(scores__in=SCORES), name="experiment_metric_scores_known"),
            models.CheckConstraint(condition=Q(margin__gte=0), name="experiment_metric_margin_range"),
        ]

    def __str__(self):
        return self.key
