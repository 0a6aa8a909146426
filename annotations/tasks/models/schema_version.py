"""One version of a task's form; frozen with the first submitted annotation."""

from django.db import models

from annotations.tasks.models.annotation_task import AnnotationTask
from evalhub.lib.database.json_field import JSONField


class SchemaVersion(models.Model):
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="schema_versions")
    number = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    value_map = JSONField(default=dict, help_text="how answers to the version before read in this one")

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="schema_number_unique")]

    def __str__(self):
        return f"{self.task} form {self.number}"
