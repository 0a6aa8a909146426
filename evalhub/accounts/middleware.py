"""Find out, when asked, as which member of which organization the person acts."""

from django.utils.functional import SimpleLazyObject

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
