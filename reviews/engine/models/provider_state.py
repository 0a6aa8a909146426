"""Whether a model can be asked at present, and why not: shared by all workers, kept through restarts."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from evalhub.lib.database.reason_field import ReasonField


class ProviderState(models.Model):
    """`blocked_until` with its reason: nobody asks before then, and one try decides. `pace` in (0, 1] is the share of
    the limits that is used: lowered by the share of calls that are refused as too many, raised by answers; `refusals`
    and `answers` are counted since it last changed, while there are any refusals."""

    id = models.BigAutoField(primary_key=True)
    provider = models.CharField(max_length=40)
    model = models.CharField(max_length=200)
    blocked_until = models.DateTimeField(null=True, blank=True)
    reason_class = models.CharField(max_length=60, blank=True, default="")
    reason = ReasonField()
    failures_in_a_row = models.PositiveIntegerField(default=0)
    pace = models.FloatField(default=1.0)
    last_ok_at = models.DateTimeField(null=True, blank=True)
    pace_changed_at = models.DateTimeField(default=timezone.now)
    refusals = models.PositiveIntegerField(default=0, db_default=0)
    answers = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["provider", "model"]
        constraints = [
            models.UniqueConstraint(fields=["provider", "model"], name="provider_state_unique"),
            models.CheckConstraint(condition=Q(pace__gt=0, pace__lte=1), name="provider_state_pace_range"),
            models.CheckConstraint(
                condition=Q(blocked_until__isnull=True) | ~Q(reason=""), name="provider_state_block_has_reason"
            ),
        ]

    def __str__(self):
        return f"{self.provider}/{self.model}"
