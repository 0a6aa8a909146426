"""The overview of a study: how far it is, how it is set up, and what its scores come to."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from experiments.studies.actions import scores as study_scores
from experiments.studies.analysis.between_models import between_models
from experiments.studies.analysis.summaries import CRITICS, EQUAL, by
from experiments.studies.forms import METHOD_WORDS, STRATEGY_WORDS, VIEW_WORDS
from experiments.studies.views import model_rows
from experiments.studies.views.study_frame import frame, study_of
from reviews.engine.runs.views import summary as run_board

TEMPLATE = "experiments/studies/study_detail.html"
MOST_LEFT_OUT = 20


@requires("read")
@require_safe
def study_detail(request, study_id):
    """Its live part alone for htmx, which asks for it until the run has ended; fourteen statements at most.

    `weights=critics` in the address lets a score count as much as the critics trust it.
    """
    study = study_of(request, study_id)
    scores = study_scores.load(study=study)
    weights = CRITICS if request.GET.get("weights") == CRITICS else EQUAL
    design = study.design
    simulated = {lane.group for lane in scores.lanes if lane.simulated}
    models = [
        model_rows.row_of(name, summary, simulated=name in simulated)
        for name, summary in by(scores, "model", weights=weights).items()
    ]
    context = frame(request, study, "overview", cells=len(scores.scores)) | {
        "stages": run_board.stages_of(study.run),
        "weights": weights,
        "models": models,
        "figure_lines": model_rows.figure_lines(models),
        "distances": model_rows.pairs(between_models(scores, weights=weights)),
        "stage_numbers": range(1, scores.scale_size + 1),
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
