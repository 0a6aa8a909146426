"""Who calls: a bearer key, or the session of a browser with its CSRF token."""

import datetime

from django.db.models import Q
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication

from evalhub.accounts.models import ApiKey
from evalhub.accounts.models.api_key import hash_key
from evalhub.lib.errors import NotSignedIn

USE_NOTED_EVERY = datetime.timedelta(minutes=5)
CHALLENGE = {"WWW-Authenticate": "Bearer"}


class BearerKey(BaseAuthentication):
    """`Authorization: Bearer eval_…`; one query, and one more every five minutes to note the use."""

    def authenticate(self, request):
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != "bearer" or not secret.strip():
            raise NotSignedIn("Send the key as: Authorization: Bearer eval_…", code="bad_header", headers=CHALLENGE)
        related = ("membership__user", "membership__organization")
        key = ApiKey.objects.live().select_related(*related).filter(key_hash=hash_key(secret.strip())).first()
        if key is None:
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
