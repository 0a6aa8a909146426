"""The page about the workers: their queues, what is due, what they hold, and what crashed them."""

import uuid

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from evalhub import queues
from evalhub.accounts.access import requires
from evalhub.work import health
from reviews.engine.actions import operations as actions
from reviews.engine.tasks import request_due

TEMPLATE = "reviews/engine/operations.html"
QUEUE_TITLES = {
    "celery": gettext_lazy("Runs and sweeps"),
    "models": gettext_lazy("Model calls"),
    "batches": gettext_lazy("Provider batches"),
    "people": gettext_lazy("Imports, exports and agreement"),
}


@requires("read")
@require_safe
def operations(request):
    """Queues and problems of the whole installation, and the organization's own work, what was given up of it included;
    its live part alone for htmx."""
    found = queues.states_or_none()
    crashed, n_crashed = actions.crashed(request.organization)
    context = {
        "queues": [{"state": each, "title": QUEUE_TITLES[each.name]} for each in found or []],
        "broker_away": found is None,
        "work": actions.work_of(request.organization),
        "crashed": crashed,
        "n_crashed": n_crashed,
        "problems": [each for each in health.problems() if each.code != health.GIVEN_UP.code],
        "given_up": health.given_up(request.organization),
        "may_manage": request.membership.may("manage"),
    }
    return render(request, f"{TEMPLATE}#operations" if request.htmx else TEMPLATE, context)


@requires("manage")
@require_POST
def operation_restart(request):
    """Put one piece of work that crashed its workers back in line."""
    kind, pk = request.POST.get("kind", ""), request.POST.get("pk", "")
    if not _is_id(kind, pk):
        raise Http404
    actions.restart(organization=request.organization, kind=kind, pk=pk, by=request.user)
    messages.success(request, _("Will be retried."))
    request_due.delay_on_commit()
    return redirect("reviews:operations")


def _is_id(kind, pk):
    if kind in ("requests", actions.GIVEN_UP):
        return pk.isdecimal() and len(pk) < 19
    try:
        uuid.UUID(pk)
    except ValueError:
        return False
    return True
