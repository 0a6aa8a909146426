"""Autosaved answers: they count for nothing until submitted."""

from django.db import models

from annotations.queue.models.assignment import Assignment


class Draft(models.Model):
    assignment = models.OneToOneField(Assignment, on_delete=models.CASCADE, primary_key=True, related_name="draft")
    version = models.PositiveIntegerField(default=1)
    answers = models.JSONField(default=dict)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self):
        return f"draft {self.version} of {self.assignment_id}"
