"""Change the own password; allauth does it, and ends the person's other sessions."""

from allauth.account import views
from django.utils.translation import gettext as _

from evalhub.accounts.access import ask_to_sign_in, public
from evalhub.accounts.forms import PasswordForm
from evalhub.lib.errors import Conflict

change = views.PasswordChangeView.as_view(form_class=PasswordForm)


@public
def password_change(request):
    """Open to people without an organization too: whoever is signed in may change their password."""
    if not request.user.is_authenticated:
        return ask_to_sign_in(request)
    if not request.user.has_usable_password():
        raise Conflict(_("This account has no password yet. Ask an admin of your organization to set one."))
    return change(request)
