"""Pages of the project itself: health, and answers to what does not exist."""

import time

from django.core.cache import cache
from django.db import connection
from django.http import JsonResponse
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from evalhub.accounts.access import public
from evalhub.answers import error_response
from evalhub.lib.database_errors import LOST
from evalhub.lib.errors import EvalHubError, Forbidden, InvalidInput, NotFound
from evalhub.tasks import HEARTBEAT_KEY


@public
def healthz(request):
    """State of database, broker and worker; 503 as soon as one that labelling needs is away."""
    state = {"database": _database_state(), "broker": "ok", "worker": "unknown"}
    try:
        beat = cache.get(HEARTBEAT_KEY)
        state["worker"] = "ok" if beat is not None else "silent"
        if beat is not None:
            state["worker_seen_seconds_ago"] = round(max(0.0, time.time() - beat), 1)
    except (RedisError, OSError):
        state["broker"] = "unavailable"
    healthy = state["database"] == "ok"
    all_well = healthy and state["broker"] == "ok" and state["worker"] == "ok"
    state["status"] = "ok" if all_well else "degraded" if healthy else "unavailable"
    return JsonResponse(state, status=200 if healthy else 503, headers={"Cache-Control": "no-store"})


def _database_state():
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except LOST:
        return "unavailable"
    return "ok"


def not_found(request, exception=None):
    return error_response(request, NotFound(_("There is no such page or object.")))


def forbidden(request, exception=None):
    return error_response(request, Forbidden(_("This is not allowed.")))


def bad_request(request, exception=None):
    return error_response(request, InvalidInput(_("The request could not be read.")))


def server_error(request):
    error = EvalHubError(_("Something failed on our side. It was logged; what you had saved is kept. Try again."))
    error.status, error.code = 500, "server_error"
    return error_response(request, error)
