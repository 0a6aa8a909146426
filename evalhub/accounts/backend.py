"""How a password opens an account."""

from allauth.account import auth_backends

from evalhub.accounts.published import is_published


class PasswordBackend(auth_backends.AuthenticationBackend):
    """The backend of allauth; the published password opens accounts of the embedded database only."""

    def authenticate(self, request, **credentials):
        user = super().authenticate(request, **credentials)
        if user is not None and is_published(credentials["password"]):
            return None
        return user
