"""The page of models and the router: how good each model is at a kind of task, at what cost, and which is taken."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.charts import panels
from evalhub.lib.errors import InvalidInput, NotFound
from reviews.quality.actions import routing
from reviews.quality.charts import QualitySubject
from reviews.quality.graders import title_of
from reviews.quality.models import RoutingPolicy
from reviews.quality.routing import Choice
from reviews.quality.views import model_summaries
from reviews.quality.views.forms import PolicyForm
from reviews.scorers.forms import offered_models

TEMPLATE = "reviews/quality/overview.html"
SHOWN = (
    "preferred",
    "fallback",
    "most_cost_per_1k",
    "quality_floor",
    "window_size",
    "max_age_days",
    "min_observations",
    "grader",
    "shadow_rate",
    "trusts_imports",
)


@dataclass(frozen=True)
class Route:
    """What the router does now: a Choice, or `problem` why there is none. `policy` may be that of any task."""

    policy: RoutingPolicy | None
    is_own: bool
    choice: Choice | None
    problem: str


@requires("read")
@require_safe
def quality(request):
    """One kind of task, the newest by itself; ten statements at most, however many models."""
    return _show(request, _task(request.GET.get("task", "")))


@requires("manage")
@require_POST
def quality_policy(request):
    """Set the policy of a kind of task."""
    task = _task(request.POST.get("task_type", ""))
    form = PolicyForm(request.POST, graders=model_summaries.graders_of(request.organization, task))
    if form.is_valid():
        try:
            policy = routing.set_policy(organization=request.organization, by=request.user, **form.cleaned_data)
        except InvalidInput as error:
            field = error.details.get("field")
            form.add_error(field if field in form.fields else None, error.message)
        else:
            messages.success(request, _("Policy saved."))
            return redirect(f"{reverse('reviews:quality')}?{urlencode({'task': policy.task_type})}")
    return _show(request, task, form, status=422)


def _show(request, task, form=None, *, status=200):
    organization = request.organization
    tasks = model_summaries.tasks_of(organization)
    policies = {policy.task_type: policy for policy in RoutingPolicy.objects.for_organization(organization)}
    names = list(dict.fromkeys([*tasks, *sorted(set(policies) - {routing.ANY_TASK})]))
    task = task or next(iter(names), "")
    route = _route(organization, task, policies)
    trusts_imports = route.policy is not None and route.policy.trusts_imports
    graders = model_summaries.graders_of(organization, task, trusts_imports=trusts_imports)
    grader = _grader(request, graders, route)
    since = model_summaries.policy_since(route.policy, timezone.now())
    models = model_summaries.models_of(organization, task, grader, since=since) if grader else []
    floor = route.policy.quality_floor if route.policy else None
    context = {
        "tasks": names,
        "task": task,
        "any_task": routing.ANY_TASK,
        "route": route,
        "graders": graders,
        "grader": grader,
        "models": models,
        "unpriced": [line for line in models if line.cost_usd is None and not line.simulated],
        "panels": panels("quality", QualitySubject(models, route.choice.adapter_id if route.choice else "", floor)),
        "form": form or _form(task, policies, graders),
        "suggested": [*offered_models(), *(line.model for line in models)],
        "may_manage": request.membership.may("manage"),
        "own_policy": policies.get(task),
        "compared_by": title_of(route.choice.grader_id) if route.choice and route.choice.grader_id else "",
    }
    return render(request, TEMPLATE, context, status=status)


def _route(organization, task, policies):
    own = policies.get(task)
    policy = own or policies.get(routing.ANY_TASK)
    if not task:
        return Route(None, False, None, "")
    try:
        choice = routing.choose(organization=organization, task_type=task)
    except NotFound as problem:
        return Route(None, False, None, problem.message)
    return Route(policy, own is not None, choice, "")


def _task(text):
    return text.replace("\0", "").strip()[:100]


def _grader(request, graders, route):
    """The grader that the address asks for, else the one that the router compares by, else who counts and said most."""
    found = next((line for line in graders if line.key == request.GET.get("grader")), None)
    used = route.choice.grader_id if route.choice else ""
    found = found or next((line for line in graders if line.counts and line.grader_id == used), None)
    return found or next((line for line in graders if line.counts), None) or next(iter(graders), None)


def _form(task, policies, graders):
    policy = policies.get(task)
    initial = {"task_type": task} | ({name: getattr(policy, name) for name in SHOWN} if policy else {})
    return PolicyForm(initial=initial, graders=graders)
