"""The overview of a study: how far it is, how it is set up, and what its scores come to."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from experiments.studies.actions import scores as study_scores
from experiments.studies.forms import METHOD_WORDS, STRATEGY_WORDS, VIEW_WORDS
from experiments.studies.views.study_frame import frame, study_of
from reviews.engine.runs.views import summary as run_board

TEMPLATE = "experiments/studies/study_detail.html"
MOST_LEFT_OUT = 20


@requires("read")
@require_safe
def study_detail(request, study_id):
    """Its live part alone for htmx, which asks for it until the run has ended; fourteen statements at most."""
    study = study_of(request, study_id)
    scores = study_scores.load(study=study)
    design = study.design
    context = frame(request, study, "overview", cells=len(scores.scores)) | {
        "stages": run_board.stages_of(study.run),
        "n_bundles": len(scores.bundles),
        "n_lanes": len(scores.lanes),
        "design": design,
        "method": METHOD_WORDS[design.method],
        "view": VIEW_WORDS[design.evidence_view],
        "strategy": STRATEGY_WORDS[design.bundle_strategy],
        "left_out": study.left_out[:MOST_LEFT_OUT],
        "left_out_more": max(0, len(study.left_out) - MOST_LEFT_OUT),
    }
    return render(request, f"{TEMPLATE}#live" if request.htmx else TEMPLATE, context)
