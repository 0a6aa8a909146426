"""What is under test: a model with its prompt and its settings, under a name."""

import hashlib
import json

from django.db import models

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7

# What makes one system another; of most that come in files only the name is known.
DESCRIBED_BY = ("name", "model", "model_version", "provider", "prompt", "system_prompt", "parameters")


class System(OrganizationOwned):
    """Never changed once its answers are stored: another setting is another system."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    model = models.CharField(max_length=200, blank=True, default="")
    model_version = models.CharField(max_length=200, blank=True, default="")
    provider = models.CharField(max_length=100, blank=True, default="")
    prompt = models.TextField(blank=True, default="", help_text="its name and version, or its text")
    system_prompt = models.TextField(blank=True, default="")
    parameters = JSONField(default=dict)
    fingerprint = models.CharField(max_length=64, help_text="SHA-256 of all of the above")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["name", "created_at"]
        constraints = [models.UniqueConstraint(fields=["organization", "fingerprint"], name="system_unique")]

    def __str__(self):
        return self.name


def fingerprint_of(description):
    """SHA-256 of what is known of a system: {field of DESCRIBED_BY: value}, empty ones left out."""
    known = {field: description[field] for field in DESCRIBED_BY if description.get(field)}
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
