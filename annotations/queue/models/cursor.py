"""Where an annotator stands in a task's queue: advice that keeps claiming fast, never truth."""

from django.db import models

from annotations.tasks.models import AnnotationTask, Annotator


class Cursor(models.Model):
    annotator = models.ForeignKey(Annotator, on_delete=models.CASCADE, related_name="+", db_index=False)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="+", db_index=False)
    priority = models.SmallIntegerField()
    position = models.IntegerField()
    exhausted_at = models.DateTimeField(null=True, blank=True, help_text="nothing was free here at this time")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["annotator", "task", "priority"], name="cursor_unique")]

    def __str__(self):
        return f"{self.annotator} at {self.position} of {self.task}"
