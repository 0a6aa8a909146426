"""A name that points at one version of a prompt, such as the one in use, and can be moved to another."""

from django.db import models
from django.db.models import Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from reviews.scorers.models.prompt import Prompt

PRODUCTION, STAGING = LABELS = ("production", "staging")


class PromptLabel(OrganizationOwned):
    """It points at a published Prompt of the organization, or at the shipped version of number `shipped`."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=100)
    label = models.CharField(max_length=20)
    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, null=True, blank=True, related_name="labels")
    shipped = models.PositiveIntegerField(null=True, blank=True)
    moved_at = models.DateTimeField(auto_now=True)
    moved_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "name", "label"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "kind", "name", "label"], name="prompt_label_unique"),
            models.CheckConstraint(condition=Q(label__in=LABELS), name="prompt_label_known"),
            models.CheckConstraint(
                condition=Q(prompt__isnull=True, shipped__isnull=False) | Q(prompt__isnull=False, shipped__isnull=True),
                name="prompt_label_points",
            ),
        ]

    def __str__(self):
        return f"{self.label} of {self.name}"
