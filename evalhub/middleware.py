"""Middleware of the whole project: clear answers when things fail, and no private page in a shared cache."""

from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.middleware.gzip import GZipMiddleware
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from evalhub.answers import error_response
from evalhub.lib import logs
from evalhub.lib.database.errors import LOST, RETRY, as_unavailable
from evalhub.lib.errors import EvalHubError, MethodNotAllowed, Unavailable

REQUEST_ID = "X-Request-ID"


def request_ids(get_response):
    """Outermost: each answer names its request by the id that its lines in the log have, a given one if it is one."""

    def middleware(request):
        found = logs.begin(request.headers.get(REQUEST_ID, ""))
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
