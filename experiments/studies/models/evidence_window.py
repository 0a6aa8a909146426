"""A stretch of time, and perhaps a country, whose evidence is read for one concept."""

from django.db import models
from django.db.models import F, Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.ids import uuid7


class EvidenceWindowQuerySet(OrganizationQuerySet):
    def listed(self):
        """Without those of samples that were removed."""
        return self.filter(is_listed=True)


class EvidenceWindow(OrganizationOwned):
    """`concept` is what rubrics measure, such as democratic backsliding; dates and country may be left open."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    concept = models.CharField(max_length=300)
    start_date = models.DateField(null=True, blank=True)
    end_date = models.DateField(null=True, blank=True)
    is_listed = models.BooleanField(default=True, db_default=True)
    country = models.CharField(max_length=100, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = EvidenceWindowQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "name"], name="window_name_unique"),
            models.CheckConstraint(
                condition=Q(start_date__isnull=True) | Q(end_date__isnull=True) | Q(end_date__gte=F("start_date")),
                name="window_ends_after_start",
            ),
        ]

    def __str__(self):
        return self.name
