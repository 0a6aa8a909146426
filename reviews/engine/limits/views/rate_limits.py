"""The page of rate limit profiles and of the monthly budget."""

from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.db.models import Count, Max
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import InvalidInput
from reviews.engine.limits.actions import budgets, profiles
from reviews.engine.limits.actions import rate_limits as actions
from reviews.engine.limits.views.rate_limit_form import (
    TITLES,
    BudgetForm,
    ProfileForm,
    RowFormSet,
    initial_of,
    plain,
    rows_of,
)
from reviews.engine.models import RateLimitProfile
from reviews.engine.runs.views.summary import Meter

MOST_VERSIONS = 10
ROWS = "rows"


@dataclass(frozen=True)
class Profile:
    """One version of a profile with its rows; `versions` are (number, moment, rows) of all, newest first."""

    name: str
    version: int
    rows: list
    versions: list
    more: int

    @property
    def is_newest(self):
        return self.version == self.versions[0].number


@dataclass(frozen=True)
class Version:
    """A version of a profile as its history lists it."""

    number: int
    at: object
    rows: int


@requires("read")
@require_safe
def rate_limits(request):
    """The newest version of each profile, one of them in an older version if asked; six statements at most."""
    return _show(request)


@requires("manage")
@require_http_methods(["GET", "POST"])
def rate_limits_new(request):
    """The next version of a profile, beginning with the rows of the present one; or a new profile."""
    if request.method == "GET":
        name = request.GET.get("profile", "").replace("\0", "")
        present = profiles.newest(request.organization.pk, [name])
        rows = RowFormSet(initial=initial_of(present), prefix=ROWS)
        return _form(request, ProfileForm(initial={"name": name}), rows)
    named, rows = ProfileForm(request.POST), RowFormSet(request.POST, prefix=ROWS)
    if all([named.is_valid(), rows.is_valid()]):
        try:
            written = actions.set_profile(
                organization=request.organization, name=named.cleaned_data["name"], rows=rows_of(rows), by=request.user
            )
        except InvalidInput as error:
            named.add_error(None, error.message)
        else:
            messages.success(request, _("Version %(n)s is now in effect.") % {"n": written[0].version})
            return redirect("reviews:rate_limits")
    return _form(request, named, rows, status=422)


@requires("manage")
@require_POST
def rate_limits_budget(request):
    form = BudgetForm(request.POST)
    if form.is_valid():
        amount = form.cleaned_data["monthly_usd"]
        try:
            actions.set_monthly_budget(organization=request.organization, monthly_usd=amount, by=request.user)
        except InvalidInput as error:
            form.add_error("monthly_usd", error.message)
        else:
            messages.success(request, _("Budget set.") if amount else _("Budget removed."))
            return redirect("reviews:rate_limits")
    return _show(request, form, status=422)


def _show(request, form=None, *, status=200):
    standing = budgets.state_of_month(request.organization)
    context = {
        "profiles": _profiles(request),
        "meter": Meter(_("This month"), standing),
        "form": form or BudgetForm(initial={"monthly_usd": plain(standing.limit_usd)}),
        "titles": TITLES.values(),
        "may_manage": request.membership.may("manage"),
    }
    return render(request, "reviews/engine/limits/rate_limits.html", context, status=status)


def _form(request, named, rows, *, status=200):
    trail = [{"label": _("Limits and budget"), "href": reverse("reviews:rate_limits")}]
    context = {"form": named, "rows": rows, "trail": trail, "titles": TITLES.values()}
    return render(request, "reviews/engine/limits/rate_limits_new.html", context, status=status)


def _profiles(request):
    """A Profile for each name, the standard one first."""
    rows = list(profiles.newest(request.organization.pk).order_by("name", "provider", "model"))
    counts = (
        RateLimitProfile.objects.for_organization(request.organization)
        .order_by("name", "-version")
        .values_list("name", "version")
        .annotate(at=Max("created_at"), count=Count("pk"))
    )
    versions = {
        name: [Version(number, at, count) for _name, number, at, count in group]
        for name, group in groupby(counts, key=lambda row: row[0])
    }
    found = []
    for name, group in groupby(rows, key=lambda row: row.name):
        group = _chosen(request, name) or list(group)
        known = versions[name]
        found.append(Profile(name, group[0].version, group, known[:MOST_VERSIONS], max(len(known) - MOST_VERSIONS, 0)))
    return found


def _chosen(request, name):
    """The rows of an older version that the address asks for, empty for any other."""
    number = request.GET.get("version", "")
    if request.GET.get("profile") != name or not (number.isascii() and number.isdigit() and len(number) < 10):
        return []
    found = RateLimitProfile.objects.for_organization(request.organization).filter(name=name, version=int(number))
    return list(found.order_by("provider", "model"))
