"""The task in which jobs of one method are reviewed: its questions are the method's dimensions."""

from django.db import models

from annotations.models import AnnotationTask
from evalhub.accounts.models.organization import OrganizationOwned
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7


class MethodTask(OrganizationOwned):
    """One per method and list of dimensions: a prompt with other dimensions is another form, and another task."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    model_type = models.CharField(max_length=100)
    dimensions = JSONField(help_text="names in the order of the form")
    form_hash = models.CharField(max_length=64)
    task = models.OneToOneField(AnnotationTask, on_delete=models.PROTECT, related_name="method_task")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["model_type"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "model_type", "form_hash"], name="method_task_unique"),
        ]

    def __str__(self):
        return f"{self.model_type}: {len(self.dimensions)} dimensions"
