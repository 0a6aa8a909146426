"""What an experiment came to when somebody looked, as it was shown then."""

from django.db import models
from django.db.models import Q

from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from experiments.trials.analysis.verdict import VERDICTS

from .experiment import Experiment


class ExperimentLook(models.Model):
    """Never changed: the database refuses it. Another look is stored only where the data have changed.

    `figures` is `experiments.trials.analysis.figures.Figures` as JSON, `data_fingerprint` SHA-256 of all that they were
    computed from, `code_version` the version of what computed them.
    """

    id = models.BigAutoField(primary_key=True)
    experiment = models.ForeignKey(Experiment, on_delete=models.PROTECT, related_name="looks", db_index=False)
    number = models.PositiveIntegerField()
    n = models.PositiveIntegerField(help_text="pairs of the primary metric, or units of all variants")
    verdict = models.CharField(max_length=12)
    sentence = ReasonField()
    figures = JSONField()
    data_fingerprint = models.CharField(max_length=64)
    code_version = models.CharField(max_length=40)
    looked_at = models.DateTimeField(auto_now_add=True)
    looked_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["experiment", "number"], name="experiment_look_number_unique"),
            models.CheckConstraint(condition=Q(verdict__in=VERDICTS), name="experiment_look_verdict_known"),
        ]

    def __str__(self):
        return f"{self.experiment}, look {self.number}"
