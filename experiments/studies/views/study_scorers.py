"""The scorers of a study: how each spreads over the levels, what its scores come to, and how far they lie apart."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from experiments.studies.actions import scores as study_scores
from experiments.studies.analysis.between_models import between_models
from experiments.studies.analysis.summaries import CRITICS, EQUAL, by
from experiments.studies.views import difference_rows, model_rows
from experiments.studies.views.study_frame import frame, study_of

TEMPLATE = "experiments/studies/study_scorers.html"


@requires("read")
@require_safe
def study_scorers(request, study_id):
    """Its live part alone for htmx, which asks for it until the run has ended; twelve statements at most.

    `weights=critics` in the address lets a score count as much as the critics trust it.
    """
    study = study_of(request, study_id)
    scores = study_scores.load(study=study)
    weights = CRITICS if request.GET.get("weights") == CRITICS else EQUAL
    simulated = {lane.group for lane in scores.lanes if lane.simulated}
    models = [
        model_rows.row_of(name, summary, simulated=name in simulated)
        for name, summary in by(scores, "model", weights=weights).items()
    ]
    context = frame(request, study, "scorers", cells=len(scores.scores)) | {
        "weights": weights,
        "models": models,
        "figure_lines": model_rows.figure_lines(models),
        "distances": model_rows.pairs(between_models(scores, weights=weights)),
        "stage_numbers": range(1, scores.scale_size + 1),
        "differences": difference_rows.tables(scores),
        "n_bundles": len(scores.bundles),
    }
    return render(request, f"{TEMPLATE}#live" if request.htmx else TEMPLATE, context)
