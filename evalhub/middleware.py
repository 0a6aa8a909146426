"""Middleware of the whole project: clear answers when things fail, and no private page in a shared cache."""

import threading
from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.middleware.gzip import GZipMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from evalhub.answers import API_PREFIX, error_response
from evalhub.lib import logs
from evalhub.lib.database.errors import LOST, RETRY, as_unavailable
from evalhub.lib.errors import EvalHubError, MethodNotAllowed, Unavailable

REQUEST_ID = "X-Request-ID"
BEARER = "bearer "
API_DOCS = f"{API_PREFIX}docs/"  # the one page among the calls of the API


def request_ids(get_response):
    """Outermost: each answer names its request by the id that its lines in the log have, a given one if it is one."""

    def middleware(request):
        found = logs.begin(request.META.get("HTTP_X_REQUEST_ID", ""))
        response = get_response(request)
        response[REQUEST_ID] = found
        return response

    return middleware


def answer_errors(get_response):
    """Innermost: turn errors of views into the answer that the caller can read."""

    def middleware(request):
        response = get_response(request)
        if response.status_code == 405 and not response.content:
            allowed = response.get("Allow", "")
            words = _("%(method)s is not allowed here. Valid: %(allowed)s.")
            text = words % {"method": request.method, "allowed": allowed}
            return error_response(request, MethodNotAllowed(text, headers={"Allow": allowed}))
        return response

    def process_exception(request, exception):
        if isinstance(exception, EvalHubError):
            return error_response(request, exception)
        if isinstance(exception, LOST):
            return error_response(request, as_unavailable(exception))
        if isinstance(exception, RedisError):
            text = _("Redis is unreachable. Nothing was saved. Try again in a moment.")
            return error_response(request, Unavailable(text, code="redis_unavailable", headers=RETRY))
        return None

    middleware.process_exception = process_exception
    return middleware


class Compressed(GZipMiddleware):
    """Pages and API answers travel compressed, of random length so that the length gives nothing away.

    What is streamed goes as it is: files keep their length, and exports are compressed where that was asked for.
    """

    def process_response(self, request, response):
        return response if response.streaming else super().process_response(request, response)


class ContentPolicy(CSPMiddleware):
    """The header of what a page may load. The usual policy is written once; views with one of their own are asked."""

    def process_response(self, request, response):
        has_own = hasattr(request, "_csp_nonce") or any(name.startswith("_csp") for name in vars(response))
        if not has_own:
            response.headers.setdefault(HEADER, self._usual)
        return super().process_response(request, response) if has_own else response

    @cached_property
    def _usual(self):
        return build_policy()


def language(get_response):
    """The language that the caller asks for by header or cookie. Django's own looks for it in the address as well."""

    def middleware(request):
        asks = "HTTP_ACCEPT_LANGUAGE" in request.META or "HTTP_COOKIE" in request.META
        translation.activate(translation.get_language_from_request(request) if asks else settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = translation.get_language()
        response = get_response(request)
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response

    return middleware


def pages_begin(get_response):
    """What stands from here to `pages_end` is of pages; it would take as long as the rest of a call of the API.

    A call with a key passes it by: it has no session, no cookie is believed, and its key is its user.
    """
    behind = _made.behind_pages

    def middleware(request):
        # Whether the API takes the caller from the header alone: a session is looked at only without one.
        is_bearer = request.META.get("HTTP_AUTHORIZATION", "")[: len(BEARER)].lower() == BEARER
        if not (is_bearer and request.path_info.startswith(API_PREFIX) and not request.path_info.startswith(API_DOCS)):
            return get_response(request)
        request.user = None  # until the key is read
        return behind(request)

    return middleware


def pages_end(get_response):
    """Where calls with a key come in again. Django makes this before `pages_begin`."""
    _made.behind_pages = get_response
    return get_response


_made = threading.local()


# What no page of ours uses: a script that gets in finds it switched off.
NO_DEVICES = ", ".join(
    f"{name}=()"
    for name in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "publickey-credentials-get",
        "serial",
        "usb",
    )
)


def private_pages(get_response):
    """Pages and API answers stay out of every cache unless they say otherwise, and out of the pages of other sites.

    Static files never come here.
    """

    def middleware(request):
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store, private"
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response["Permissions-Policy"] = NO_DEVICES
        return response

    return middleware
