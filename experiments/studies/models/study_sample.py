"""One rubric of a study: who writes it, how chance shows it to scorers, and the task in which it is used."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotations.models import AnnotationTask, SchemaVersion
from evalhub.lib.database.json_field import JSONField
from experiments.studies.models.study import Study
from reviews.models import LLMRequest

EMPTY = Q(rubric__isnull=True, task__isnull=True, schema_version__isnull=True)
FILLED = Q(rubric__isnull=False, task__isnull=False, schema_version__isnull=False)


class StudySample(models.Model):
    """Samples of one ordinal share a seed, so that the models of a study are compared under the same chance.

    `rubric` is {"stages": [{"stage_number", "label", "criteria"}], "reasoning"}, the first stage the weakest; null
    until one was accepted by `request`. `label_mapping` is {token: stage number} of what scorers see, `tokens` the
    order in which they see it.
    """

    id = models.BigAutoField(primary_key=True)
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="samples", db_index=False)
    model = models.CharField(max_length=200)
    ordinal = models.PositiveSmallIntegerField(help_text="from 1, for each model")
    seed = models.IntegerField()
    rubric = JSONField(null=True, blank=True)
    label_mapping = JSONField(default=dict)
    tokens = ArrayField(models.CharField(max_length=6), default=list)
    task = models.OneToOneField(
        AnnotationTask, on_delete=models.PROTECT, null=True, blank=True, related_name="study_sample"
    )
    schema_version = models.ForeignKey(SchemaVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    request = models.ForeignKey(LLMRequest, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["study", "model", "ordinal"], name="sample_ordinal_unique"),
            models.CheckConstraint(condition=EMPTY | FILLED, name="sample_rubric_has_task"),
        ]

    def __str__(self):
        return f"sample {self.ordinal} of {self.model}"
