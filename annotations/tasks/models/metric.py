"""A question kept in the library: what is measured, on which scale, by which criteria."""

from django.db import models
from django.db.models import Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7

DIRECTIONS = ["higher", "lower", "none"]


class MetricQuerySet(OrganizationQuerySet):
    def newest(self):
        """The newest version of each key."""
        later = Metric.objects.filter(
            organization=models.OuterRef("organization"),
            key=models.OuterRef("key"),
            version__gt=models.OuterRef("version"),
        )
        return self.filter(~models.Exists(later))

    def matching(self, text):
        """Metrics with this text in their key, title or description."""
        return self.filter(Q(key__icontains=text) | Q(title__icontains=text) | Q(criteria__description__icontains=text))


class Metric(OrganizationOwned):
    """One version. A question that copies it has its label type and config; the database refuses a change of a version
    that a question copies, so a change makes the next version."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    key = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=1)
    title = models.CharField(max_length=500)
    label_type = models.CharField(max_length=40)
    config = JSONField(default=dict)
    criteria = JSONField(default=dict, help_text="description, anchors of values, steps")
    direction = models.CharField(max_length=6, default="none", help_text="which values are better: higher, lower, none")
    pass_at = models.FloatField(null=True, blank=True, help_text="the value from which an answer passes")
    method = models.CharField(max_length=100, blank=True, default="", help_text="key of the scorer that computes it")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = MetricQuerySet.as_manager()

    class Meta:
        ordering = ["key", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "key", "version"], name="metric_version_unique"),
            models.CheckConstraint(condition=Q(version__gte=1), name="metric_version_from_one"),
            models.CheckConstraint(condition=Q(direction__in=DIRECTIONS), name="metric_direction_known"),
            models.CheckConstraint(
                condition=Q(pass_at__isnull=True) | ~Q(direction="none"), name="metric_pass_has_direction"
            ),
        ]

    def __str__(self):
        return f"{self.title}, version {self.version}"
