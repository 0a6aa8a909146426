"""A method's prompt or knowledge as an organization has written it, version by version."""

from django.db import models
from django.db.models import Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7

PARTS = ["prompt", "knowledge"]
STATUSES = ["draft", "published"]


class MethodDocumentQuerySet(OrganizationQuerySet):
    def published(self):
        return self.filter(status="published")

    def drafts(self):
        return self.filter(status="draft")


class MethodDocument(OrganizationOwned):
    """`content` is the YAML of a prompt or the Markdown of a knowledge base. A published version never changes; the
    newest published one is in use, and the shipped file where there is none."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    model_type = models.CharField(max_length=100)
    part = models.CharField(max_length=10)
    number = models.PositiveIntegerField()
    content = models.TextField()
    content_sha256 = models.CharField(max_length=64)
    note = models.CharField(max_length=500, blank=True, default="", help_text="what has changed, and why")
    status = models.CharField(max_length=10, default="draft")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = MethodDocumentQuerySet.as_manager()

    class Meta:
        ordering = ["model_type", "part", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "model_type", "part", "number"], name="method_document_number_unique"
            ),
            models.UniqueConstraint(
                fields=["organization", "model_type", "part"],
                condition=Q(status="draft"),
                name="method_document_one_draft",
            ),
            models.CheckConstraint(condition=Q(part__in=PARTS), name="method_document_part_known"),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="method_document_status_known"),
            models.CheckConstraint(
                condition=Q(status="published", published_at__isnull=False)
                | Q(status="draft", published_at__isnull=True),
                name="method_document_published_at",
            ),
        ]

    def __str__(self):
        return f"{self.model_type} {self.part} {self.number}"
