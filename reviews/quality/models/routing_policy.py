"""Which model answers a kind of task: a static preference, and the floor above which the cheapest one is taken."""

from django.db import models
from django.db.models import Q

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet


class RoutingPolicy(OrganizationOwned):
    """`quality_floor` null: static only. What the fields mean is told in `reviews.quality.routing`."""

    id = models.BigAutoField(primary_key=True)
    task_type = models.CharField(max_length=100)
    preferred = models.CharField(max_length=200, help_text="the adapter of the static rule")
    fallback = models.CharField(max_length=200, blank=True, default="")
    most_cost_per_1k = models.FloatField(null=True, blank=True, help_text="USD per 1,000 tokens; above it: fallback")
    quality_floor = models.FloatField(null=True, blank=True)
    window_size = models.PositiveIntegerField(default=20)
    max_age_days = models.PositiveIntegerField(null=True, blank=True)
    grader = models.CharField(
        max_length=200, blank=True, default="", help_text="the grader_id whose scores count; empty: who graded most"
    )
    min_observations = models.PositiveIntegerField(default=1)
    shadow_rate = models.FloatField(default=0)
    trusts_imports = models.BooleanField(
        default=False, db_default=False, help_text="imported observations count like those that were made here"
    )
    updated_at = models.DateTimeField(auto_now=True)

    objects = OrganizationQuerySet.as_manager()

    class Meta:
        ordering = ["task_type"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "task_type"], name="routing_policy_unique"),
            models.CheckConstraint(
                condition=Q(quality_floor__isnull=True) | Q(quality_floor__gte=0, quality_floor__lte=1),
                name="routing_floor_range",
            ),
            models.CheckConstraint(condition=Q(shadow_rate__gte=0, shadow_rate__lte=1), name="routing_shadow_range"),
            models.CheckConstraint(condition=Q(window_size__gte=1, min_observations__gte=1), name="routing_windows"),
        ]

    def __str__(self):
        return f"{self.task_type}: {self.preferred}"
