"""The list of studies, and how one study of the organization is found."""

import uuid
from dataclasses import dataclass

from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.paging import keyset
from experiments.models import EvidenceWindow, Study
from experiments.studies.views.tabs import room_tabs
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.views import totals as run_totals
from reviews.engine.views.labels import StateLabel, label_of_run

TEMPLATE = "experiments/studies/study_list.html"


@dataclass(frozen=True)
class StudyLine:
    study: Study
    totals: run_totals.Totals
    look: StateLabel

    @property
    def is_done(self):
        return self.study.run.status == "completed" and not self.totals.failed


@requires("read")
@require_safe
def study_list(request):
    """Newest first; five statements, however many studies. Looked at again while any goes on."""
    found = Study.objects.for_organization(request.organization).select_related("run", "window")
    page = keyset(found, request, field="pk", kind=uuid.UUID, descending=True)
    totals = run_totals.totals_of([study.run for study in page.rows])
    context = {
        "page": page,
        "tabs": room_tabs("studies"),
        "may_manage": request.membership.may("manage"),
        "lines": [_line(study, totals[study.run_id]) for study in page.rows],
        "is_live": any(study.run.status not in ENDED for study in page.rows),
        "has_windows": bool(page.rows) or EvidenceWindow.objects.for_organization(request.organization).exists(),
    }
    return render(request, f"{TEMPLATE}#studies" if request.htmx else TEMPLATE, context)


def _line(study, totals):
    return StudyLine(study, totals, label_of_run(study.run, totals.failed, totals.expected))


def study_of(request, study_id):
    """A study of the organization with its window and its run's stages; 404 for any other. Two statements."""
    found = Study.objects.for_organization(request.organization).select_related("window", "run__organization")
    return get_object_or_404(found.prefetch_related("run__stages__annotator"), pk=study_id)
