"""Pages of the project itself: health, and answers to what does not exist."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import connection
from django.http import JsonResponse
from django.utils.translation import gettext as _

from evalhub import queues, request_checks
from evalhub.accounts.access import public
from evalhub.answers import error_response
from evalhub.lib.database.errors import LOST
from evalhub.lib.errors import EvalHubError, Forbidden, InvalidInput, NotFound, TooLarge
from evalhub.work import health


@public
def healthz(request):
    """State of database, broker and worker, and problems by their codes; 503 as soon as one that labelling needs is
    away."""
    state = {"database": _database_state(), "broker": "ok", "worker": "unknown"}
    found = queues.states_or_none()
    if found is None:
        state["broker"] = "unavailable"
    else:
        state |= _worker_state(found)
    healthy = state["database"] == "ok"
    if healthy and found is not None:
        state["problems"] = [each.code for each in health.problems()]
    all_well = healthy and state["broker"] == "ok" and state["worker"] == "ok" and not state.get("problems")
    state["status"] = "ok" if all_well else "degraded" if healthy else "unavailable"
    return JsonResponse(state, status=200 if healthy else 503, headers={"Cache-Control": "no-store"})


def _worker_state(found):
    """Whether workers take from all queues; the age of the first queue's sign stands for the worker that sweeps."""
    state = {"worker": "silent" if any(each.is_silent for each in found) else "ok", "queues": {}}
    for each in found:
        state["queues"][each.name] = {"waiting": each.waiting, "worker_seen_seconds_ago": each.seen_seconds_ago}
    if not found[0].is_silent:
        state["worker_seen_seconds_ago"] = found[0].seen_seconds_ago
    oldest = queues.oldest_due()
    return state if oldest is None else state | {"oldest_due_seconds": oldest}


def _database_state():
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except LOST:
        return "unavailable"
    return "ok"


def not_found(request, exception=None):
    why = _(
        "It may have been deleted, the address may be mistyped, or it belongs to an organization you are not "
        "a member of."
    )
    return error_response(request, NotFound(why))


def forbidden(request, exception=None):
    return error_response(request, Forbidden(_("This is not allowed.")))


def bad_request(request, exception=None):
    if isinstance(exception, RequestDataTooBig):
        words = _("The fields are larger than %(limit)s MB, the limit of one request without files.")
        limit = f"{settings.DATA_UPLOAD_MAX_MEMORY_SIZE / 2**20:g}"
        return error_response(request, TooLarge(words % {"limit": limit}))
    if isinstance(exception, TooManyFieldsSent):
        is_with_files = request.content_type == request_checks.FORM_WITH_FILES
        most = request_checks.MOST_PARTS if is_with_files else settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        return error_response(request, TooLarge(_("The form has more than %(most)s fields.") % {"most": f"{most:,}"}))
    if isinstance(exception, TooManyFilesSent):
        words = _("The form has more than %(most)s files. Send them in several requests.")
        return error_response(request, TooLarge(words % {"most": settings.DATA_UPLOAD_MAX_NUMBER_FILES}))
    return error_response(request, InvalidInput(_("Invalid request.")))


def server_error(request):
    error = EvalHubError(_("Something failed on the server and was logged. What you had saved is kept. Try again."))
    error.status, error.code = 500, "server_error"
    return error_response(request, error)
