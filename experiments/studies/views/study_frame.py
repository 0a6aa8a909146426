"""What the pages of one study share: its frame, and how often a page looks again while the study runs."""

from django.urls import reverse

from experiments.studies.views.tabs import study_tabs, trail_of_study
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.views import totals
from reviews.engine.views.labels import note_of_run

QUICK_CELLS = 5_000  # of a table of verdicts that is read in a fraction of a second


def frame(request, study, current, *, cells=0):
    """The context of a study's page; `cells` is how many verdicts it reads, of which many are not looked at often."""
    is_live = study.run.status not in ENDED
    return {
        "study": study,
        "run": study.run,
        "look": totals.label_of(study.run),
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
