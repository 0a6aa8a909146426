"""The list of machine annotations that an auditor may look at, and why each deserves it."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotations.models import Annotation, AnnotationTask
from annotations.views.paging import keyset
from evalhub.accounts.access import requires
from reviews.actions import audit_queue
from reviews.models import EvaluationRun
from reviews.views import audit_filters

RELATED = ("annotator", "task", "item__test_case")


@dataclass(frozen=True)
class Line:
    """One line of the list."""

    annotation: Annotation
    reasons: list
    href: str


@requires("audit")
@require_safe
def audit_list(request):
    chosen = audit_filters.chosen_of(request)
    found = audit_filters.waiting(request, chosen)
    loaded = audit_queue.with_reasons(found).select_related(*RELATED).defer("item__test_case__input")
    page = keyset(loaded, request, field="pk", kind=_row_id)
    has_run = Exists(EvaluationRun.objects.filter(task=OuterRef("pk")))
    context = {
        "lines": [Line(row, audit_queue.reasons(row), chosen.address_of(row)) for row in page.rows],
        "newer": page.newer_query, "older": page.older_query, "total": audit_queue.count(found),
        "most_counted": audit_queue.MOST_COUNTED, "chosen": chosen, "why": list(audit_queue.WHY.items()),
        "states": list(audit_queue.STATES.items()), "mode": audit_filters.mode_of(request),
        "tasks": AnnotationTask.objects.for_organization(request.organization).filter(has_run).order_by("name"),
    }
    return render(request, "reviews/audit_list.html", context)


def _row_id(text):
    """A row's id in an address; ValueError for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise ValueError(text)
    return int(text)
