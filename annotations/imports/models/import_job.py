"""A file of existing annotations or prelabels on its way into a task."""

from django.db import models
from django.db.models import Q

from annotations.exports.models.export_job import ExportJobQuerySet
from annotations.tasks.models import AnnotationTask
from evalhub.accounts.models.organization import OrganizationOwned
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeasedWork

IMPORT_KINDS = ["annotations", "prelabels"]


class ImportJob(OrganizationOwned, LeasedWork):
    """All of a file's rows or none: `errors` holds the first hundred as {row, column, reason}."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    task = models.ForeignKey(AnnotationTask, on_delete=models.PROTECT, related_name="imports")
    kind = models.CharField(max_length=12)
    format = models.CharField(max_length=40)
    file_name = models.CharField(max_length=255)
    stored_path = models.CharField(max_length=500, blank=True, default="")
    mapping = JSONField(default=dict)
    rows_read = models.PositiveIntegerField(default=0)
    rows_stored = models.PositiveIntegerField(default=0)
    rows_repeated = models.PositiveIntegerField(default=0)
    error_count = models.PositiveIntegerField(default=0)
    errors = JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = ExportJobQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=IMPORT_KINDS), name="import_kind_known"),
        ]
        indexes = [
            models.Index(
                fields=["state", "next_attempt_at"], name="import_due", condition=Q(state__in=["waiting", "running"])
            ),
        ]

    def __str__(self):
        return f"{self.file_name} into {self.task}"
