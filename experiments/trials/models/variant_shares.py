"""How a bandit shares out new units, from some moment on."""

from django.db import models

from evalhub.lib.database.json_field import JSONField

from .experiment import Experiment


class VariantShares(models.Model):
    """Never changed: the next one takes its place. `shares` {id of the variant: share}, which sum to 1, were drawn with
    `seed` from `n` outcomes of the primary metric, of which `posteriors` {id of the variant: {"mean", "error",
    "chance"}} were known: the chance is that of being the best one."""

    id = models.BigAutoField(primary_key=True)
    experiment = models.ForeignKey(Experiment, on_delete=models.PROTECT, related_name="shares", db_index=False)
    number = models.PositiveIntegerField(help_text="from 1")
    shares = JSONField()
    posteriors = JSONField(default=dict)
    seed = models.BigIntegerField()
    n = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["experiment", "number"], name="variant_shares_number_unique")]

    def __str__(self):
        return f"{self.experiment}, shares {self.number}"
