"""The page about the providers' health, and trying again now what was mended."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from evalhub.accounts.access import requires
from reviews.engine.limits.actions import provider_health
from reviews.engine.limits.views import provider_rows
from reviews.engine.tasks import request_due

TEMPLATE = "reviews/engine/limits/providers.html"


@requires("read")
@require_safe
def providers(request):
    """The models that the organization uses; keys and addresses are shown nowhere. At most five statements."""
    context = {
        "lines": provider_rows.of_organization(request.organization),
        "may_manage": request.membership.may("manage"),
        "may_set_keys": request.membership.may("admin"),
    }
    return render(request, f"{TEMPLATE}#providers" if request.htmx else TEMPLATE, context)


@requires("manage")
@require_POST
def provider_release(request):
    """Ask a model again at once; 404 for one that the organization does not use."""
    model = request.POST.get("model", "")
    endpoint = provider_rows.endpoints_of(request.organization).get(model)
    if endpoint is None:
        raise Http404
    if provider_health.release(endpoint.provider, model):
        messages.success(request, _("Retrying %(model)s now.") % {"model": model})
    else:
        messages.info(request, _("%(model)s is already available.") % {"model": model})
    request_due.delay_on_commit()
    return redirect("reviews:providers")
