"""Keys for programs: shown once, stored as a hash, with scopes and an expiry."""

import hashlib
import secrets

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7

from .membership import CAPABILITIES, Membership, Role
from .organization import OrganizationOwned, OrganizationQuerySet

PREFIX = "eval_"
STATES = ("active", "expired", "revoked")
SCOPES = ("read", "annotate", "audit", "export", "manage")


def hash_key(text):
    """SHA-256 of a key; the key itself holds 256 random bits, so no salt or slow hash is needed."""
    return hashlib.sha256(text.encode()).hexdigest()


class ApiKeyQuerySet(OrganizationQuerySet):
    def live(self):
        expired = models.Q(expires_at__isnull=False, expires_at__lte=Now())
        return self.filter(revoked_at=None, membership__user__is_active=True).exclude(expired)

    def with_state(self):
        """May be filtered by `in_state`, one of STATES by the clock of the database."""
        found = models.Case(
            models.When(~models.Q(revoked_at=None), then=models.Value("revoked")),
            models.When(expires_at__lte=Now(), then=models.Value("expired")),
            default=models.Value("active"),
        )
        return self.alias(in_state=found)


class ApiKey(OrganizationOwned):
    """A key acts as its person, within the scopes it was given and the role the person has now."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=120)
    prefix = models.CharField(max_length=16)
    key_hash = models.CharField(max_length=64, unique=True)
    scopes = JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self):
        return f"{self.name} ({self.prefix}…)"

    @staticmethod
    def new_secret():
        return PREFIX + secrets.token_urlsafe(32)

    @property
    def state(self):
        """ "revoked", "expired" or "active", by the clock of this process: for display only."""
        if self.revoked_at is not None:
            return "revoked"
        return "expired" if self.expires_at is not None and self.expires_at <= timezone.now() else "active"

    def may(self, capability):
        return capability in self.scopes and self.membership.may(capability)

    @staticmethod
    def default_scopes(role):
        return [scope for scope in SCOPES if scope in CAPABILITIES[Role(role)]]
