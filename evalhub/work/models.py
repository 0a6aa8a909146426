"""Rows that failed while a sweep worked on them, and sweeps that failed themselves."""

import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from evalhub.lib.database.reason_field import ReasonField

KEPT_FOR = datetime.timedelta(days=7)
SEVERAL = 3  # failures of a sweep in a row after which operators are told


class WorkFailureQuerySet(models.QuerySet):
    def held(self):
        """Rows that are not tried now: given up, or their time has not come."""
        return self.exclude(key="").filter(Q(next_attempt_at=None) | Q(next_attempt_at__gt=Now()))

    def forget_old(self):
        """Remove those of a week ago: rows that are gone, or that nobody tries again."""
        return self.filter(failed_at__lt=Now() - KEPT_FOR).delete()

    def given_up(self):
        return self.filter(next_attempt_at=None)

    def failing_sweeps(self):
        """Sweeps that failed several times in a row, each as a whole."""
        return self.filter(key="", attempts__gte=SEVERAL)


class WorkFailure(models.Model):
    """`key` is that of the row, "" for the sweep itself. Without `next_attempt_at` the row was given up."""

    sweep = models.CharField(max_length=60)
    key = models.CharField(max_length=200, blank=True)
    organization = models.ForeignKey("accounts.Organization", on_delete=models.CASCADE, null=True, related_name="+")
    reason = ReasonField()
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    failed_at = models.DateTimeField()
    next_attempt_at = models.DateTimeField(null=True)

    objects = WorkFailureQuerySet.as_manager()

    class Meta:
        ordering = ["-failed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["sweep", "key"], name="work_failure_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="work_failure_has_reason"),
        ]

    def __str__(self):
        return f"{self.sweep} {self.key}".strip()
