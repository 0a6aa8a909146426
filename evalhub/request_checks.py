"""What no view takes, refused before one is looked for: unknown methods, NUL, and forms that cost seconds to read."""

from django.core.exceptions import TooManyFieldsSent
from django.http import JsonResponse
from django.utils.translation import gettext as _

from evalhub.answers import API_PREFIX, error_response
from evalhub.lib.errors import InvalidInput, MethodNotAllowed, NotFound, TooLarge

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
MOST_ESCAPES = 250_000  # each takes two hundred bytes while a form is read
MOST_PARTS = 1_000  # of a form with files; each may have hundreds of parameters
FORM, FORM_WITH_FILES = "application/x-www-form-urlencoded", "multipart/form-data"


class CountedParts:
    """The stream of a form with files, which ends with TooManyFieldsSent at the part that is one too many."""

    def __init__(self, stream, boundary):
        self._stream, self._boundary = stream, boundary
        self._seen, self._end = 0, b""

    def read(self, *size):
        piece = self._stream.read(*size)
        text = self._end + piece
        self._seen += text.count(self._boundary)
        self._end = text[1 - len(self._boundary) :]
        if self._seen > MOST_PARTS + 1:  # the last one ends the form
            raise TooManyFieldsSent
        return piece

    def readline(self, *size):
        return self._stream.readline(*size)


def refuse_bad(get_response):
    """Behind sessions and before views; the fields of a form are looked at when its form key has been checked."""

    def middleware(request):
        problem = _problem_with(request)
        return get_response(request) if problem is None else error_response(request, problem)

    def process_view(request, view, args, kwargs):
        if request.method != "POST" or request.path_info.startswith(API_PREFIX):
            return None
        name = next((name for name, texts in request.POST.lists() if "\0" in name.join(["", *texts])), None)
        if name is None:
            return None
        words = _("The field %(name)s has a NUL character, which cannot be stored. Remove it.")
        problem = InvalidInput(words % {"name": repr(name[:40])})
        if getattr(view, "answers_json", False):
            return JsonResponse({"error": problem.message}, status=problem.status)
        return error_response(request, problem)

    middleware.process_view = process_view
    return middleware


def _problem_with(request):
    if request.method not in METHODS:
        words = _("%(method)s is not allowed here. Valid: %(allowed)s.")
        allowed = ", ".join(METHODS)
        text = words % {"method": request.method[:20], "allowed": allowed}
        return MethodNotAllowed(text, headers={"Allow": allowed})
    if "\0" in request.path_info:
        return NotFound(_("The address has a NUL character. There is no such page."))
    if "%00" in request.META.get("QUERY_STRING", ""):
        return InvalidInput(_("The address has a NUL character. Remove it."))
    if request.content_type == FORM and request.body.count(b"%") > MOST_ESCAPES:
        words = _("The form has more than %(most)s special characters. Shorten its texts.")
        return TooLarge(words % {"most": f"{MOST_ESCAPES:,}"})
    if request.content_type == FORM_WITH_FILES and (boundary := request.content_params.get("boundary")):
        request._stream = CountedParts(request._stream, b"--" + boundary.encode())
    return None
