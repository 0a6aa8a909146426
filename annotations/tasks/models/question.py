"""One question of a form, with its label type and that type's settings."""

from django.db import models

from annotations.tasks.models.metric import Metric
from annotations.tasks.models.schema_version import SchemaVersion
from evalhub.lib.database.json_field import JSONField


class Question(models.Model):
    schema_version = models.ForeignKey(
        SchemaVersion, on_delete=models.CASCADE, related_name="questions", db_index=False
    )
    key = models.CharField(max_length=64)
    position = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=500)
    help = models.TextField(blank=True, default="")
    label_type = models.CharField(max_length=40)
    config = JSONField(default=dict)
    required = models.BooleanField(default=True)
    show_if = JSONField(null=True, blank=True, help_text="condition under which it is asked; null: always")
    require_if = JSONField(null=True, blank=True, help_text="condition under which an answer is required")
    reason = models.CharField(max_length=8, default="optional", help_text="the box for why: off, optional or required")
    metric = models.ForeignKey(
        Metric,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="questions",
        help_text="of the library, whose label type and config it has",
    )
    evidence = models.CharField(max_length=8, default="off", help_text="quotes behind the answer, in the same words")

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["schema_version", "key"], name="question_key_unique")]

    def __str__(self):
        return self.title
