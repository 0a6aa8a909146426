"""A named filter of a task's table."""

from django.db import models

from annotations.tasks.models import AnnotationTask
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet


class SavedView(OrganizationOwned):
    """`query` is the query string of the table's page; a shared view is seen by everyone who sees the table."""

    id = models.BigAutoField(primary_key=True)
    task = models.ForeignKey(AnnotationTask, on_delete=models.CASCADE, related_name="saved_views")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80)
    query = models.TextField(blank=True, default="")
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["task", "user", "name"], name="saved_view_name_unique")]

    def __str__(self):
        return self.name
