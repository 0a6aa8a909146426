"""How an error looks: JSON for programs, a page for people."""

import sys

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string

from evalhub.api.errors import ErrorOut
from evalhub.lib.database.errors import LOST, as_unavailable

API_PREFIX = "/v1/"
THEMES = ("light", "dark")


def error_response(request, error):
    """Answer `error` (an EvalHubError) in the form that fits the request; needs neither database nor cache.

    Called while a lost database is being handled, as by Django for what fails outside of views, it answers that.
    """
    cause = sys.exc_info()[1]
    if error.status == 500 and isinstance(cause, LOST):
        error = as_unavailable(cause)
    if request.path.startswith(API_PREFIX) or request.path == "/healthz":
        response = JsonResponse(ErrorOut.of(error), status=error.status)
    else:
        # Without context processors: those ask the database who is signed in, and it may be what is away.
        name = "error.html#fragment" if getattr(request, "htmx", False) else "error.html"
        page = render_to_string(name, {"error": error, "request": request, "theme": chosen_theme(request)})
        response = HttpResponse(page, status=error.status)
    for name, value in error.headers.items():
        response[name] = value
    return response


def chosen_theme(request):
    """ "light", "dark", or "" for the theme of the person's system."""
    theme = request.COOKIES.get("theme")
    return theme if theme in THEMES else ""
