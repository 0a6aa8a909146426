"""One change made to many items at once, with what is needed to take it back."""

from django.db import models

from annotations.tasks.models import AnnotationTask
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7


class BulkOperation(OrganizationOwned):
    """`before` holds [item id, state before] of every item that was changed."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="bulk_operations")
    verb = models.CharField(max_length=40)
    details = JSONField(default=dict)
    before = JSONField(default=list)
    n_items = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self):
        return f"{self.verb} of {self.n_items} items"
