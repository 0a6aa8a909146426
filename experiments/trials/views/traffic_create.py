"""Set up an experiment on traffic: variants, names of metrics, and how units are shared out."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib import form_drafts
from experiments.trials.models.experiment import BANDIT
from experiments.trials.views.labels import METHOD_LABELS, TYPE_LABELS
from experiments.trials.views.planning import created, kinds, trail
from experiments.trials.views.traffic_forms import BanditForm, TrafficForm

TEMPLATE = "experiments/trials/traffic_create.html"
CHOICES = {
    "type": [item for item in TYPE_LABELS.items() if item[0] != BANDIT],
    "method": list(METHOD_LABELS.items()),
}


@requires("manage")
@require_http_methods(["GET", "POST"])
def experiment_create_traffic(request):
    """Units keep the shares of the plan."""
    return _create(request, TrafficForm, "experiment_create_traffic")


@requires("manage")
@require_http_methods(["GET", "POST"])
def experiment_create_bandit(request):
    """Shares follow the outcomes."""
    return _create(request, BanditForm, "experiment_create_bandit")


def _create(request, form_class, name):
    """A POST makes the draft of the experiment; what is refused is kept, as a draft that a GET shows again."""
    if request.POST.get("action") == "discard":
        form_drafts.drop(request, name)
        return redirect(f"experiments:{name}")
    kept = form_drafts.kept(request, name) if request.method == "GET" else None
    initial = {key: kept.get(key) for key in kept} if kept is not None else None
    form = form_class(request.POST if request.method == "POST" else None, choices=CHOICES, initial=initial)
    if form.is_bound:
        answer = created(request, form, name, type=form.kind) if form.is_valid() else None
        if answer is not None:
            return answer
        form_drafts.keep(request, name)
    context = {"form": form, "trail": trail(), "kinds": kinds(name), "is_draft": kept is not None}
    context["href"] = reverse(f"experiments:{name}")
    return render(request, TEMPLATE, context, status=422 if form.errors else 200)
