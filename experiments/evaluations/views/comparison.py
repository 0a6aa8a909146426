"""Evaluations compared on the same cases: whether a difference is real, and where it comes from."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.http import Http404, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from annotations.content import word_diff
from annotations.models import TaskItem
from annotations.tasks.actions import item_content
from datasets.models import ModelOutput
from evalhub.accounts.access import requires
from evalhub.lib.charts import Panel
from evalhub.lib.errors import EvalHubError
from evalhub.lists import address
from experiments.evaluations.actions import case_scores, comparison, people_comparison
from experiments.evaluations.models import Evaluation
from experiments.evaluations.views import difference_rows
from experiments.evaluations.views.evaluation_frame import trail_to_evaluations
from experiments.evaluations.views.lists.evaluations import EvaluationList

MOST_FLIPS = 6  # shown; all are in the list of results


@dataclass(frozen=True)
class Flip:
    """A case that passes in one evaluation alone, with both outputs and what differs between them."""

    title: str
    gained: bool
    diff: Any
    href: str


@dataclass(frozen=True)
class Block:
    """One evaluation against the baseline. `chosen` is the row that slices and flips are of, or None."""

    evaluation: Evaluation
    rows: list
    sentence: str
    panel: Panel | None
    chosen: Any
    slices: list
    flips: list
    n_gained: int
    n_lost: int
    flips_href: str
    measures: list
    people: Any

    @property
    def has_other_scorers(self):
        return any(row.found.reason == comparison.OTHER_SCORER for row in self.rows)


@requires("read")
@require_safe
def evaluation_compare(request):
    """`row` names two or more evaluations, or `all` with `filter` those of the list; `baseline` is one of them and
    `metric` that of the slices and flips.

    404 for an evaluation of others, 422 with the reason for what cannot be compared.
    """
    if not {"row", "all"} & set(request.GET):
        return _shown(request, {})
    found = _evaluations(request)
    context = {"evaluations": found, "may_manage": request.membership.may("manage")}
    named = {str(each.pk): each for each in found}
    asked = named.get(request.GET.get("baseline", ""))
    stored = next((named[str(each.baseline_id)] for each in found if str(each.baseline_id) in named), None)
    baseline = asked or stored or found[0]
    others = [each for each in found if each != baseline]
    try:
        compared = comparison.compare(
            baseline=baseline,
            evaluations=others,
            slice_by=sorted({name for each in found for name in each.slice_by}),
        )
    except EvalHubError as error:
        return _shown(request, context | {"problem": error.message}, status=422)
    blocks = [_block(compared, each, request.GET.get("metric", "")) for each in others]
    return _shown(request, context | {"baseline": baseline, "blocks": blocks, "choices": _choices(request, blocks)})


def _shown(request, context, status=200):
    context = context | {"trail": trail_to_evaluations()}
    return render(request, "experiments/evaluations/compare.html", context, status=status)


def _evaluations(request):
    """Those that `row` names, or with `all` the first that `filter` lets through, the oldest first."""
    if request.GET.get("all"):
        declared = EvaluationList(request)
        chosen = address.read(declared, QueryDict(request.GET.get("filter", "")))
        narrowed = address.narrowed(declared, chosen).order_by("-created_at", "-pk")
        return sorted(narrowed[: comparison.MOST_EVALUATIONS], key=lambda each: each.created_at)
    try:
        ids = {uuid.UUID(text) for text in request.GET.getlist("row")}
    except ValueError:
        raise Http404 from None
    found = Evaluation.objects.for_organization(request.organization).filter(pk__in=ids)
    found = list(found.select_related("task__dataset_version__dataset", "system").order_by("created_at", "pk"))
    if len(found) < len(ids) or not found:
        raise Http404
    return found


def _choices(request, blocks):
    """Links that choose the metric of slices and flips."""
    known = {row.found.question.key: row.name for block in blocks for row in block.rows}
    current = next((block.chosen.found.question.key for block in blocks if block.chosen), "")
    kept = request.GET.copy()
    links = []
    for key, name in known.items():
        kept["metric"] = key
        links.append({"title": name, "href": f"?{kept.urlencode()}#slices", "current": key == current})
    return links


def _block(compared, evaluation, key):
    differences = compared.of(evaluation)
    rows = difference_rows.rows_of(differences)
    usable = [row for row in rows if not row.reason]
    chosen = next((row for row in usable if row.found.question.key == key), None)
    chosen = chosen or next((row for row in usable if row.kind == "llm"), usable[0] if usable else None)
    chart = difference_rows.outcomes_chart(rows, evaluation.name)
    gained, lost = (chosen.found.gained or (), chosen.found.lost or ()) if chosen else ((), ())
    href = ""
    if gained or lost:
        href = reverse("experiments:result_list", args=[evaluation.pk])
        href += f"?metric={chosen.found.question.key}&flipped={compared.baseline.pk}"
    return Block(
        evaluation=evaluation,
        rows=rows,
        sentence=difference_rows.sentence_of(rows),
        panel=chart and Panel(_("Wins, ties and losses"), chart),
        chosen=chosen,
        slices=difference_rows.slices_of(chosen.found) if chosen else [],
        flips=_flips(compared.baseline, evaluation, gained, lost),
        n_gained=len(gained),
        n_lost=len(lost),
        flips_href=href,
        measures=difference_rows.measures_of(compared.measures, evaluation),
        people=_people(compared.baseline, evaluation, chosen),
    )


def _people(baseline, evaluation, chosen):
    """The PeopleRows of the chosen metric where a judge scores it; None for programs."""
    if chosen is None or chosen.kind != "llm":
        return None
    found = people_comparison.people_difference(
        baseline=baseline,
        evaluation=evaluation,
        base_question=case_scores.question_of(baseline, chosen.found.question.key),
        question=chosen.found.question,
    )
    return difference_rows.people_rows(found)


def _flips(baseline, evaluation, gained, lost):
    """The first flipped cases with the outputs of both; two statements each side."""
    half = MOST_FLIPS // 2
    cases = [*lost[: max(half, MOST_FLIPS - len(gained))], *gained[: max(half, MOST_FLIPS - len(lost))]][:MOST_FLIPS]
    now, before = _outputs(evaluation, cases), _outputs(baseline, cases)
    return [
        Flip(
            title=item_content.summary(now[case][0].test_case, longest=140),
            gained=case in gained,
            diff=word_diff.compare(before[case][1], now[case][1]),
            href=reverse("experiments:result_detail", args=[evaluation.pk, now[case][0].pk]),
        )
        for case in cases
        if case in now and case in before
    ]


def _outputs(evaluation, cases):
    """{case: (item, text of its first output)}."""
    items = TaskItem.objects.filter(task=evaluation.task_id, test_case__in=cases).select_related("test_case")
    items = list(items.order_by("-position"))
    texts = dict(
        ModelOutput.objects.filter(pk__in=[pk for each in items for pk in each.outputs]).values_list("pk", "text")
    )
    return {each.test_case_id: (each, texts.get(each.outputs[0], "")) for each in items if each.outputs}
