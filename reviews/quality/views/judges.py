"""The page of a machine that answers questions: may it label, and where do people disagree with it."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotations.agreement import model_agreement
from annotations.labels.measures import measured
from annotations.labels.types import registry as label_types
from annotations.models import Annotation, Annotator, TaskItem
from evalhub.accounts.access import requires
from evalhub.lib.charts import panels
from evalhub.lib.errors import EvalHubError
from reviews.engine.models import EvaluationRun
from reviews.engine.runs.views.lists.runs import load_totals
from reviews.quality.actions import judged_labels, people_tests
from reviews.quality.actions.judged_labels import criteria_of
from reviews.quality.charts.judge_subject import JudgeSubject
from reviews.quality.disagreements import LENGTH
from reviews.quality.licence_rules import UNTESTED, sentence
from reviews.quality.tasks import quality_due
from reviews.quality.views.labels import lines_of, look_of_licence
from reviews.scorers.prompts.prompt import name_of
from reviews.scorers.stages.prompt_kinds import registry as prompt_kinds

TEMPLATE = "reviews/quality/judge.html"
MOST_VALUES = 30  # of a question of which a page offers each as passing
MOST_VERSIONS = 20
MOST_RUNS = 10
# Kinds whose figures stand in a table.
FURTHER = ("ppi", "people_length", "position", "self_preference", "consistency", "drift")


@dataclass(frozen=True)
class GroupLine:
    """A Group of disagreements in words, with links to some of its items."""

    judge: str
    people: str
    shared: str
    count: int
    share: float | None
    elsewhere: float | None
    items: list[tuple[str, str]]


@requires("read")
@require_safe
def judge_detail(request, annotator_id):
    """One criterion of a machine with what it may do, and its runs; a fixed number of statements, and one for each
    criterion until one is found that people have answered too."""
    return _page(request, _judge(request, annotator_id), request.GET.get("criterion", ""))


@requires("manage")
@require_POST
def judge_test(request, annotator_id):
    """Have a worker hold its answers to a criterion against people's; ticked values pass in place of the metric's."""
    annotator = _judge(request, annotator_id)
    criterion = _criterion(criteria_of(annotator), request.POST.get("criterion", ""))
    if criterion is None:
        return redirect("reviews:judge_detail", annotator.pk)
    try:
        people_tests.order(
            annotator=annotator, criterion=criterion, passing=_ticked(request, criterion), by=request.user
        )
    except EvalHubError as problem:
        return _page(request, annotator, criterion.key, problem=problem)
    quality_due.delay_on_commit()
    messages.success(request, _("The test has started."))
    query = urlencode({"criterion": criterion.key})
    return redirect(f"{reverse('reviews:judge_detail', args=[annotator.pk])}?{query}")


def _judge(request, annotator_id):
    machines = Annotator.objects.for_organization(request.organization).machines()
    return get_object_or_404(machines.select_related("organization"), pk=annotator_id)


def _criterion(criteria, key):
    return next((each for each in criteria if each.key == key), None)


def _preselected(annotator, criteria):
    """The criterion that was tested last, else the first that people have answered too, else the first."""
    if len(criteria) < 2:
        return next(iter(criteria), None)
    tested = _criterion(criteria, people_tests.tested_last(annotator))
    shared = (each for each in criteria if judged_labels.is_shared(annotator=annotator, criterion=each))
    return tested or next(shared, criteria[0])


def _ticked(request, criterion):
    """The values ticked as passing; None where the metric says which pass, or the page offers none."""
    if criterion.pass_at is not None or not _values_of(criterion):
        return None
    ticked = set(request.POST.getlist("passing"))
    chosen = frozenset(value for value in _values_of(criterion) if f"{value:g}" in ticked)
    return chosen or None


def _values_of(criterion):
    """{number: its words} of a question with few values, else empty."""
    question = criterion.question
    domain, label_type = measured(question).domain, label_types[question.label_type]
    if domain is None or len(domain) > MOST_VALUES:
        return {}
    return {
        value: str(label_type.display(question.config, label_type.from_consensus(question.config, value)))
        for value in domain
    }


def _page(request, annotator, key, *, problem=None):
    criteria = criteria_of(annotator)
    compared = model_agreement.of_questions([each.question.pk for each in criteria], annotator)
    criterion = _criterion(criteria, key) or _preselected(annotator, criteria)
    name = name_of(annotator.prompt_version) if annotator.prompt_version else ""
    is_in_library = name in prompt_kinds["judge"].names()
    context = {
        "annotator": annotator,
        "criteria": criteria,
        "criterion": criterion,
        "problem": problem,
        "draft_href": reverse("reviews:prompt_draft", args=["judge", name]) if is_in_library else "",
        "may_manage": request.membership.may("manage"),
    }
    if criterion is not None:
        context |= _tested(annotator, criterion) | {"compared": compared.get(criterion.question.pk)}
    if annotator.model:
        context |= _use(annotator)
    return render(request, TEMPLATE, context, status=problem.status if problem else 200)


def _use(annotator):
    """Its newest runs over tasks, and where everything of its model is listed; four statements."""
    runs = EvaluationRun.objects.filter(annotator=annotator).select_related("annotator", "task")
    runs = list(runs.order_by("-created_at")[:MOST_RUNS])
    load_totals(runs)
    query = urlencode({"model": annotator.model})
    doors = ((_("Runs"), "run_list"), (_("Ledger"), "ledger"), (_("Cost and quality"), "costs"))
    said = {"is_all_simulated": annotator.simulated}  # beside its name
    return {
        "list": said,
        "runs": runs,
        "doors": [(label, f"{reverse(f'reviews:{name}')}?{query}") for label, name in doors],
    }


def _tested(annotator, criterion):
    tests, names = people_tests.newest(annotator, criterion.key), _values_of(criterion)
    licence = people_tests.licence_of(tests)
    details = {kind: test.details for kind, test in tests.items()}
    subject = JudgeSubject(
        annotator.kind,
        {kind: lines_of(test) for kind, test in tests.items()},
        details,
        names,
        lambda day: formats.date_format(day, "j M"),
    )
    agreement = tests.get("people_agreement")
    passing = agreement.details["passing"] if agreement else None
    found = agreement.details["disagreements"] if agreement else None
    attempt = people_tests.attempt(annotator, criterion.key)
    own = Annotation.objects.filter(annotator=annotator, schema_version=criterion.question.schema_version_id)
    return {
        "attempt": attempt,
        "is_running": attempt is not None and not attempt.is_finished,
        "licence": licence,
        "look": look_of_licence(licence.key),
        "sentence": sentence(licence),
        "is_untested": licence.key == UNTESTED,
        "agreement": agreement,
        "panels": panels("judge", subject) if tests else [],
        "figures": [(line, kind) for kind in FURTHER for line in subject.lines(kind)],
        "worth": details.get("ppi", {}).get("worth"),
        "disagreements": found,
        "groups": _groups(found["groups"], subject, is_verdict=passing is not None) if found else [],
        "values": [(f"{value:g}", words, value in (passing or ())) for value, words in names.items()],
        "passing": [names.get(value, f"{value:g}") for value in passing or ()],
        "shared": judged_labels.count_shared(annotator=annotator, criterion=criterion),
        "most_shared": judged_labels.MOST_COUNTED,
        "asks_passing": criterion.pass_at is None and bool(names),
        "task_id": own.values_list("task", flat=True).first(),
        "versions": _versions(annotator, criterion),
    }


def _versions(annotator, criterion):
    """[(Annotator, look of its licence)] of the same model and method with other settings."""
    same = Annotator.objects.for_organization(annotator.organization_id).machines().exclude(pk=annotator.pk)
    same = list(same.filter(model=annotator.model, method=annotator.method).order_by("-created_at")[:MOST_VERSIONS])
    found = people_tests.licences(annotator.organization, same) if same else {}
    return [
        (each, look_of_licence(people_tests.licence_in(found, each, criterion.key).key))
        for each in same
        if each.fingerprint in found
    ]


def _groups(groups, subject, *, is_verdict) -> list[Any]:
    items = TaskItem.objects.in_bulk([item for group in groups for item in group["items"]])
    return [
        GroupLine(
            subject.named(group["judge"], is_verdict=is_verdict),
            subject.named(group["people"], is_verdict=is_verdict),
            _shared(group["trait"], group["value"]),
            group["count"],
            group["share"],
            group["elsewhere"],
            [
                (f"#{items[pk].position + 1}", reverse("annotations:task_item", args=[items[pk].task_id, pk]))
                for pk in group["items"]
                if pk in items
            ],
        )
        for group in groups
    ]


def _shared(trait, value):
    if not trait:
        return ""
    if trait == LENGTH:
        return _("longer than most") if value == "longer" else _("shorter than most")
    return f"{trait}: {value}"
