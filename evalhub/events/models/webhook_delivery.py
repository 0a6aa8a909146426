"""An event on its way to one place, and each try to bring it there."""

from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from evalhub.accounts.models.organization import OrganizationOwned
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet

from .outbox_event import OutboxEvent
from .webhook_endpoint import WebhookEndpoint

UNFINISHED = ("waiting", "running")


class WebhookDeliveryQuerySet(LeasedWorkQuerySet):
    def for_organization(self, organization: Any) -> Self:
        return self.filter(organization=organization)

    def due(self) -> Self:
        """Of events that have their number, to places that are not turned off."""
        return super().due().filter(event__sequence__isnull=False, endpoint__disabled_at=None)

    def due_first(self) -> Self:
        """Those never tried, to places that answer: nothing slow may hold them up."""
        return self.due().filter(attempts=F("attempts_before"), endpoint__failing_since=None)

    def due_again(self) -> Self:
        """The others that are due."""
        return self.due().exclude(attempts=F("attempts_before"), endpoint__failing_since=None)

    def lose(self) -> None:
        self.update(crashes=F("crashes") + 1)


class WebhookDelivery(OrganizationOwned, LeasedWork):
    """`url` is where it goes when a request named the address, else it is that of the endpoint.

    `attempts_before` are the tries before it was sent again on purpose. `status_code` is that of the last answer.
    """

    id = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(OutboxEvent, on_delete=models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(WebhookEndpoint, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    url = models.CharField(max_length=2000, blank=True, default="", db_default="")
    attempts_before = models.PositiveSmallIntegerField(default=0, db_default=0)
    crashes = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="workers that ended in the middle")
    status_code = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = WebhookDeliveryQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=LeasedWork.STATES), name="webhook_delivery_state"),
            models.CheckConstraint(condition=~Q(state="failed", last_error=""), name="webhook_failed_has_reason"),
        ]
        indexes = [
            models.Index(fields=["endpoint", "-id"], name="webhook_delivery_log"),
            models.Index(
                fields=["endpoint", "next_attempt_at"], name="webhook_delivery_due", condition=Q(state__in=UNFINISHED)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.state}"

    @property
    def address(self) -> str:
        return self.url or self.endpoint.url

    @property
    def lost_workers(self) -> int:
        """Tries that failed are no crashes."""
        return self.crashes + 1

    @property
    def tries(self) -> int:
        """Since it was written, or sent again on purpose."""
        return self.attempts - self.attempts_before


class WebhookAttempt(models.Model):
    """One try. `error` is None for a delivery that was accepted; `excerpt` is how the answer began."""

    id = models.BigAutoField(primary_key=True)
    delivery = models.ForeignKey(WebhookDelivery, on_delete=models.CASCADE, related_name="tries_made", db_index=False)
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    status_code = models.PositiveSmallIntegerField(null=True, blank=True)
    excerpt = models.TextField(blank=True, default="")
    error = ReasonField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["delivery", "number"], name="webhook_attempt_once")]

    def __str__(self) -> str:
        return f"{self.delivery_id} {self.number}"
