"""Which variant a unit of traffic gets, for good."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from .experiment import Experiment
from .variant import Variant


class Allocation(models.Model):
    """Never changed: the database refuses it. `propensity` is the chance that the unit had of its variant,
    `shares_number` that of the VariantShares it was drawn by, 0 for the shares of the plan."""

    id = models.BigAutoField(primary_key=True)
    experiment = models.ForeignKey(Experiment, on_delete=models.PROTECT, related_name="allocations", db_index=False)
    variant = models.ForeignKey(  # the database holds the pair of experiment and variant
        Variant, on_delete=models.PROTECT, related_name="allocations", db_index=False, db_constraint=False
    )
    unit = models.CharField(max_length=200)
    propensity = models.FloatField()
    shares_number = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["experiment", "unit"], name="allocation_once"),
            models.CheckConstraint(
                condition=Q(propensity__gt=0, propensity__lte=1), name="allocation_propensity_range"
            ),
        ]

    def __str__(self):
        return f"{self.unit}: {self.variant}"
