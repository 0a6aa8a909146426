"""The overview of a study: what it asks, how far it is, and what it has found so far."""

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotations.models import Annotation
from annotations.queue.actions import exposure
from evalhub.accounts.access import requires
from evalhub.lib.charts import panels
from experiments.studies.actions import scores as study_scores
from experiments.studies.analysis.pooled_verdicts import verdicts
from experiments.studies.analysis.variance import variance
from experiments.studies.charts import StudySubject
from experiments.studies.forms import METHOD_WORDS, STRATEGY_WORDS, VIEW_WORDS
from experiments.studies.views import difference_rows
from experiments.studies.views.study_flow import flow_of
from experiments.studies.views.study_frame import frame, study_of
from experiments.studies.views.study_rubrics import cards_of
from reviews.engine.runs.views import summary as run_board

TEMPLATE = "experiments/studies/study_detail.html"
MOST_LEFT_OUT = 20
MOST_VERDICTS, MOST_DIFFERENCES, MOST_CARDS = 12, 5, 3


@requires("read")
@require_safe
def study_detail(request, study_id):
    """Its live part alone for htmx, which asks for it until the run has ended; sixteen statements at most.

    A person's answer to one of the items whose verdict is shown is not blind after this.
    """
    study = study_of(request, study_id)
    scores = study_scores.load(study=study)
    lines = run_board.stages_of(study.run)
    found = [each for each in verdicts(scores) if each.machines.n or each.people.n]
    shown = _shown(found)
    numbers = {each.bundle.number for each in shown}
    seen = [score.annotation for (_lane, number), score in scores.scores.items() if number in numbers]
    answers = Annotation.objects.filter(pk__in=[pk for pk in seen if pk]).select_related("annotator")
    exposure.note_answers(annotations=answers, by=request.membership)
    design = study.design
    context = frame(request, study, "overview", cells=len(scores.scores)) | {
        "stages": lines,
        "flow": flow_of(study, scores, lines),
        "panels": panels("study_overview", _subject(study, scores, shown)) if found else [],
        "has_verdicts": bool(shown),
        "cards": [] if found else [card for card in cards_of(study, study.samples.all()[:MOST_CARDS]) if card.stages],
        "differences": difference_rows.tables(scores, most=MOST_DIFFERENCES) if found else [],
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


def _shown(found):
    """The verdicts to draw, from low to high: of many those where people and machines, or the rubrics, differ most."""
    if len(found) > MOST_VERDICTS:
        found = sorted(found, key=lambda each: (-abs(each.difference or 0), -_width(each.machines)))[:MOST_VERDICTS]
    return sorted(found, key=lambda each: each.machines.value if each.machines.n else each.people.value)


def _width(verdict):
    return verdict.high - verdict.low if verdict.low is not None else 0


def _subject(study, scores, shown):
    href = reverse("experiments:study_verdicts", args=[study.pk])
    return StudySubject(tuple(shown), len(scores.bundles), scores.scale_size, variance(scores), href, href)
