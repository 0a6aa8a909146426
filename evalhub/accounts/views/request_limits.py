"""The page on which admins limit the requests of their organization's API keys."""

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.accounts.actions.request_limits import set_limits
from evalhub.accounts.forms import RequestLimitsForm


@requires("admin")
@require_http_methods(["GET", "POST"])
def request_limits(request):
    own = request.organization.own_request_limits
    form = RequestLimitsForm(request.POST or None, initial=own, server=settings.REQUESTS_PER_MINUTE)
    if form.is_valid():
        set_limits(organization=request.organization, limits=form.cleaned_data, by=request.user)
        messages.success(request, _("Limits saved."))
        return redirect("request_limits")
    context = {"form": form}
    return render(request, "people/request_limits.html", context, status=422 if form.is_bound else 200)
