"""How a password opens an account."""

from allauth.account import auth_backends
from django.conf import settings

PUBLISHED_PASSWORD = "evalhub-demo"  # of the demo people, in the documents and on the terminal


class PasswordBackend(auth_backends.AuthenticationBackend):
    """The backend of allauth; the published password opens accounts of the embedded database only."""

    def authenticate(self, request, **credentials):
        user = super().authenticate(request, **credentials)
        if user is not None and is_published(credentials["password"]):
            return None
        return user


def is_published(password):
    """Whether everybody knows this password and this is no database of invented data."""
    return password == PUBLISHED_PASSWORD and not settings.EMBEDDED_DATABASE
