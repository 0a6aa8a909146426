"""Find out, when asked, as which member of which organization the person acts; write down what is downloaded."""

from django.utils.functional import SimpleLazyObject
from django.utils.http import parse_header_parameters

from evalhub.accounts.actions import audit
from evalhub.accounts.models import Membership

SESSION_KEY = "organization_id"


def membership(get_response):
    """Sets `request.membership` and `request.organization`; both are None for strangers."""

    def middleware(request):
        request.membership = SimpleLazyObject(lambda: find_membership(request))
        request.organization = SimpleLazyObject(lambda: request.membership.organization if request.membership else None)
        return get_response(request)

    return middleware


def find_membership(request):
    """The chosen membership of the signed-in person, else their oldest one; one query.

    The API framework writes its own idea of the caller onto the request, which is None for strangers.
    """
    if request.user is None or not request.user.is_authenticated:
        return None
    chosen = request.session.get(SESSION_KEY)
    memberships = list(
        Membership.objects.select_related("organization").filter(user=request.user).order_by("created_at")
    )
    for candidate in memberships:
        candidate.user = request.user
        if str(candidate.organization_id) == chosen:
            return candidate
    return memberships[0] if memberships else None


def note_downloads(get_response):
    """Every file that is handed out stands in the audit log; a view that is not bound to a member names whose it is.

    That is `response.organization`, for links that are signed instead.
    """

    def middleware(request):
        response = get_response(request)
        is_file = request.method == "GET" and response.status_code == 200 and "Content-Disposition" in response
        organization = (getattr(response, "organization", None) or request.organization) if is_file else None
        if organization:
            match = request.resolver_match
            arguments = {name: str(value) for name, value in match.kwargs.items() if name != "token"}
            name = parse_header_parameters(response["Content-Disposition"])[1].get("filename", "")
            user = request.user if request.user is not None and request.user.is_authenticated else None
            details = {"file": name, "page": match.view_name, **arguments}
            audit.record(organization=organization, verb="file.downloaded", details=details, by=user)
        return response

    return middleware
