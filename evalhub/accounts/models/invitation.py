"""A link by which one person joins one organization in one role; `email` is empty on that of the first admin."""

import datetime
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Case, Q, Value, When
from django.db.models.functions import Now
from django.urls import reverse

from evalhub.lib.ids import uuid7

from .api_key import hash_key
from .membership import Role
from .organization import OrganizationOwned, OrganizationQuerySet

STATES = ("open", "accepted", "withdrawn", "expired")
LIFETIME = datetime.timedelta(hours=72)


class InvitationQuerySet(OrganizationQuerySet):
    def open(self):
        return self.filter(accepted_at=None, revoked_at=None, expires_at__gt=Now())

    def with_state(self):
        """Each with its `state` by the clock of the database, one of STATES."""
        found = Case(
            When(~Q(accepted_at=None), then=Value("accepted")),
            When(~Q(revoked_at=None), then=Value("withdrawn")),
            When(expires_at__gt=Now(), then=Value("open")),
            default=Value("expired"),
        )
        return self.annotate(state=found)

    def with_token(self, token):
        return self.filter(token_hash=hash_key(token))


class Invitation(OrganizationOwned):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField(max_length=254)
    role = models.CharField(max_length=12, choices=Role.choices)
    team = models.ForeignKey("accounts.Team", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self):
        return f"{self.email} as {self.role}"

    def get_absolute_url(self, token):
        """The path of the link; only whoever made the invitation has the token."""
        return reverse("invitation_accept", kwargs={"token": token})

    def link(self, token):
        """The whole link, by the public address and not the host of a request: it goes to somebody elsewhere."""
        return settings.PUBLIC_URL + self.get_absolute_url(token)

    @staticmethod
    def new_token():
        return secrets.token_urlsafe(32)
