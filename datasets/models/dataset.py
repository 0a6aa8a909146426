"""A named collection of cases that grows by versions."""

from django.db import models

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7

TYPES = ["EVALUATION", "BENCHMARK", "GOLDEN_SET", "ANNOTATION_QUEUE"]


class Dataset(OrganizationOwned):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=255)
    description = models.TextField(blank=True, default="")
    type = models.CharField(max_length=20, choices=[(kind, kind) for kind in TYPES], default="EVALUATION")
    tags = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "name"], name="dataset_name_unique"),
            models.CheckConstraint(condition=models.Q(type__in=TYPES), name="dataset_type_known"),
        ]
        indexes = [models.Index(fields=["organization", "-created_at"], name="dataset_by_organization")]

    def __str__(self):
        return self.name
