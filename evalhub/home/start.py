"""The start page: what a person wants to do, with a short path and sample data for each; and setting up."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from annotations.models import AnnotationTask
from datasets.forms import DatasetForm
from datasets.models import Dataset, DatasetVersion
from datasets.views.datasets import own_uploads
from evalhub.accounts.access import requires
from evalhub.accounts.models import Membership
from evalhub.demo import samples
from evalhub.lib.errors import EvalHubError
from experiments.models import Study
from reviews.engine.client import endpoints
from reviews.models import Budget, Job


@dataclass(frozen=True)
class Purpose:
    """One card. `start` is where its path begins, given whether published data is there; `minutes` until `gets`."""

    key: str
    title: Any
    about: Any
    gets: Any
    minutes: int
    asks_models: bool
    start: Callable


def _form(starter):
    """The path that ends in a task: a file first, then the form that fits."""
    query = f"?start={starter}"
    upload, task = reverse_lazy("datasets:dataset_create"), reverse_lazy("annotations:task_create")
    return lambda has_data: f"{task}{query}" if has_data else upload


PURPOSES = (
    Purpose(
        "label",
        gettext_lazy("Label data"),
        gettext_lazy("People answer your questions about texts, chats or pairs."),
        gettext_lazy("Agreement between annotators"),
        6,
        False,
        _form("verdict"),
    ),
    Purpose(
        "judge",
        gettext_lazy("Judge model answers"),
        gettext_lazy("A model answers the same form as people. You audit where they differ."),
        gettext_lazy("Error rate of the judge"),
        5,
        True,
        _form("rag"),
    ),
    Purpose(
        "compare",
        gettext_lazy("Compare models"),
        gettext_lazy("Several systems answer the same cases. People or judges choose the better answer."),
        gettext_lazy("Which answer wins, with interval"),
        5,
        False,
        _form("pairwise"),
    ),
    Purpose(
        "review",
        gettext_lazy("Review a result"),
        gettext_lazy("A report with claims and estimates is checked claim by claim against its sources."),
        gettext_lazy("Claims with and without a matching quote"),
        4,
        True,
        lambda has_data: reverse("reviews:job_new"),
    ),
    Purpose(
        "study",
        gettext_lazy("Run a rubric study"),
        gettext_lazy("Models write rubrics for an idea such as “difficulty”, and score the same texts with them."),
        gettext_lazy("How much the rubric changes the verdict"),
        9,
        True,
        lambda has_data: reverse("experiments:study_create"),
    ),
)


@dataclass(frozen=True)
class Path:
    """A Purpose as it stands here. `sample` is the address of its sample data where that is there; `can_try`: it can be
    made here.
    """

    purpose: Purpose
    href: str
    sample: str
    can_try: bool
    price: str


@dataclass(frozen=True)
class Step:
    """Something to set up; `note` says why, or what is there."""

    title: str
    note: str
    href: str
    is_done: bool


def is_empty(organization):
    """Whether nothing was begun yet; at most four short statements."""
    return not any(
        model.objects.for_organization(organization).exists() for model in (Dataset, AnnotationTask, Job, Study)
    )


@requires("manage")
@require_safe
def start(request):
    return page(request)


@requires("manage")
@require_POST
def sample_create(request, purpose):
    """Make the sample data of a purpose and lead to its first picture."""
    sample = samples.SAMPLES.get(purpose)
    if sample is None:
        raise Http404
    try:
        made = samples.create(sample=sample, organization=request.organization, by=request.user)
    except EvalHubError as problem:
        messages.error(request, problem.message)
        return redirect("start")
    messages.success(request, _("Sample data is ready. Remove it on the page “What do you want to do?”."))
    return redirect(sample.picture(made))


@requires("manage")
@require_POST
def sample_remove(request):
    n = samples.remove(organization=request.organization, by=request.user)
    words = ngettext("%(n)s sample was removed.", "%(n)s samples were removed.", n)
    messages.success(request, words % {"n": n})
    return redirect("start")


def page(request):
    """The start page, also in place of an empty Home."""
    organization = request.organization
    published = DatasetVersion.objects.for_organization(organization).filter(status="PUBLISHED")
    has_data = published.filter(dataset__is_listed=True).exclude(dataset__tags__contains=[samples.TAG]).exists()
    # {purpose: address} of the sample data that is there.
    found = {key: sample.find(organization) for key, sample in samples.SAMPLES.items()}
    made = {key: samples.SAMPLES[key].picture(made) for key, made in found.items() if made}
    context = {
        "paths": [
            Path(each, str(each.start(has_data)), made.get(each.key, ""), samples.can_make(each.key), _price(each))
            for each in PURPOSES
        ],
        "has_samples": bool(made),
        "steps": _steps(organization),
        "upload": DatasetForm(uploads=own_uploads(request)),
    }
    return render(request, "home/start.html", context | {"done": sum(step.is_done for step in context["steps"])})


def _price(purpose):
    if not purpose.asks_models:
        return ""
    return _("price shown before the run") if _has_provider() else _("$0 (simulated)")


def _has_provider():
    """Whether a key of a real provider is configured here."""
    return any(not endpoints.resolve(f"{provider}/any-model").blocked_reason for provider in endpoints.PROVIDERS)


def _steps(organization):
    people = Membership.objects.for_organization(organization).count()
    has_budget = Budget.objects.filter(organization=organization, monthly_usd__isnull=False).exists()
    invited = ngettext("%(n)s member", "%(n)s members", people) % {"n": people}
    return [
        Step(_("Organization created"), organization.name, reverse("account_settings"), True),
        Step(_("Invite people"), _("Annotators, reviewers, admins") if people < 2 else invited,
             reverse("people_list"), people > 1),
        Step(_("Add a provider key"), _("Until then models run simulated at $0"), reverse("reviews:providers"),
             _has_provider()),
        Step(_("Set a monthly budget"), _("Runs stop before it is exceeded"), reverse("reviews:rate_limits"),
             has_budget),
    ]  # fmt: skip
