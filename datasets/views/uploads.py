"""Large files in parts: a browser begins, asks how much has arrived, and sends the next bytes. Answers are JSON."""

from functools import wraps

from django.conf import settings
from django.http import JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from datasets.actions import datasets, partial_uploads
from datasets.models import PartialUpload
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, EvalHubError, InvalidInput

MOST_DIGITS = 15


def _json_errors(view):
    """Errors of the view as JSON: what is wrong, and the offset where to go on."""

    @wraps(view)
    def answer(request, *args, **kwargs):
        try:
            return JsonResponse(view(request, *args, **kwargs), headers={"Cache-Control": "no-store"})
        except EvalHubError as error:
            return JsonResponse({"error": error.message, **(error.details or {})}, status=error.status)

    answer.answers_json = True
    return answer


@requires("manage")
@require_POST
@_json_errors
def upload_begin(request):
    name = request.POST.get("dataset", "")  # of a new one
    if taken := datasets.taken_name(organization=request.organization, name=name):
        text = _("A dataset named %(name)s already exists. Choose another name, such as %(free)s.")
        raise Conflict(text % {"name": repr(name), "free": repr(taken.free)}, code="name_taken")
    upload = partial_uploads.begin(
        organization=request.organization,
        name=request.POST.get("name", ""),
        size=_number(request.POST.get("size", "")),
        fingerprint=request.POST.get("fingerprint", ""),
        by=request.user,
    )
    return {
        "id": str(upload.pk),
        "offset": upload.received_bytes,
        "part_bytes": settings.UPLOAD_PART_BYTES,
    }


@requires("manage")
@require_http_methods(["GET", "PUT"])
@_json_errors
def upload_part(request, upload_id):
    """How much has arrived; a PUT brings the bytes from `?offset=` on."""
    upload = _upload(request, upload_id)
    if request.method == "GET":
        return {"offset": upload.received_bytes, "size": upload.size_bytes}
    offset = _number(request.GET.get("offset", ""))
    return {"offset": partial_uploads.append(upload=upload, offset=offset, stream=request)}


@requires("manage")
@require_POST
def upload_discard(request, upload_id):
    partial_uploads.discard(upload=_upload(request, upload_id))
    return redirect("datasets:dataset_create")


def _upload(request, upload_id):
    return get_object_or_404(PartialUpload.objects.of(request.organization, request.user), pk=upload_id)


def _number(text):
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise InvalidInput(f"{text[:40]!r} is no number of bytes.", code="bad_number")
    return int(text)
