"""Middleware of the whole project: clear answers when things fail, and no private page in a shared cache."""

from redis.exceptions import RedisError

from evalhub.answers import error_response
from evalhub.lib.database_errors import LOST, RETRY, as_unavailable
from evalhub.lib.errors import EvalHubError, MethodNotAllowed, Unavailable


def answer_errors(get_response):
    """Innermost: turn errors of views into the answer that the caller can read."""

    def middleware(request):
        response = get_response(request)
        if response.status_code == 405 and not response.content:
            allowed = response.get("Allow", "")
            error = MethodNotAllowed(
                f"{request.method} does not work here. Valid: {allowed}.", headers={"Allow": allowed}
            )
            return error_response(request, error)
        return response

    def process_exception(request, exception):
        if isinstance(exception, EvalHubError):
            return error_response(request, exception)
        if isinstance(exception, LOST):
            return error_response(request, as_unavailable(exception))
        if isinstance(exception, RedisError):
            text = "Redis cannot be reached, which this needs. Nothing was stored; try again in a moment."
            return error_response(request, Unavailable(text, code="redis_unavailable", headers=RETRY))
        return None

    middleware.process_exception = process_exception
    return middleware


def private_pages(get_response):
    """Pages and API answers stay out of every cache unless they say otherwise; static files never come here."""

    def middleware(request):
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store, private"
        return response

    return middleware
