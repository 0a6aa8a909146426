"""The verdicts of a study: bundles against lanes, and how likely each lane's critic thinks that experts agree."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotations.models import Annotation
from annotations.queue.actions import exposure
from evalhub.accounts.access import requires
from experiments.studies.actions import scores as study_scores
from experiments.studies.analysis.heatmap import heatmap
from experiments.studies.views import agreement_strips, verdict_grid
from experiments.studies.views.study_frame import frame, study_of

TEMPLATE = "experiments/studies/study_verdicts.html"


@requires("read")
@require_safe
def study_verdicts(request, study_id):
    """A part of the table, from the row `bundle` and the column `lane` on; twelve statements at most.

    A person's answer to one of these items after this is not blind.
    """
    study = study_of(request, study_id)
    scores = study_scores.load(study=study)
    part = verdict_grid.part_of(heatmap(scores), bundle=request.GET.get("bundle"), lane=request.GET.get("lane"))
    rows = Annotation.objects.filter(pk__in=part.annotations).select_related("annotator")
    answers = {row.pk: row for row in rows}
    exposure.note_answers(annotations=answers.values(), by=request.membership)
    context = frame(request, study, "verdicts", cells=len(scores.scores)) | {
        "grid": verdict_grid.grid(part, scores.scale_size, answers),
        "strips": agreement_strips.strips(scores, part.lanes),
        "shades": verdict_grid.legend(scores.scale_size),
    }
    return render(request, f"{TEMPLATE}#live" if request.htmx else TEMPLATE, context)
