"""Change the own password, or set a new one by a link that comes by mail."""

from allauth.account import views
from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import views as auth_views
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import ask_to_sign_in, public
from evalhub.accounts.actions import passwords, sign_in
from evalhub.accounts.devices import remember_device
from evalhub.accounts.forms import NewPasswordForm, PasswordForm, ResetForm
from evalhub.accounts.models import SignInThrottle
from evalhub.accounts.models.sign_in_throttle import Limit
from evalhub.accounts.tasks import mail_due
from evalhub.lib.errors import Conflict

MAIL_LIMIT = Limit(free=20, first_seconds=60, longest_seconds=3600)

change = views.PasswordChangeView.as_view(form_class=PasswordForm)


@public
def password_change(request):
    """Open to people without an organization too: whoever is signed in may change their password."""
    if not request.user.is_authenticated:
        return ask_to_sign_in(request)
    if not request.user.has_usable_password():
        raise Conflict(_("This account has no password yet. Sign out and choose “Forgot your password?” to set one."))
    return change(request)


@public
@require_http_methods(["GET", "POST"])
def password_reset(request):
    """The same answer whether somebody has the address or not."""
    form = ResetForm(request.POST or None)
    if form.is_valid():
        source = sign_in.network_of(get_adapter(request).get_client_ip(request))
        if SignInThrottle.objects.take(f"mail {source}", MAIL_LIMIT):
            form.add_error(None, _("Too many requests. Try again in an hour, or ask an admin."))
            return render(request, "account/password_reset.html", {"form": form}, status=429)
        passwords.ask_for_reset(email=form.cleaned_data["email"])
        mail_due.delay_on_commit()
        return render(request, "account/password_reset_sent.html", {"email": form.cleaned_data["email"]})
    return render(request, "account/password_reset.html", {"form": form}, status=422 if form.is_bound else 200)


class PasswordResetConfirm(auth_views.PasswordResetConfirmView):
    """The page behind the link of the mail. Whoever has it owns the address: this browser is known from then on."""

    template_name = "account/password_reset_confirm.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("account_login")

    def render_to_response(self, context, **options):
        return super().render_to_response(context, **options | ({} if self.validlink else {"status": 404}))

    def form_valid(self, form):
        super().form_valid(form)
        messages.success(self.request, _("Password changed. Sign in with the new password."))
        response = redirect(self.success_url)
        remember_device(self.request, response, self.user)
        return response


password_reset_confirm = public(PasswordResetConfirm.as_view())
