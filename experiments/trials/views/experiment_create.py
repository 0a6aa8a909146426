"""Set up an experiment on one page: variants, metrics, how it is decided, and the price before it starts."""

from django.core.exceptions import ValidationError
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotations.tasks.actions.annotation_tasks import named_outputs
from evalhub.accounts.access import requires
from evalhub.lib import form_drafts
from evalhub.lib.errors import EvalHubError
from experiments.evaluations.actions import prices
from experiments.evaluations.models import Evaluation
from experiments.evaluations.views.evaluation_create import (
    content_of,
    judge_choices,
    library_of,
    models_of,
    versions_of,
)
from experiments.trials.actions import pilots
from experiments.trials.actions.experiments import LOWER_IS_BETTER
from experiments.trials.forms import ExperimentForm
from experiments.trials.models.experiment import BANDIT
from experiments.trials.views.labels import METHOD_LABELS, SCORES_LABELS, TYPE_LABELS
from experiments.trials.views.planning import created, kinds, metrics_of, trail
from reviews.scorers.metrics import metrics_of_answers

TEMPLATE = "experiments/trials/experiment_create.html"
DRAFT = "experiment"
MOST_EVALUATIONS = 100
MANY = ("secondary", "judges")
CHOICES = {
    "type": [item for item in TYPE_LABELS.items() if item[0] != BANDIT],
    "method": list(METHOD_LABELS.items()),
    "scores": list(SCORES_LABELS.items()),
}


@requires("manage")
@require_http_methods(["GET", "POST"])
def experiment_create(request):
    """A POST with `action` "create" makes the draft of the experiment; any other one shows the price, alone for htmx.

    What is entered is kept until then, as a draft that a GET shows again; a GET with values starts from these.
    """
    organization = request.organization
    if request.POST.get("action") == "discard":
        form_drafts.drop(request, DRAFT)
        return redirect("experiments:experiment_create")
    models = models_of(organization)
    kept = form_drafts.kept(request, DRAFT) if request.method == "GET" and not request.GET else None
    form = _form(request, models, kept)
    price = None
    if form.is_bound and form.is_valid():
        price = _price(organization, form)
        if request.POST.get("action") == "create" and not form.errors:
            own = {name: form.cleaned_data[name] for name in ("type", "cost_cap_usd")}
            own |= {"dataset_version": form.cleaned_data["version"], "scoring": form.scoring}
            answer = created(request, form, DRAFT, **own)
            if answer is not None:
                return answer
    if request.method == "POST":
        form_drafts.keep(request, DRAFT)
    context = {
        "form": form,
        "price": price,
        "models": models,
        "outputs": _outputs(form),
        "judges": judge_choices(form, organization, models),
        "trail": trail(),
        "kinds": kinds("experiment_create"),
        "has_versions": form.fields["version"].queryset.exists(),
        "is_draft": kept is not None,
    }
    status = 422 if form.errors and not request.htmx else 200
    return render(request, f"{TEMPLATE}#price" if request.htmx else TEMPLATE, context, status=status)


def _form(request, models, kept):
    """Bound to what is sent; a kept draft and the values of the address are where an unbound one starts."""
    organization = request.organization
    start = kept if kept is not None else request.GET
    finished = Evaluation.objects.for_organization(organization).filter(variants=None)
    newest = finished.order_by("-created_at").values("pk")[:MOST_EVALUATIONS]
    # Variants and judges of the pilot that a plan was made from.
    metric, key = start.get("primary", ""), start.get("pilot", "")
    found = pilots.all_of(organization, metric) if key else []
    return ExperimentForm(
        request.POST if request.method == "POST" else None,
        versions=versions_of(organization),
        evaluations=Evaluation.objects.filter(pk__in=newest).order_by("-created_at"),
        metrics=metrics_of(organization),
        models=models,
        choices=CHOICES,
        initial=next((pilots.variants_of(each, metric) for each in found if each.key == key), {})
        | {name: start.getlist(name) if name in MANY else start.get(name) for name in start},
    )


def _outputs(form):
    """The names of outputs that the chosen dataset has."""
    try:
        return named_outputs(form.fields["version"].clean(form["version"].value()))
    except ValidationError:
        return []


def _price(organization, form):
    """[(variant's name, its Price or None where it is scored already)]; what is missing is placed in the form."""
    library, data = library_of(organization), form.cleaned_data
    keys = [each.key for each in form.metrics if each.key not in LOWER_IS_BETTER]
    asked = [key for key in keys if library[key][2] not in metrics_of_answers]
    rows = form.variants
    if asked and not data["judges"] and any("evaluation_id" not in each["config"] for each in rows):
        form.add_error("judges", _("Choose at least one model: no program computes some of the metrics."))
        return []
    found = []
    for row in rows:
        if "evaluation_id" in row["config"]:
            found.append((row["name"], None))
            continue
        try:
            price = prices.price_of(
                organization=organization,
                version=data["version"],
                asked=[content_of(organization, key) for key in asked],
                judges=data["judges"],
                repetitions=data["repetitions"],
                system=row["config"].get("model", {}).get("name", ""),
                cap_usd=data["cost_cap_usd"],
            )
        except EvalHubError as error:
            form.add_error(None, error.message)
            return []
        found.append((row["name"], price))
    return found
