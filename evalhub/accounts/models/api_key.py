"""Keys for programs: shown once, stored as a hash, with scopes and an expiry."""

import datetime
import hashlib
import secrets

from django.db import connection, models
from django.db.models.functions import Now
from django.utils import timezone

from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7

from .membership import CAPABILITIES, Membership, Role
from .organization import OrganizationOwned, OrganizationQuerySet

PREFIX = "eval_"
BINDINGS = ("dataset", "task", "experiment")  # columns of what a key may be bound to
USE_DAYS = 30  # scopes that were not used for so long are more than the key needs
STATES = ("active", "expired", "revoked")
# What each scope lets a key do, of what the role of its person may; the one place that says so.
SCOPES = {
    "send": frozenset({"send"}),
    "read": frozenset({"read"}),
    "label": frozenset({"annotate", "audit"}),
    "annotate": frozenset({"annotate"}),
    "audit": frozenset({"audit"}),
    "export": frozenset({"export"}),
    "manage": frozenset({"manage", "send"}),
    "admin": frozenset({"admin"}),
}


# One write for each key, scope and day, whoever comes first.
NOTE_SCOPE = """
    UPDATE accounts_apikey SET scope_days = scope_days || jsonb_build_object(%(scope)s::text, %(day)s::text)
    WHERE id = %(key)s AND scope_days ->> %(scope)s::text IS DISTINCT FROM %(day)s::text"""


def usable_scopes(role):
    """Those that let a key of a person with this role do something."""
    return [scope for scope, capabilities in SCOPES.items() if capabilities & CAPABILITIES[Role(role)]]


def widest(scopes):
    """Those of `scopes` that no other of them covers."""
    scopes = list(scopes)
    return [scope for scope in scopes if not any(SCOPES[scope] < SCOPES[other] for other in scopes)]


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


def _bound_to(model):
    """A key that is bound to something ends with it: without it, it would be bound to nothing."""
    return models.ForeignKey(model, on_delete=models.CASCADE, null=True, blank=True, related_name="+")


class ApiKey(OrganizationOwned):
    """A key acts as its person, within the scopes it was given and the role the person has now.

    A key that is bound to an object calls only operations about that object.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=120)
    prefix = models.CharField(max_length=16)
    key_hash = models.CharField(max_length=64, unique=True)
    scopes = JSONField(default=list)
    dataset = _bound_to("datasets.Dataset")
    task = _bound_to("annotations.AnnotationTask")
    experiment = _bound_to("experiments.Experiment")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    scope_days = JSONField(
        default=dict, db_default={}, help_text="{scope: the last day (UTC) on which an operation needed it}"
    )
    use_recorded_since = models.DateTimeField(db_default=Now(), editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(dataset=None, task=None)
                | models.Q(dataset=None, experiment=None)
                | models.Q(task=None, experiment=None),
                name="api_key_bound_once",
            ),
        ]

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

    @property
    def bound_kind(self):
        """One of BINDINGS, "" for a key that is bound to nothing."""
        return next((kind for kind in BINDINGS if getattr(self, f"{kind}_id") is not None), "")

    @property
    def bound_object(self):
        return getattr(self, self.bound_kind) if self.bound_kind else None

    @property
    def unused_scopes(self):
        """Those that no operation of the last USE_DAYS days needed; None while less than that is recorded."""
        since = timezone.now() - datetime.timedelta(days=USE_DAYS)
        if self.use_recorded_since > since:
            return None
        return [scope for scope in self.scopes if self.scope_days.get(scope, "") < since.date().isoformat()]

    def note_scope(self, scope):
        """Record that an operation needs this scope today; one statement a day, none after that."""
        day = timezone.now().date().isoformat()
        if self.scope_days.get(scope) != day:
            self.scope_days[scope] = day
            with connection.cursor() as cursor:
                cursor.execute(NOTE_SCOPE, {"key": self.pk, "scope": scope, "day": day})

    def may(self, capability):
        return bool(self.scope_of(capability))

    def scope_of(self, capability):
        """The narrowest of its scopes that gives `capability`; "" without one, or where the role does not have it."""
        giving = [scope for scope in self.scopes if capability in SCOPES[scope]]
        return min(giving, key=lambda scope: len(SCOPES[scope])) if giving and self.membership.may(capability) else ""

    def covers(self, scope):
        """Whether it may do all that a key with `scope` may."""
        return SCOPES[scope] <= frozenset().union(*(SCOPES[own] for own in self.scopes))
