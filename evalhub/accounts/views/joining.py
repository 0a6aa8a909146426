"""The page behind an invitation link: join an organization, with a new account or the one at hand."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import public
from evalhub.accounts.actions import invitations
from evalhub.accounts.devices import remember_device
from evalhub.accounts.forms import FirstAdminForm, JoinForm
from evalhub.accounts.middleware import SESSION_KEY
from evalhub.accounts.models import User
from evalhub.lib.errors import Conflict, InvalidInput

BACKEND = "evalhub.accounts.backend.PasswordBackend"

FIELD_OF = {"weak_password": "password", "bad_email": "email"}


@public
@require_http_methods(["GET", "POST"])
def invitation_accept(request, token):
    """A known address must sign in first, so that the limits on failed sign-ins hold here too."""
    invitation = invitations.find_open(token)
    if request.user.is_authenticated:
        is_invited = invitation.email in ("", request.user.email)
        if request.method == "GET" or not is_invited:
            context = {"invitation": invitation, "is_invited": is_invited}
            return render(request, "people/join_as_self.html", context, status=200 if is_invited else 403)
        return _welcome(request, invitations.accept(token=token, by=request.user))
    if User.objects.filter(email=invitation.email).exists():
        return redirect_to_login(request.get_full_path())
    return _join_as_new(request, invitation, token)


def _join_as_new(request, invitation, token):
    form = (JoinForm if invitation.email else FirstAdminForm)(request.POST or None)
    if form.is_valid():
        try:
            membership = invitations.accept(token=token, **form.cleaned_data)
        except InvalidInput as error:
            form.add_error(FIELD_OF.get(error.code, "name"), error.message)
        except Conflict as error:
            form.add_error(None, error.message)
        else:
            login(request, membership.user, backend=BACKEND)
            response = _welcome(request, membership)
            remember_device(request, response, membership.user)
            return response
    context = {"invitation": invitation, "form": form}
    return render(request, "people/join.html", context, status=422 if form.is_bound else 200)


def _welcome(request, membership):
    request.session[SESSION_KEY] = str(membership.organization_id)
    messages.success(request, _("Welcome to %(organization)s.") % {"organization": membership.organization})
    return redirect("dashboard")
