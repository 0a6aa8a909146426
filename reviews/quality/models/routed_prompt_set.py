"""The routed prompts of one kind of task: their cases, and the task whose items compare an answer with its shadow."""

from django.db import models

from annotations.models import AnnotationTask
from datasets.models import DatasetVersion
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7


class RoutedPromptSet(OrganizationOwned):
    """`dataset_version` is open, of an unlisted dataset: each prompt is a case, its answers are outputs."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    task_type = models.CharField(max_length=100)
    dataset_version = models.OneToOneField(DatasetVersion, on_delete=models.PROTECT, related_name="+")
    task = models.OneToOneField(AnnotationTask, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "task_type"], name="routed_set_unique"),
        ]

    def __str__(self):
        return self.task_name

    @property
    def task_name(self):
        return f"Routed prompts: {self.task_type}"
