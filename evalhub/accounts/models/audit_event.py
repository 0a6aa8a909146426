"""Who changed what that matters: append-only, guarded by a trigger."""

from django.db import models

from .organization import OrganizationOwned, OrganizationQuerySet


class AuditEvent(OrganizationOwned):
    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, related_name="+")
    verb = models.CharField(max_length=60)
    object_type = models.CharField(max_length=60, blank=True, default="")
    object_id = models.CharField(max_length=64, blank=True, default="")
    details = models.JSONField(default=dict)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["organization", "-id"], name="audit_by_organization")]

    def __str__(self):
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb} {self.object_type} {self.object_id}"
