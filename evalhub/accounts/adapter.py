"""How people come in: by invitation only, and what sign-in says when it fails."""

from allauth.account.adapter import DefaultAccountAdapter
from django.utils.translation import gettext_lazy as _


class InvitedOnly(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _(
            "This e-mail and this password do not belong together. Check both and try again."
        ),
        "enter_current_password": _("This is not your current password. Nothing was changed."),
        "too_many_login_attempts": _("Too many failed sign-ins. Wait five minutes, then try again."),
    }

    def is_open_for_signup(self, request):
        return False
