"""Who calls: a bearer key, or the session of a browser with its CSRF token."""

import datetime

from django.db.models import Q
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication

from evalhub.accounts.api import unknown_keys
from evalhub.accounts.models import ApiKey, Membership, Organization, User
from evalhub.accounts.models.api_key import hash_key
from evalhub.lib.database.joined import Joined, link
from evalhub.lib.errors import NotSignedIn

USE_NOTED_EVERY = datetime.timedelta(minutes=5)
RARELY_READ = (
    "k.created_at",
    "k.expires_at",
    "k.revoked_at",
    "k.use_recorded_since",
    "m.created_at",
    "o.created_at",
    "u.password",
    "u.last_login",
    "u.date_joined",
    "u.preferences",
)
CHALLENGE = {"WWW-Authenticate": "Bearer"}


def live_key(beside="", deferred=(), **models):
    """The statement that reads a live key by its hash; `beside` joins what a view needs in any case, named by `models`.

    What is joined may be missing: a key is found without it. Its parameters come before the hash. `deferred` names
    columns that the view hardly ever reads.
    """
    return Joined(
        f"""
        SELECT {{columns}} FROM accounts_apikey k
        JOIN accounts_membership m ON m.id = k.membership_id
        JOIN accounts_user u ON u.id = m.user_id
        JOIN accounts_organization o ON o.id = m.organization_id
        {beside}
        WHERE k.key_hash = %s AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
          AND u.is_active
        """,
        deferred=(*RARELY_READ, *deferred),
        k=ApiKey,
        m=Membership,
        u=User,
        o=Organization,
        **models,
    )


LIVE_KEY = live_key()


def find_key(secret, view=None):
    """The live ApiKey behind a secret with its membership, person and organization loaded, or None; one query.

    A view may have it read more: `read_with_key` gives the statement of `live_key` and its values, and takes the rest.
    """
    more = view.read_with_key() if view is not None else None
    statement, values = more or (LIVE_KEY, ())
    found = statement.first(*values, hash_key(secret))
    if found is None:
        return None
    key, membership, user, organization, *rest = found
    link(key, membership=membership)
    link(membership, user=user, organization=organization)
    if more:
        view.was_read_with_key(*rest)
    return key


class BearerKey(BaseAuthentication):
    """`Authorization: Bearer eval_…`; one query, and one more every five minutes to note the use; another
    one a day for each scope (`ApiView.may`)."""

    def authenticate(self, request):
        scheme, _, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != "bearer" or not secret.strip():
            raise NotSignedIn("Send the key as: Authorization: Bearer eval_…", code="bad_header", headers=CHALLENGE)
        unknown_keys.refuse(request, hash_key(secret.strip()))
        key = find_key(secret.strip(), request.parser_context["view"])
        if key is None:
            unknown_keys.count(request)
            raise NotSignedIn("This key is unknown, expired or revoked.", code="bad_key", headers=CHALLENGE)
        self.note_use(key)
        return key.membership.user, key

    def authenticate_header(self, request):
        return "Bearer"

    def note_use(self, key):
        if key.last_used_at is None or timezone.now() - key.last_used_at > USE_NOTED_EVERY:
            stale = Q(last_used_at=None) | Q(last_used_at__lte=timezone.now() - USE_NOTED_EVERY)
            ApiKey.objects.filter(stale, pk=key.pk).update(last_used_at=timezone.now())


class Session(SessionAuthentication):
    """The browser's session; unsafe verbs need the CSRF token."""

    def authenticate_header(self, request):
        return "Bearer"
