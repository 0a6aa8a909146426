"""The rubrics of a study, a card for each: its stages, how scorers saw them, and what its critic said."""

from dataclasses import dataclass

from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lib.paging import keyset
from experiments.models import StudySample
from experiments.studies.views.study_frame import frame, study_of
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.models.llm_attempt import simulated_among
from reviews.engine.views.labels import REQUEST_STATES, StateLabel
from reviews.models import Critique, LLMRequest

TEMPLATE = "experiments/studies/study_rubrics.html"
CARDS = 12
NOT_ASKED = StateLabel("waiting", gettext_lazy("Not started"))


@dataclass(frozen=True)
class StageShown:
    """`token` is the stage's name as scorers saw it, `place` where it stood, from 1."""

    number: int
    label: str
    criteria: list
    token: str
    place: int


@dataclass(frozen=True)
class Measure:
    """A figure of the critic with the width of its bar."""

    title: str
    text: str
    width: str


@dataclass(frozen=True)
class Card:
    """One sample. `look` and `reason` say what became of a rubric that is missing, `critic_look` and `critic_reason`
    the same of its critique."""

    sample: StudySample
    simulated: bool
    stages: list
    look: StateLabel
    reason: str
    critique: Critique | None
    measures: list
    critic_look: StateLabel
    critic_reason: str


@requires("read")
@require_safe
def study_rubrics(request, study_id):
    """A page of cards; nine statements, however many rubrics."""
    study = study_of(request, study_id)
    found = study.samples.select_related("task")
    page = keyset(found, request, field="pk", kind=int, size=CARDS)
    context = frame(request, study, "rubrics") | {
        "page": page,
        "cards": cards_of(study, page.rows),
        "total": found.count(),
        "design": study.design,
    }
    return render(request, f"{TEMPLATE}#live" if request.htmx else TEMPLATE, context)


def cards_of(study, samples):
    """A Card for each of the samples; four statements."""
    forms = [sample.schema_version_id for sample in samples if sample.schema_version_id]
    said = {row.schema_version_id: row for row in Critique.objects.filter(schema_version__in=forms).order_by("pk")}
    asked = LLMRequest.objects.current().filter(run=study.run_id)
    rubrics = asked.filter(stage__name="rubric_gen", target__in=[sample.pk for sample in samples])
    critics = asked.filter(stage__name="rubric_critic", target__in=forms)
    writing = {row.target: row for row in rubrics}
    judging = {row.target: row for row in critics}
    simulated = simulated_among(sample.request_id for sample in samples)
    return [
        _card(
            sample,
            writing.get(sample.pk),
            said.get(sample.schema_version_id),
            judging.get(sample.schema_version_id),
            is_simulated(sample.model) or sample.request_id in simulated,
        )
        for sample in samples
    ]


def _card(sample, writing, critique, judging, simulated):
    if sample.rubric is None:
        stages = []
    else:
        shown = {sample.label_mapping[token]: (token, place) for place, token in enumerate(sample.tokens, 1)}
        stages = [
            StageShown(stage["stage_number"], stage["label"], stage["criteria"], *shown[stage["stage_number"]])
            for stage in sample.rubric["stages"]
        ]
    return Card(
        sample=sample,
        simulated=simulated,
        stages=stages,
        look=_look(writing),
        reason=_reason(writing),
        critique=critique,
        measures=[
            _measure(_("Observability"), critique.observability),
            _measure(_("Discriminability"), critique.discriminability),
        ]
        if critique
        else [],
        critic_look=_look(judging),
        critic_reason=_reason(judging),
    )


def _measure(title, value):
    return Measure(title, numbers.point(value), f"{100 * value:.1f}%")


def _look(request):
    return NOT_ASKED if request is None else REQUEST_STATES[request.state]


def _reason(request):
    return "" if request is None else str(request.error_message or request.last_error or "")
