"""The base of every API view: organization scope, one error shape."""

import uuid
from itertools import islice

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import APIView, set_rollback

from evalhub.accounts import bindings
from evalhub.accounts.api import idempotency, request_limits
from evalhub.accounts.models import ApiKey
from evalhub.api import (
    openapi,  # noqa: F401  (registers itself)
    parameters,
)
from evalhub.api.errors import ErrorOut
from evalhub.api.parsers import MOST_VALUES
from evalhub.lib.database.errors import LOST, as_unavailable
from evalhub.lib.errors import EvalHubError, Forbidden, NotFound

CODES = {
    exceptions.NotAuthenticated: "not_signed_in",
    exceptions.AuthenticationFailed: "not_signed_in",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.ParseError: "bad_json",
    exceptions.NotAcceptable: "not_acceptable",
    exceptions.PermissionDenied: "forbidden",
    exceptions.Throttled: "throttled",
}
# Of an error answer.
LONGEST_TEXT = 2000
MOST_ENTRIES = 100


class ApiView(APIView):
    """Subclasses set `access = {"GET": "read", …}`; `request.membership` and `.organization` are then set."""

    access = {}
    request_classes = {}  # {method: request_limits.BATCH} of what starts work on many rows
    most_values = MOST_VALUES  # of a JSON body; ROWS_VALUES where it is a long list of rows
    allowance = None  # of a caller with a key, while requests are limited
    is_in_transaction = False  # of an Idempotency-Key
    about_caller = False  # whether every key may call it, since it is about the key itself
    keeps_idempotency_keys = False  # whether the view itself does a POST with an Idempotency-Key once

    def read_with_key(self):
        """What the statement that reads the caller's key also reads, as `find_key` takes it; None: the key alone."""
        return None

    def perform_authentication(self, request):
        key = request.auth if request.user is not None and isinstance(request.auth, ApiKey) else None
        if key is not None:
            membership = key.membership
        else:
            membership = getattr(request._request, "membership", None) if request.user is not None else None
        request.membership = membership if membership else None
        request.organization = membership.organization if membership else None
        # For middleware, which knows only the session of the caller.
        request._request.membership, request._request.organization = request.membership, request.organization
        self.key = key
        self.request_membership = request.membership
        if key is not None:
            self.allowance = request_limits.take(key, request_limits.class_of(self, request.method))
            request_limits.refuse(self.allowance)

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.allowance is not None:
            for name, value in request_limits.headers_of(self.allowance).items():
                response[name] = value
        return response

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        handler = getattr(self, request.method.lower(), None)
        if handler is None:
            return
        if self.key is not None and self.key.bound_kind and not self.about_caller:
            self.check_binding(self.key.bound_kind)
        parameters.check(self, handler, request.query_params)
        if request.method == "POST" and not self.keeps_idempotency_keys and request.membership is not None:
            key = idempotency.read_key(request)
            if key:
                self.post, self.is_in_transaction = idempotency.once(handler, key), True

    def after_commit(self, first, finish):
        """The answer `finish()`, which waits for workers: they see nothing of what the request has written before its
        transaction, if it has one, is over. Until then `first()` is the answer to the same request."""
        if not self.is_in_transaction:
            return finish()
        response = first()
        response.finish = finish
        return response

    def object_of(self, kind):
        """The id of the dataset, task or experiment (`kind`) that the request is about; None: about none.

        By itself the one that the address names. A view that names it in another way finds it, and one that reaches
        beyond it says None.
        """
        return self.kwargs.get(f"{kind}_id")

    def check_binding(self, kind):
        """Refuse what is not about the object that the key is bound to: another one is one that does not exist."""
        noun, found = bindings.registry[kind].noun, self.object_of(kind)
        if found is None:
            text = f"This key is bound to one {noun}. It may only call operations about it, and this is none."
            raise Forbidden(text, code="key_bound")
        try:
            is_bound = uuid.UUID(str(found)) == getattr(self.key, f"{kind}_id")
        except ValueError:
            is_bound = False
        if not is_bound:
            raise NotFound(f"There is no such {noun}.")

    def may(self, capability):
        """Whether the caller's role, narrowed by the scopes of the key, has `capability`; notes the scope of it."""
        if self.key is None:
            return self.request_membership is not None and self.request_membership.may(capability)
        scope = self.key.scope_of(capability)
        if scope:
            self.key.note_scope(scope)
        return bool(scope)

    def get_or_404(self, queryset, what, **lookup):
        """One row of `queryset`, which must be scoped to the organization already; malformed ids do not exist."""
        try:
            found = queryset.filter(**lookup).first()
        except (ValueError, OverflowError, ValidationError):
            found = None
        if found is None:
            raise NotFound(f"There is no such {what}.")
        return found


def exception_handler(exception, context):
    """Render every expected error as {"error": {code, message, details}}; the rest is a 500 for the log."""
    set_rollback()
    if isinstance(exception, EvalHubError):
        return _answer(exception.status, exception.code, exception.message, exception.details, exception.headers)
    if isinstance(exception, Http404):
        return _answer(404, "not_found", "There is no such object.")
    if isinstance(exception, PermissionDenied):
        return _answer(403, "forbidden", str(exception) or "This is not allowed.")
    if isinstance(exception, exceptions.APIException):
        code = CODES.get(type(exception), "invalid_input" if exception.status_code == 400 else "error")
        details = exception.detail if isinstance(exception.detail, dict) else {}
        text = "Some fields are not valid." if details else str(exception.detail)
        return _answer(exception.status_code, code, text, {"fields": details} if details else {})
    if isinstance(exception, LOST):
        error = as_unavailable(exception)
        return _answer(error.status, error.code, error.message, error.details, error.headers)
    return None


def _answer(status, code, message, details=None, headers=None):
    body = ErrorOut.of({"code": code, "message": message, "details": details or {}})
    return Response(_bounded(body), status=status, headers=headers)


def _bounded(value):
    """The same with long texts and lists cut: errors quote what was sent, which may be a whole body."""
    if isinstance(value, dict):
        return {name: _bounded(part) for name, part in islice(value.items(), MOST_ENTRIES)}
    if isinstance(value, list | tuple):
        return [_bounded(part) for part in value[:MOST_ENTRIES]]
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"{value[:LONGEST_TEXT]}…"
    return value
