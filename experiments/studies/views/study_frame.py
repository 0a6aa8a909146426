"""What the pages of one study share: the study, its frame, and how often a page looks again while the study runs."""

from django.shortcuts import get_object_or_404
from django.urls import reverse

from experiments.models import Study
from experiments.studies.views.tabs import study_tabs, trail_of_study
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.views import totals
from reviews.engine.views.labels import note_of_run

QUICK_CELLS = 5_000  # of a table of verdicts that is read in a fraction of a second


def study_of(request, study_id):
    """A study of the organization with its window and its run's stages; 404 for any other. Two statements."""
    found = Study.objects.for_organization(request.organization).select_related("window", "run__organization")
    return get_object_or_404(found.prefetch_related("run__stages__annotator"), pk=study_id)


def frame(request, study, current, *, cells=0):
    """The context of a study's page; `cells` is how many verdicts it reads, of which many are not looked at often."""
    is_live = study.run.status not in ENDED
    return {
        "study": study,
        "run": study.run,
        "look": totals.label_of(study.run),
        "is_simulated": any(stage.annotator and stage.annotator.simulated for stage in study.run.stages.all()),
        "note": note_of_run(study.run),
        "tabs": study_tabs(study, current),
        "trail": trail_of_study(),
        "is_live": is_live,
        "every": "5s" if cells <= QUICK_CELLS else "60s",
        "may_manage": request.membership.may("manage"),
        "may_annotate": request.membership.may("annotate"),
        "may_export": request.membership.may("export"),
        "run_href": reverse("reviews:run_detail", args=[study.run_id]),
    }
