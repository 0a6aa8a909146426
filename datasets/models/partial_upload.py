"""A large file on its way in: sent in parts, each at its offset, until all bytes are there."""

from django.db import models
from django.db.models import F, Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7


class PartialUploadQuerySet(OrganizationQuerySet):
    def of(self, organization, user):
        """A person's own uploads in an organization."""
        return self.for_organization(organization).filter(created_by=user)

    def complete(self):
        return self.filter(received_bytes=F("size_bytes"))

    def unfinished(self):
        return self.filter(received_bytes__lt=F("size_bytes"))


class PartialUpload(OrganizationOwned):
    """`fingerprint` tells the same file by what a browser knows of it, so that it is continued after a reload."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    created_by = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    file_name = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=100)
    size_bytes = models.BigIntegerField()
    received_bytes = models.BigIntegerField(default=0)
    stored_path = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = PartialUploadQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "created_by", "file_name", "size_bytes", "fingerprint"],
                name="partial_upload_once",
            ),
            models.CheckConstraint(
                condition=Q(received_bytes__gte=0, received_bytes__lte=F("size_bytes"), size_bytes__gte=1),
                name="partial_upload_bounds",
            ),
        ]

    def __str__(self):
        return self.file_name
