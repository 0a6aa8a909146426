"""Where events are sent, and the secret by which a receiver knows who sends them."""

import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib import encryption
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.ids import uuid7

ADDRESS, REQUESTS = KINDS = ("address", "requests")
ACTIVE, FAILING, DISABLED = STATES = ("active", "failing", "disabled")


class WebhookEndpointQuerySet(OrganizationQuerySet):
    def with_state(self) -> Self:
        """May be filtered by `in_state`, one of STATES."""
        found = models.Case(
            models.When(~Q(disabled_at=None), then=models.Value(DISABLED)),
            models.When(~Q(failing_since=None), then=models.Value(FAILING)),
            default=models.Value(ACTIVE),
        )
        return self.alias(in_state=found)

    def failing_too_long(self) -> Self:
        longest = datetime.timedelta(hours=settings.WEBHOOK_DISABLE_HOURS)
        return self.filter(disabled_at=None, failing_since__lte=Now() - longest)


class WebhookEndpoint(OrganizationOwned):
    """An address that is sent the events of some types, of all where `event_types` is empty.

    The one endpoint of kind `requests` has no address: with its secret is signed what goes to an address that a single
    request named. `failing_since` is when the first of its tries failed after which none succeeded.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=8, default=ADDRESS)
    url = models.CharField(max_length=2000, blank=True, default="")
    description = models.CharField(max_length=200, blank=True, default="")
    event_types = JSONField(default=list, blank=True)
    encrypted = models.TextField()
    previous_encrypted = models.TextField(blank=True, default="")
    previous_until = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_reason = ReasonField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = WebhookEndpointQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="webhook_kind_known"),
            models.CheckConstraint(
                condition=Q(kind=REQUESTS, url="") | ~Q(kind=REQUESTS) & ~Q(url=""), name="webhook_address_has_url"
            ),
            models.CheckConstraint(
                condition=Q(disabled_at=None, disabled_reason="")
                | Q(disabled_at__isnull=False) & ~Q(disabled_reason=""),
                name="webhook_disabled_has_reason",
            ),
            models.UniqueConstraint(
                fields=["organization"], condition=Q(kind=REQUESTS), name="webhook_of_requests_once"
            ),
        ]

    def __str__(self) -> str:
        return self.url or self.kind

    @property
    def state(self) -> str:
        if self.disabled_at is not None:
            return DISABLED
        return FAILING if self.failing_since is not None else ACTIVE

    @property
    def secrets(self) -> list[str]:
        """Those that sign: the newest, and the one before it for as long as receivers may still know no other.

        Raises encryption.Unreadable.
        """
        kept = [self.encrypted]
        if self.previous_until is not None and self.previous_until > timezone.now():
            kept.append(self.previous_encrypted)
        return [encryption.decrypt(each) for each in kept]
