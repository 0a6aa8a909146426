"""Set up an evaluation on one page: data and outputs, metrics and judges, and the price before it starts."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotations.models import Annotator, Metric
from datasets.models import DatasetVersion
from evalhub.accounts.access import requires
from evalhub.lib import form_drafts
from evalhub.lib.errors import EvalHubError
from experiments.evaluations.actions import evaluations, prices, reach
from experiments.evaluations.forms import EvaluationForm
from experiments.evaluations.models import Evaluation
from experiments.evaluations.tasks import evaluation_due
from experiments.evaluations.views import trials
from experiments.evaluations.views.evaluation_frame import trail_to_evaluations
from reviews.quality.actions import people_tests
from reviews.quality.views.labels import LICENCES
from reviews.scorers.actions import library_metrics
from reviews.scorers.forms import offered_models
from reviews.scorers.metrics import metrics_of_answers
from reviews.scorers.registry import form_scorers

TEMPLATE = "experiments/evaluations/evaluation_create.html"
DRAFT = "evaluation"
MOST_VERSIONS, MOST_BASELINES, MOST_ANNOTATORS = 200, 100, 200


@dataclass(frozen=True)
class MetricChoice:
    """A metric to tick; `kind` "program" is computed here, "llm" asks each judge."""

    key: str
    title: str
    about: str
    kind: str
    chosen: bool


@dataclass(frozen=True)
class JudgeChoice:
    model: str
    licence: str
    is_tested: bool
    chosen: bool


@requires("manage")
@require_http_methods(["GET", "POST"])
def evaluation_create(request):
    """A POST with `action` "start" begins it, "try" tries it on three cases; any other one shows the price, alone for
    htmx. 422 for what is wrong. After a trial with errors it starts once that is `confirmed`.

    Each POST but one that starts or discards it is kept as the draft that a GET shows again.
    """
    organization = request.organization
    library = library_of(organization)
    models = models_of(organization)
    if request.POST.get("action") == "discard":
        form_drafts.drop(request, DRAFT)
        trials.drop(request)
        return redirect("experiments:evaluation_create")
    form, is_draft = _form(request, library, models)
    price, trial = None, trials.shown(request)
    if form.is_bound and form.is_valid():
        price = _price(request, form, library)
        action = request.POST.get("action")
        if action == "start" and trial and not trial.is_good and not request.POST.get("confirmed"):
            form.add_error(None, _("The trial has errors or has not ended. Confirm that you start it all the same."))
        if action in ("start", "try") and not form.errors and not price.missing_usd:
            done = _begin(request, form, library) if action == "start" else _try(request, form, library)
            if done is not None:
                return done
    chosen = set(form["metrics"].value() or ())
    found = [
        MetricChoice(key, title, about, "program" if method in metrics_of_answers else "llm", key in chosen)
        for key, (title, about, method) in library.items()
    ]
    context = {
        "form": form,
        "price": price,
        "metrics": sorted(found, key=lambda each: (each.kind == "program", each.title)),
        "judges": judge_choices(form, organization, models),
        "models": models,
        "trail": trail_to_evaluations(),
        "has_versions": form.fields["version"].queryset.exists(),
        "reach": _reach(request, form, price),
        "is_draft": is_draft,
        "trial": trial,
    }
    if request.method == "POST":
        form_drafts.keep(request, DRAFT)
    status = 422 if form.errors and not request.htmx else 200
    return render(request, f"{TEMPLATE}#price" if request.htmx else TEMPLATE, context, status=status)


def library_of(organization):
    """{key: (title, description, method)} of the newest metrics that a program, a model or a person can score."""
    found = {}
    own = Metric.objects.for_organization(organization).newest()
    for metric in own.filter(Q(method="") | Q(method__in=[*form_scorers.keys(), *metrics_of_answers.keys()])):
        found[metric.key] = (metric.title, metric.criteria.get("description", ""), metric.method)
    for key in library_metrics.keys():
        if key not in found:
            content = library_metrics.content_of(key)
            found[key] = (content.title, content.criteria.get("description", ""), content.method)
    return found


def models_of(organization):
    own = Annotator.objects.filter(organization=organization, kind="llm", method__in=form_scorers.keys())
    names = own.order_by("model").values_list("model", flat=True).distinct()[:MOST_ANNOTATORS]
    return list(dict.fromkeys([*filter(None, names), *offered_models()]))


def _form(request, library, models):
    """(the form, whether it shows the draft): bound to what is sent, else to a draft that is valid, else with what the
    draft says as a start."""
    draft = form_drafts.kept(request, DRAFT) if request.method == "GET" and "version" not in request.GET else None
    sent = request.POST if request.method == "POST" else draft
    form = _made(request, library, models, sent)
    if draft is None or form.is_valid():
        return form, draft is not None
    return _made(request, library, models, None, initial=_initial(draft)), True


def _initial(draft):
    many = ("metrics", "judges")
    return {name: draft.getlist(name) if name in many else draft.get(name) for name in draft}


def versions_of(organization):
    """Versions that can be evaluated, the newest first."""
    usable = DatasetVersion.objects.filter(
        Q(status="PUBLISHED") | Q(is_open=True),
        dataset__organization=organization,
        dataset__is_listed=True,
        validation_status="VALID",
        row_count__gt=0,
    )
    newest = usable.order_by("-pk").values("pk")[:MOST_VERSIONS]
    return DatasetVersion.objects.filter(pk__in=newest).select_related("dataset").order_by("-pk")


def _made(request, library, models, sent, initial=None):
    organization = request.organization
    known = Evaluation.objects.for_organization(organization).finished()
    return EvaluationForm(
        sent,
        versions=versions_of(organization),
        baselines=known.filter(pk__in=known.order_by("-created_at").values("pk")[:MOST_BASELINES]),
        metrics=[(key, title) for key, (title, _about, _method) in library.items()],
        models=models,
        initial=initial or {"version": request.GET.get("version")},
    )


def _price(request, form, library):
    data = form.cleaned_data
    asked = _judged_metrics(form, library)
    if asked and not form.all_judges:
        form.add_error("judges", _("Choose at least one model: no program computes some of the metrics."))
    try:
        return prices.price_of(
            organization=request.organization,
            version=data["version"],
            asked=[content_of(request.organization, key) for key in asked],
            judges=form.all_judges,
            system=(form.system or {}).get("model", ""),
            share=data["share"] / 100,
            repetitions=data["repetitions"],
            cap_usd=data["cost_cap_usd"],
        )
    except EvalHubError as error:
        form.place(error)
        return None


def _reach(request, form, price):
    """The Reach of the chosen metrics over the cases that are drawn."""
    if price is None:
        return []
    metrics = {key: content_of(request.organization, key) for key in form.cleaned_data["metrics"]}
    return reach.reach_of(organization=request.organization, metrics=metrics, n_cases=price.n_cases)


def _judged_metrics(form, library):
    """Keys of the chosen metrics that no program computes."""
    return [key for key in form.cleaned_data["metrics"] if library[key][2] not in metrics_of_answers]


def content_of(organization, key):
    own = Metric.objects.for_organization(organization).newest().filter(key=key).first()
    return own or library_metrics.content_of(key)


def _begin(request, form, library):
    """The answer to who has started an evaluation; None where it was refused."""
    data = form.cleaned_data
    try:
        evaluation = evaluations.create_batch(
            dataset_version=data["version"],
            metrics=data["metrics"],
            judges=form.judge_settings if bool(_judged_metrics(form, library)) else (),
            name=data["name"],
            output_name=data["output_name"],
            system=form.system,
            repetitions=data["repetitions"],
            reducer=form.reducer,
            sampling={"rate": data["share"] / 100},
            parallelism=data["parallelism"],
            reuse=data["reuse"],
            cost_cap_usd=data["cost_cap_usd"],
            baseline=data["baseline"],
            by=request.user,
        )
    except EvalHubError as error:
        form.place(error)
        evaluation = None
    if evaluation is None:
        return None
    evaluation_due.delay()
    form_drafts.drop(request, DRAFT)
    trials.drop(request)
    messages.success(request, _("%(name)s has started.") % {"name": evaluation.name})
    return redirect("experiments:evaluation_detail", evaluation.pk)


def _try(request, form, library):
    """The answer to who has started a trial; None where it was refused."""
    data = form.cleaned_data
    try:
        trials.begin(
            request,
            version=data["version"],
            metrics=data["metrics"],
            judges=form.judge_settings if _judged_metrics(form, library) else (),
            output_name=data["output_name"],
            system=form.system,
        )
    except EvalHubError as error:
        form.place(error)
        return None
    form_drafts.keep(request, DRAFT)
    return redirect(reverse("experiments:evaluation_create") + "#trial")


def judge_choices(form, organization, models):
    """Each model with the best licence that one of its judges has for some criterion; two statements."""
    own = Annotator.objects.filter(organization=organization, kind="llm", model__in=models)
    own = list(own.order_by("pk")[:MOST_ANNOTATORS])
    licences = people_tests.licences(organization, own)
    known: dict[str, dict[str, Any]] = {}
    for annotator in own:
        for key, licence in licences.get(annotator.fingerprint, {}).items():
            known.setdefault(annotator.model, {})[key] = licence
    chosen = set(form["judges"].value() or ())
    return [JudgeChoice(model, _licence(known.get(model, {})), model in known, model in chosen) for model in models]


def _licence(found):
    if not found:
        return _("Untested")
    words = {key: LICENCES.get(licence.key) or _("Untested") for key, licence in found.items()}
    return "; ".join(f"{key}: {word}" for key, word in words.items())
