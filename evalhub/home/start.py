"""The start page: what a person wants to do, with a short path and sample data for each; and setting up."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from annotations.models import AnnotationTask
from datasets.forms import DatasetForm
from datasets.models import Dataset, DatasetVersion
from datasets.models.purposes import PURPOSES, Purpose
from datasets.views.datasets import own_uploads
from evalhub.accounts.access import requires
from evalhub.accounts.models import Membership
from evalhub.demo import samples
from evalhub.lib.errors import EvalHubError
from experiments.models import Study
from reviews.engine.client import endpoints
from reviews.models import Budget, Job


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
            Path(each, _start_of(each, has_data), made.get(each.key, ""), samples.can_make(each.key), _price(each))
            for each in PURPOSES.values()
        ],
        "has_samples": bool(made),
        "steps": _steps(organization),
        "upload": DatasetForm(uploads=own_uploads(request)),
    }
    return render(request, "home/start.html", context | {"done": sum(step.is_done for step in context["steps"])})


def _start_of(purpose, has_data):
    """Where its path begins; a file that is uploaded for it keeps the purpose."""
    query = f"?{urlencode({'purpose': purpose.key})}" if purpose.upload else ""
    return reverse(purpose.with_data if has_data else purpose.start) + query


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
    has_key = _has_provider()
    until_key = _("Models of providers can be asked") if has_key else _("Until then models run simulated at $0")
    invited = ngettext("%(n)s member", "%(n)s members", people) % {"n": people}
    return [
        Step(_("Organization created"), organization.name, reverse("account_settings"), True),
        Step(_("Invite people"), _("Annotators, reviewers, admins") if people < 2 else invited,
             reverse("people_list"), people > 1),
        Step(_("Add a provider key"), until_key, reverse("reviews:provider_keys"), has_key),
        Step(_("Set a monthly budget"), _("Runs stop before it is exceeded"), reverse("reviews:rate_limits"),
             has_budget),
    ]  # fmt: skip
