"""Who may open what: every view declares one capability, or says that it is public."""

from functools import wraps
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from evalhub.accounts.models.membership import CAPABILITIES
from evalhub.lib.errors import Forbidden, NotSignedIn

KNOWN = frozenset().union(*CAPABILITIES.values())
MEMBER = "member"
PUBLIC = "public"


def requires(capability):
    """Let in members whose role has `capability`; MEMBER lets in every member. Strangers go to the sign-in page."""
    if capability not in KNOWN | {MEMBER}:
        raise ValueError(f"Unknown capability {capability!r}. Valid: {', '.join(sorted(KNOWN | {MEMBER}))}.")

    def decorate(view):
        @wraps(view)
        def guarded(request, *args, **kwargs):
            if not request.user.is_authenticated:
                return ask_to_sign_in(request)
            check(request.membership, capability)
            with timezone.override(request.organization.time_zone or None):
                return view(request, *args, **kwargs)

        guarded.access = capability
        return guarded

    return decorate


def public(view):
    """Mark a view that strangers may open."""
    view.access = PUBLIC
    return view


def ask_to_sign_in(request):
    """The way to the sign-in page and back to the page at hand; 401 for fragments, which keeps what was typed."""
    if request.headers.get("HX-Request") == "true":
        raise NotSignedIn(_("You have been signed out. Sign in in another tab, then try again."))
    if request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    referer = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(referer, {request.get_host()}):
        return redirect_to_login("/")
    return redirect_to_login(urlsplit(referer)._replace(scheme="", netloc="").geturl() or "/")


def check(membership, capability):
    """Raise Forbidden unless this membership (a Membership or an ApiKey's stand-in) may."""
    if not membership:
        text = _("You are not a member of any organization. Ask an admin for an invitation.")
        raise Forbidden(text, code="no_member")
    if capability != MEMBER and not membership.may(capability):
        text = _("The role %(role)s does not allow this. Ask an admin of %(organization)s.")
        raise Forbidden(text % {"role": membership.role, "organization": membership.organization}, code="role")
