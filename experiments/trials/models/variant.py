"""One of the systems that an experiment compares."""

from django.db import models
from django.db.models import Q

from datasets.models import System
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7
from experiments.evaluations.models import Evaluation

from .experiment import Experiment


class Variant(OrganizationOwned):
    """`system` answers the cases; without one they are the outputs named `output_name`, or those of an `evaluation`
    that exists already. On traffic it only has a name. `traffic_allocation` is its share of new units."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="variants", db_index=False)
    name = models.CharField(max_length=200)
    position = models.PositiveSmallIntegerField()
    is_control = models.BooleanField(default=False)
    traffic_allocation = models.FloatField()
    config = JSONField(default=dict, help_text="as it was given")
    system = models.ForeignKey(System, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    output_name = models.CharField(max_length=200, blank=True, default="")
    evaluation = models.ForeignKey(Evaluation, on_delete=models.PROTECT, null=True, blank=True, related_name="variants")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["experiment", "name"], name="variant_name_unique"),
            models.UniqueConstraint(fields=["experiment", "position"], name="variant_position_unique"),
            models.UniqueConstraint(fields=["experiment"], name="variant_one_control", condition=Q(is_control=True)),
            models.CheckConstraint(
                condition=Q(traffic_allocation__gte=0, traffic_allocation__lte=1), name="variant_allocation_range"
            ),
        ]

    def __str__(self):
        return self.name
