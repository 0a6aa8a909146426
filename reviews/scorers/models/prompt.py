"""A prompt, or a text that goes into prompts, as an organization has written it, version by version."""

import hashlib
import json

from django.db import models
from django.db.models import Q, Value

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7

STATUSES = ["draft", "published"]


class PromptQuerySet(OrganizationQuerySet):
    def published(self):
        return self.filter(status="published")

    def drafts(self):
        return self.filter(status="draft")


class Prompt(OrganizationOwned):
    """`kind` is one of the registered kinds of prompts, `name` that of the shipped text whose place it takes.

    Versions count from 1 in the organization; what ships with the product has no row. A published version never
    changes, as a trigger holds.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=100)
    version = models.PositiveIntegerField()
    content = models.TextField()
    content_sha256 = models.CharField(max_length=64, help_text="of the content with the examples")
    examples = JSONField(
        default=list,
        db_default=Value([], JSONField()),
        help_text="[{annotation, item, case, texts, answers}] of audited answers that models are shown",
    )
    note = models.CharField(max_length=500, blank=True, default="", help_text="what has changed, and why")
    status = models.CharField(max_length=10, default="draft")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = PromptQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "name", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "kind", "name", "version"], name="prompt_version_unique"),
            models.UniqueConstraint(
                fields=["organization", "kind", "name"], condition=Q(status="draft"), name="prompt_one_draft"
            ),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="prompt_status_known"),
            models.CheckConstraint(
                condition=Q(status="published", published_at__isnull=False)
                | Q(status="draft", published_at__isnull=True),
                name="prompt_published_at",
            ),
        ]

    def computed_sha256(self):
        """The hash of what is sent by it; without examples that of the content alone."""
        shown = self.content if not self.examples else json.dumps([self.content, self.examples], sort_keys=True)
        return hashlib.sha256(shown.encode()).hexdigest()

    def __str__(self):
        return f"{self.name} {self.version} ({self.kind})"
