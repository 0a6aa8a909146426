"""Answers of machines that are not there yet: which, why, and asking again."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotations import content
from annotations.tasks.actions import item_content
from evalhub.accounts.access import requires
from reviews.audits.actions import missing_answers
from reviews.audits.views import filters
from reviews.engine.models import LLMRequest
from reviews.engine.runs.actions import controls
from reviews.engine.tasks import request_due
from reviews.engine.views.failure_labels import failure_label

RELATED = ("item__test_case", "run__annotator", "run__task")
UNREADABLE = {
    "unparsable_answer",
    "invalid_answer",
    "invalid_shape",
    "invalid_value",
    "wrong_case",
    "empty_answer",
    "invalid_confidence",
    "too_many_quotes",
    "missing",
    "answer_truncated",
}
STATES = ("failed", "unreadable", "running", "queued")


@dataclass(frozen=True)
class Waiting:
    """One request without an answer. state: failed, unreadable (an answer came but does not fit), queued, running."""

    request: LLMRequest
    state: str
    words: str


@requires("audit")
@require_safe
def audit_request(request, request_id):
    """One item that a machine has not judged yet, and why."""
    row = _request(request, request_id)
    if row.annotation_id is not None:
        return redirect("reviews:audit_item", row.annotation_id)
    context = {
        "waiting": Waiting(row, state_of(row), text_of(row)),
        "row": row,
        "task": row.run.task,
        "pane": content.pane(item_content.content(row.item_id)),
        "may_manage": request.membership.may("manage"),
    }
    return render(request, "reviews/audits/missing_answer.html", context)


@requires("manage")
@require_POST
def audit_retry(request, request_id):
    """Ask a model again whose request has failed."""
    row = _request(request, request_id)
    controls.retry_request(request=row, by=request.user)
    request_due.delay_on_commit()
    messages.success(request, _("Item %(number)s is queued again.") % {"number": row.item.position + 1})
    return redirect("reviews:audit_request", row.pk)


@requires("manage")
@require_POST
def audit_again(request, annotation_id):
    """Have the model judge an item anew whose content has changed."""
    annotation = filters.annotation_of(request, annotation_id)
    made = missing_answers.ask_again(annotation=annotation, by=request.user)
    request_due.delay_on_commit()
    messages.success(request, _("Item %(number)s is queued again.") % {"number": annotation.item.position + 1})
    return redirect("reviews:audit_request", made.pk)


def _request(request, request_id):
    found = LLMRequest.objects.filter(run__organization=request.organization).select_related(*RELATED)
    return get_object_or_404(found, pk=request_id)


def state_of(row):
    """One of STATES."""
    if row.state == "failed":
        return "unreadable" if row.error_class in UNREADABLE else "failed"
    return "running" if row.state == "running" else "queued"


def text_of(row):
    """Why there is no answer, as far as it is known."""
    return failure_label(row.error_class) if row.state == "failed" else str(row.last_error or "")
