"""Declared access of API views. Apart from them, because the framework imports this while it imports its own views."""

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import BasePermission

from evalhub.accounts.access import MEMBER, PUBLIC
from evalhub.accounts.api.authentication import CHALLENGE
from evalhub.lib.errors import Forbidden, NotSignedIn


class DeclaredAccess(BasePermission):
    """Let in whom the view's `access` table names for the request's method; what is not declared is refused."""

    def has_permission(self, request, view):
        capability = view.access.get("GET" if request.method == "HEAD" else request.method)
        if capability is None:
            raise MethodNotAllowed(request.method)
        if capability == PUBLIC:
            return True
        if request.membership is None:
            raise not_a_member(request)
        if capability != MEMBER and not view.may(capability):
            raise Forbidden(f"This needs the right {capability!r}, which the role or the key does not have.")
        if capability == MEMBER and view.key is not None and view.key.scopes == ["send"] and not view.about_caller:
            raise Forbidden("A key with the scope send alone sends and reads nothing.")
        return True


def not_a_member(request):
    """The error for a caller who acts for no organization: a stranger, or a person without a membership."""
    if request.user is not None:
        return Forbidden("You are not a member of any organization. Ask an admin for an invitation.", code="no_member")
    return NotSignedIn("Sign in, or send the key as: Authorization: Bearer eval_…", headers=CHALLENGE)
