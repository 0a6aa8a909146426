"""How people come in: by invitation only, and what sign-in says when it fails."""

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from evalhub.accounts.actions import sign_in
from evalhub.accounts.devices import read_device, remember_device


class InvitedOnly(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("Wrong email or password. Check both and try again."),
        "enter_current_password": _("This is not your current password. Nothing was changed."),
    }

    def is_open_for_signup(self, request):
        return False

    def authenticate(self, request, **credentials):
        source, device = self.get_client_ip(request), read_device(request)
        self._attempt = sign_in.begin(email=credentials["email"], source=source, device=device)
        if self._attempt.wait_seconds:
            request.sign_in_wait_seconds = self._attempt.wait_seconds
            raise ValidationError(_wait_text(self._attempt.wait_seconds), code="too_many_login_attempts")
        user = super().authenticate(request, **credentials)
        if user is not None:
            sign_in.succeed(attempt=self._attempt)
        return user

    def authentication_failed(self, request, **credentials):
        sign_in.fail(attempt=self._attempt)

    def post_login(self, request, user, **options):
        response = super().post_login(request, user, **options)
        device, source = read_device(request), self.get_client_ip(request)
        sign_in.record_success(user=user, source=source, device=device)
        remember_device(request, response, user)
        return response


def _wait_text(seconds):
    if seconds > 90:
        minutes = round(seconds / 60)
        text = ngettext("Try again in %(n)d minute.", "Try again in %(n)d minutes.", minutes) % {"n": minutes}
    else:
        whole = max(1, round(seconds + 0.5))
        text = ngettext("Try again in %(n)d second.", "Try again in %(n)d seconds.", whole) % {"n": whole}
    return f"{_('Too many failed sign-ins from here.')} {text}"
