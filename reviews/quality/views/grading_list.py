"""The list of gradings: what was compared with what, by whom, and how far it is."""

import uuid
from dataclasses import dataclass

from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.paging import keyset
from reviews.engine.client import endpoints
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.views import totals
from reviews.engine.views.labels import StateLabel
from reviews.quality.graders import title_of
from reviews.quality.judges import pair_judges
from reviews.quality.models import GradingRun
from reviews.quality.views.labels import tabs_of
from reviews.scorers.registry import MODEL

TEMPLATE = "reviews/quality/grading_list.html"
RELATED = ("run", "dataset_version__dataset", "created_by")


@dataclass(frozen=True)
class GradingLine:
    grading: GradingRun
    look: StateLabel
    judge: str
    simulated: bool


@requires("read")
@require_safe
def grading_list(request):
    """Newest first; four statements, however many. Looked at again while any goes on."""
    found = GradingRun.objects.for_organization(request.organization)
    page = keyset(
        found.with_simulated().with_systems().select_related(*RELATED),
        request,
        field="pk",
        kind=uuid.UUID,
        descending=True,
    )
    context = {
        "page": page,
        "lines": lines_of(page.rows),
        "total": found.count(),
        "is_live": any(is_live(grading) for grading in page.rows),
        "may_manage": request.membership.may("manage"),
        "tabs": tabs_of("gradings"),
    }
    return render(request, f"{TEMPLATE}#gradings" if request.htmx else TEMPLATE, context)


def grading_of(request, grading_id):
    """A grading of the organization with its run and prompts; 404 for any other."""
    found = GradingRun.objects.for_organization(request.organization).with_simulated().with_systems()
    found = found.select_related(*RELATED, "organization", "task")
    return get_object_or_404(found.prefetch_related("run__stages__annotator"), pk=grading_id)


def lines_of(gradings):
    """A GradingLine for each grading, which comes with its run; one statement."""
    looks = totals.labels_of(grading.run for grading in gradings)
    return [
        GradingLine(grading, looks[grading.run_id], judge_title(grading), is_simulated(grading)) for grading in gradings
    ]


def judge_title(grading):
    """What compares the pairs; of an embedder the name it was chosen by."""
    if MODEL in pair_judges[grading.judge].needs:
        return title_of(grading.grader_id)
    return title_of(f"{grading.judge}:{grading.judge_model}" if grading.judge_model else grading.judge)


def is_live(grading):
    """Whether answers, or scores of a judge that is no model, are still to come."""
    return grading.run.status not in ENDED or grading.graded_at is None


def is_simulated(grading):
    """Whether the simulated provider answered in a grading that comes `with_simulated`, or will."""
    asked = [grading.baseline_model, *grading.candidate_models]
    if MODEL in pair_judges[grading.judge].needs:
        asked.append(grading.judge_model)
    return grading.has_simulated or any(map(endpoints.is_simulated, asked))
